// GrowingFileTests.swift
// Files that are opened while they grow: what a copy of one holds at any moment is what a killed process leaves behind.

import AudioDecoding
import AudioFormats
import Foundation
import HostIO
import Playback
import Recording
import Synchronization
import SystemPackage
import Testing

@testable import Capture

struct GrowingFileTests {
  private func samples(_ frames: Int, _ channels: Int) -> [Float] {
    (0..<frames * channels).map { sample($0 / channels, $0 % channels) }
  }

  @Test(arguments: [CaptureFormat.Precision.bits16, .bits24, .float], [1, 2, 3])
  func `a WAV holds every sample, and says so at every moment`(
    precision: CaptureFormat.Precision, channels: Int
  ) throws {
    let folder = Folder(), path = folder.file("a.wav")
    let format = StreamFormat(sampleRate: 44_100, speakers: (0..<channels).map { .auxiliary($0) })
    let (file, descriptor) = try TakeFormat.wav.makeFile(path, CaptureFormat(format, precision))
    defer { close(descriptor) }
    let all = samples(1001, channels)
    try all.withUnsafeBufferPointer { all in
      for first in stride(from: 0, to: 1001, by: 7) {
        try file.append(
          UnsafeBufferPointer(rebasing: all[(first * channels)..<min(all.count, (first + 7) * channels)]))
        if first == 700 {
          #expect(try read(path, isGrowing: true).samples == Array(all[..<(707 * channels)]))
        }
      }
    }
    try file.finish()
    let found = try read(path)
    #expect(found.channels == channels)
    #expect(found.samples == all)
    #expect(try AudioFileReader(path: path).description.framesPromised == 1001)
  }

  @Test func `a WAV longer than 4 GiB is an RF64 file with the samples at the same place`() throws {
    let head = WaveHead(stereo, .float)
    let short = head.bytes(dataBytes: 4000), long = head.bytes(dataBytes: 5 << 30)
    #expect(short.count == head.count && long.count == head.count)
    #expect(String(decoding: short[..<4], as: UTF8.self) == "RIFF")
    #expect(String(decoding: long[..<4], as: UTF8.self) == "RF64")
    let folder = Folder(), path = folder.file("long.wav")
    let descriptor = open(path.string, O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    // A hole: no disk is needed for it.
    try #require(ftruncate(descriptor, off_t(head.count)) == 0)
    try #require(pwrite(descriptor, long, long.count, 0) == long.count)
    ftruncate(descriptor, off_t(head.count + (5 << 30)))
    #expect(try AudioFileReader(path: path).description.framesPromised == 5 << 27)
  }

  @Test func `who follows a WAV reads on where it becomes an RF64 file`() throws {
    let folder = Folder(), path = folder.file("a.wav")
    let descriptor = open(path.string, O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    // From the third of six parts on.
    let file = Mutex(try GrowingWave(descriptor, path, stereo, .bits16, mostBytes: 250_000))
    let all = samples(150_000, 2), part = 50_000
    let write = { @Sendable (number: Int) in
      file.withLock { file in
        _ = all.withUnsafeBufferPointer {
          try? file.append(UnsafeBufferPointer(rebasing: $0[number * part..<(number + 1) * part]))
        }
        try? file.finish()
      }
    }
    write(0)
    let state = Mutex((milliseconds: 0, parts: 1)), log = Log<PeakReader.Event>()
    let following = Following(isExpected: true, now: { state.withLock { $0.milliseconds } }) { pause in
      let next = state.withLock {
        $0.milliseconds += pause
        $0.parts += 1
        return $0.parts - 1
      }
      if next < 6 { write(next) }
    }
    PeakReader(path: path, following: following, onEvent: log.took).readNow()
    #expect(try AudioFileReader(path: path).description.container == .rf64)
    guard case .opened(_, let peaks)? = log.all.first, case .finished(let report)? = log.all.last else {
      Issue.record("\(log.all)")
      return
    }
    #expect(
      report.frames == 150_000 && peaks.framesRead == 150_000 && report.isComplete && !report.isOutdated)
    #expect(try read(path).samples == all)
  }

  @Test func `channels of surround sound keep their loudspeakers`() throws {
    let folder = Folder(), path = folder.file("a.wav")
    let surround = StreamFormat(
      sampleRate: 48_000,
      speakers: [.frontLeft, .frontRight, .frontCenter, .lowFrequency, .rearLeft, .rearRight])
    let (file, descriptor) = try TakeFormat.wav.makeFile(path, CaptureFormat(surround, .bits16))
    defer { close(descriptor) }
    try samples(4800, 6).withUnsafeBufferPointer { try file.append($0) }
    try file.finish()
    #expect(
      try AudioFileReader(path: path).description.channelLabels == ["L", "R", "C", "LFE", "Ls", "Rs"])
  }

  @Test func `a FLAC file holds every sample, and one that was never finished nearly all of them`() throws {
    let folder = Folder(), path = folder.file("a.flac"), copy = folder.file("killed.flac")
    let (file, descriptor) = try TakeFormat.flac.makeFile(path, CaptureFormat(stereo, .bits16))
    defer { close(descriptor) }
    let all = samples(48_000, 2)
    try all.withUnsafeBufferPointer { all in
      for first in stride(from: 0, to: all.count, by: 960) {
        try file.append(UnsafeBufferPointer(rebasing: all[first..<first + 960]))
      }
    }
    try FileManager.default.copyItem(atPath: path.string, toPath: copy.string)
    let killed = try read(copy).samples
    #expect(killed.count >= all.count - 2 * 9600)
    #expect(killed == Array(all[..<killed.count]))
    try file.finish()
    #expect(try read(path).samples == all)
  }

  /// /dev/null takes every byte, but no length.
  @Test func `a WAV that cannot be given its length says so, and has its head all the same`() throws {
    let folder = Folder()
    let (file, descriptor) = try TakeFormat.wav.makeFile(
      folder.file("a.wav"), CaptureFormat(stereo, .bits16))
    defer { close(descriptor) }
    let nowhere = open("/dev/null", O_RDWR)
    defer { close(nowhere) }
    dup2(nowhere, descriptor)
    #expect(throws: AudioFileError.self) { try file.finish() }
  }

  @Test func `no recording replaces a file`() throws {
    let folder = Folder(), path = folder.file("a.wav")
    try Data([1]).write(to: URL(fileURLWithPath: path.string))
    for kind in TakeFormat.allCases {
      #expect(throws: AudioFileError.self) { try kind.makeFile(path, CaptureFormat(stereo, .float)) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path.string)) == Data([1]))
  }

  @Test func `FLAC says why it cannot hold nine channels, and leaves no file`() throws {
    let folder = Folder(), path = folder.file("a.flac")
    let nine = StreamFormat(sampleRate: 48_000, speakers: (0..<9).map { .auxiliary($0) })
    #expect(TakeFormat.flac.problem(with: nine)?.contains("at most 8 channels") == true)
    #expect(throws: AudioFileError.self) { try TakeFormat.flac.makeFile(path, CaptureFormat(nine, .float)) }
    #expect(!FileManager.default.fileExists(atPath: path.string))
  }

  @Test func `room is told in minutes when there is little`() {
    let room = RoomWatch(bytesPerSecond: 384_000)
    #expect(room.minutes(left: 384_000 * 60 * 7 + 1, below: 30) == 7)
    #expect(room.minutes(left: 384_000 * 59, below: 30) == 0)
    #expect(room.minutes(left: 384_000 * 60 * 30, below: 30) == nil)
  }
}
