// ListenerTests.swift
// All that is heard is kept, shown and recorded, and nothing of it is lost: with sound that comes at the machine's
// speed, and with a source that goes away.

import AudioFormats
import Foundation
import HostIO
import Playback
import Recording
import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import Capture

@Suite(.serialized) struct ListenerTests {
  private func listener(
    _ input: some CaptureInput, _ events: Log<Listener.Event> = Log(), _ peaks: Log<PeakReader.Event>,
    place: SpoolPlace = .standard
  ) throws -> Listener {
    let listener = try Listener(input, device: nil, in: place, onEvent: events.took)
    _ = listener.feed(peaks.took)
    listener.start()
    return listener
  }

  private func opened(_ log: Log<PeakReader.Event>) -> (AudioDescription, WaveformPeaks)? {
    for case .opened(let description, let peaks) in log.all { return (description, peaks) }
    return nil
  }

  private func report(_ log: Log<PeakReader.Event>) -> ReadReport? {
    for case .finished(let report) in log.all { return report }
    return nil
  }

  private func result(_ log: Log<Take.Event>) -> (Take.Result, AudioFileError?)? {
    for event in log.all {
      if case .finished(let result) = event { return (result, nil) }
      if case .failed(let error, let result) = event { return (result, error) }
    }
    return nil
  }

  @Test func `what was heard is in the file without a name and in the peaks, after the source went too`()
    throws
  {
    let events = Log<Listener.Event>(), log = Log<PeakReader.Event>()
    let listener = try listener(supplied(frames: 100_100), events, log)
    try eventually("the end") {
      events.all.contains { if case .input(.failed) = $0 { true } else { false } }
    }
    try eventually("all frames") { listener.frames == 100_100 }
    #expect(report(log) == nil)
    listener.end()
    try eventually("a report") { report(log) != nil }
    #expect(report(log)?.frames == 100_100)
    let heard = try read(listener.path)
    #expect(heard.samples == (0..<200_200).map { sample($0 / 2, $0 % 2) })
    let read = PeakReaderLog.reading(listener.path)
    let (description, peaks) = try #require(opened(log))
    #expect(description.channelLabels == ["L", "R"] && description.sampleRate == 48_000)
    #expect(peaks.peak == read.peak && peaks.framesRead == read.framesRead)
  }

  /// As many as a minute of a rolling view has: none of them may leave anything on the stack, which is 1 MiB.
  @Test func `thousands of steps are told`() throws {
    let log = Log<PeakReader.Event>()
    let format = CaptureFormat(StreamFormat(sampleRate: 8000, speakers: [.mono]), .bits16)
    let listener = try listener(supplied(format, pace: { usleep(20) }), Log(), log)
    func steps() -> Int { log.all.count { if case .following = $0 { true } else { false } } }
    try eventually("steps") { steps() > 4000 }
    listener.cancel()
  }

  @Test func `a recording holds what is heard from the press on, without a gap`() throws {
    for (kind, precision) in [(TakeFormat.wav, CaptureFormat.Precision.float), (.flac, .bits16)] {
      let folder = Folder(), log = Log<PeakReader.Event>(), takes = Log<Take.Event>()
      let listener = try listener(
        supplied(CaptureFormat(stereo, precision), pace: { usleep(200) }), Log(), log)
      #expect(try Listener(supplied(), device: nil) { _ in }.record("/x", as: kind, onEvent: { _ in }) == nil)
      try eventually("sound") { listener.frames > 10_000 }
      let path = folder.file("take.\(kind.rawValue)")
      let before = listener.frames
      let take = try #require(listener.record(path, as: kind, onEvent: takes.took))
      try eventually("a recording") { take.frames > 50_000 }
      listener.endRecording()
      try eventually("a file") { result(takes) != nil }
      listener.cancel()
      let (done, error) = try #require(result(takes))
      #expect(error == nil && done.path == path)
      let recorded = try read(path).samples
      #expect(recorded.count == 2 * done.frames)
      // The values repeat every 32,768 frames, and tell a gap anywhere.
      let first = try #require(
        (before...before + 32_768).first {
          sample($0, 0) == recorded[0] && sample($0, 1) == recorded[1]
        })
      #expect(recorded == (0..<recorded.count).map { sample(first + $0 / 2, $0 % 2) })
      #expect(done.start % 32_768 == first % 32_768 && done.start >= before, "marks are counted from here")
    }
  }

  /// Writes so many frames, as a disk does that is nearly full.
  private final class FullDisk: GrowingFile {
    let file: any GrowingFile, most: Int, path: FilePath
    init(_ file: any GrowingFile, _ most: Int, _ path: FilePath) {
      self.file = file
      self.most = most
      self.path = path
    }
    var frames: Int { file.frames }
    var limitedSamples: Int { 0 }
    var bytesPerSecond: Int { file.bytesPerSecond }
    func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) {
      try file.append(UnsafeBufferPointer(rebasing: samples.prefix(2 * max(0, most - frames))))
      if frames == most {
        throw AudioFileError(
          .writeFailed, path: path, detail: Errno.noSpace.description, cause: Errno.noSpace)
      }
    }
    func finish() throws(AudioFileError) { try file.finish() }
  }

  @Test func `a full disk ends the recording, which is whole up to there, and not the listening`() throws {
    let folder = Folder(), log = Log<PeakReader.Event>(), takes = Log<Take.Event>()
    let listener = try listener(supplied(pace: { usleep(200) }), Log(), log)
    try eventually("sound") { listener.frames > 0 }
    let path = folder.file("take.wav")
    _ = listener.record(path) { (path, format) throws(AudioFileError) in
      let made = try TakeFormat.wav.makeFile(path, format)
      return (FullDisk(made.0, 30_001, path), made.descriptor)
    } onEvent: {
      takes.took($0)
    }
    try eventually("a failure") { result(takes) != nil }
    let (done, error) = try #require(result(takes))
    #expect(error?.code == .writeFailed && done.frames == 30_001)
    #expect(try read(path).samples.count == 60_002)
    let then = listener.frames
    try eventually("more") { listener.frames > then + 10_000 }
    listener.cancel()
  }

  @Test func `a spool without room is told once, and the picture goes on`() throws {
    let events = Log<Listener.Event>(), log = Log<PeakReader.Event>()
    let free = Mutex(100 << 30)
    let place = SpoolPlace(folders: ["/var/tmp"], step: 1 << 16, freeBytes: { _ in free.withLock { $0 } })
    let listener = try listener(supplied(pace: { usleep(200) }), events, log, place: place)
    try eventually("sound") { listener.frames > 0 }
    free.withLock { $0 = 0 }
    func told() -> Int { events.all.count { if case .spoolFull = $0 { true } else { false } } }
    try eventually("the word") { told() > 0 }
    let then = listener.frames
    try eventually("more") { listener.frames > then + 40_000 }
    #expect(told() == 1)
    listener.end()
    try eventually("a report") { report(log) != nil }
    #expect(report(log)?.frames == listener.frames)
    #expect(try read(listener.path).samples.count < 2 * listener.frames)
  }

  @Test func `a disk that is nearly full is told in minutes that can still be kept`() throws {
    // Stereo of 48 kHz as floats takes 23 MB a minute; 1 GiB and a tenth of the disk are for others.
    let free = Int(Double(1 << 30 + 384_000 * 60 * 12) / 0.9) + 100_000
    let place = SpoolPlace(folders: ["/var/tmp"], step: 1 << 16, freeBytes: { _ in free })
    let events = Log<Listener.Event>()
    let listener = try listener(supplied(pace: { usleep(200) }), events, Log(), place: place)
    func told() -> [Int] {
      events.all.compactMap { if case .spoolRoom(let minutes) = $0 { minutes } else { nil } }
    }
    try eventually("the word") { !told().isEmpty }
    #expect(told() == [11] || told() == [12])
    listener.cancel()
  }

  @Test func `while the disk of the cache does not answer memory is bounded, and what is dropped is told`()
    throws
  {
    let events = Log<Listener.Event>(), log = Log<PeakReader.Event>(), answers = Mutex(true)
    let place = SpoolPlace(folders: ["/var/tmp"], step: 1 << 16) { _ in
      while !answers.withLock({ $0 }) { usleep(1000) }
      return 100 << 30
    }
    let given = Mutex(0)
    let input = SuppliedCapture(CaptureFormat(stereo, .float), framesPerBlock: 1 << 18) { _, buffer in
      buffer.update(repeating: 0.25)
      given.withLock { $0 += buffer.count / 2 }
      return buffer.count / 2
    }
    let listener = try listener(input, events, log, place: place)
    try eventually("sound") { listener.frames > 0 }
    answers.withLock { $0 = false }
    func lost() -> Int {
      events.all.reduce(0) { if case .input(.lost(let frames, false)) = $1 { $0 + frames } else { $0 } }
    }
    try eventually("a loss") { lost() > 0 }
    answers.withLock { $0 = true }
    listener.end()
    try eventually("a report") { report(log) != nil }
    // The last block may have come after the end.
    #expect(abs(given.withLock { $0 } - listener.frames - lost()) <= 1 << 18)
  }

  /// `BARLINE_HOURS=8` for the figure in docs/performance.md.
  @Test func `hours of sound are heard and recorded without losing a frame`() throws {
    let hours = ProcessInfo.processInfo.environment["BARLINE_HOURS"].flatMap(Double.init) ?? 0.02
    let frames = Int(hours * 3600) * 48_000
    let folder = Folder(), takes = Log<Take.Event>()
    let log = Log<PeakReader.Event> { if case .following = $0 { false } else { true } }
    let goes = Mutex(false)
    let input = SuppliedCapture(CaptureFormat(stereo, .bits16), framesPerBlock: 4800) { first, buffer in
      // Nothing before the recording has begun, but one block.
      while first > 0, !goes.withLock({ $0 }) { usleep(500) }
      let count = min(4800, frames - first)
      for frame in 0..<count {
        buffer[2 * frame] = sample(first + frame, 0)
        buffer[2 * frame + 1] = sample(first + frame, 1)
      }
      return count
    }
    let listener = try listener(input, Log(keeps: { _ in false }), log)
    try eventually("sound") { listener.frames > 0 }
    let began = MonotonicTime.now
    let take = try #require(
      listener.record(folder.file("take.flac"), as: .flac, onEvent: takes.took))
    goes.withLock { $0 = true }
    var sizes: [(hours: Double, megabytes: Int)] = []
    while listener.frames < frames, MonotonicTime.now - began < 3000 {
      if Double(listener.frames) >= Double(sizes.count) / 8 * Double(frames) {
        sizes.append((Double(listener.frames) / 48_000 / 3600, residentMegabytes()))
      }
      usleep(1000)
    }
    listener.end()
    try eventually("a report", seconds: 600) { report(log) != nil && result(takes) != nil }
    #expect(report(log)?.frames == frames)
    #expect(result(takes)?.0.frames == frames - 4800)
    #expect(take.frames == frames - 4800)
    if hours > 1 {
      print("\(hours) h in \(Int(MonotonicTime.now - began)) s; resident MB:", sizes.map(\.megabytes))
    }
  }

  private func residentMegabytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096 / 1_048_576
  }
}

/// The peaks of a file, read by the usual reader.
private enum PeakReaderLog {
  static func reading(_ path: FilePath) -> WaveformPeaks {
    let log = Log<PeakReader.Event>()
    PeakReader(path: path, onEvent: log.took).readNow()
    for case .opened(_, let peaks) in log.all { return peaks }
    fatalError("not read")
  }
}
