// AudioExportTests.swift
// What is exported comes back bit for bit, and what is given up or fails leaves nothing behind.

import AudioDecoding
import AudioExport
import AudioFormats
import Foundation
import HostIO
import Recording
import Spectral
import Synchronization
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@Suite struct AudioExportTests {
  let folder = TestFolder()

  private final class Outcome: Sendable {
    let events = Mutex<[AudioExport.Event]>([])

    var last: String { events.withLock { "\($0.last.map { "\($0)" } ?? "nothing")" } }
    var progress: [Double] {
      events.withLock { $0.compactMap { if case .progress(let fraction) = $0 { fraction } else { nil } } }
    }
  }

  private func recording(_ samples: [Float], sampleRate: Int = 44_100) throws -> (ExportSource, FilePath) {
    let path = folder.file("in.wav")
    let writer = try AudioFileWriter(
      OutputFile(path, notOver: folder.file("none")), format: .wavFloat, layout: .usual(2),
      sampleRate: sampleRate)
    try samples.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
    let description = try AudioFileReader(path: path).description
    return (
      ExportSource(
        name: "Original", path: path, options: OpenOptions(), description: description,
        length: samples.count / 2), path
    )
  }

  private func run(
    _ source: ExportSource, _ range: FrameRange?, to name: String, _ format: ExportFormat
  ) throws -> (FilePath, Outcome) {
    let path = folder.file(name)
    let outcome = Outcome()
    let file = try OutputFile(path, notOver: folder.file("none"))
    AudioExport(
      source, range: range, path: path,
      writer: { () throws(AudioFileError) in
        try AudioFileWriter(file, format: format, layout: source.layout, sampleRate: source.sampleRate)
      }, event: { event in outcome.events.withLock { $0.append(event) } }
    ).runNow()
    return (path, outcome)
  }

  @Test(arguments: [ExportFormat.wav16, .wav24, .wavFloat, .flac16, .flac24])
  func `all of a recording, and a stretch of it, come back bit for bit`(format: ExportFormat) throws {
    let step: Float = format == .wav16 || format == .flac16 ? 32_768 : 8_388_608
    let samples = TestSound.tones(frames: 100_000, channels: 2).map { ($0 * step).rounded() / step }
    let (source, _) = try recording(samples)
    for range in [nil, 0..<100_000, 33_333..<66_667, 99_999..<100_000] as [FrameRange?] {
      let (path, outcome) = try run(source, range, to: "out.\(format.suffixes[0])", format)
      #expect(outcome.last == "finished(losses: [])")
      let frames = range ?? 0..<100_000
      #expect(TestSound.decodeFloat(path) == Array(samples[frames.lowerBound * 2..<frames.upperBound * 2]))
      let progress = outcome.progress
      #expect(progress.count <= 100 && progress.last == 1 && progress == progress.sorted())
    }
  }

  @Test func `integers of 32 bits come back bit for bit, in part and in other channels as well`() throws {
    var numbers = RandomNumbers(seed: 32)
    var samples = (0..<300_000).map { _ in Int32(truncatingIfNeeded: numbers.next()) }
    samples.replaceSubrange(0..<6, with: [.min, .max, 0, 1, -1, .max - 1])
    let data = samples.flatMap { little(Int($0)) }
    let path = folder.write(WaveFile(data: data, bits: 32, channels: 3, rate: 48_000).bytes, as: "wide.wav")
    let description = try AudioFileReader(path: path).description
    #expect(description.precision == .bits32 && ExportFormat(path, description.precision) == .wav32)
    let whole = ExportSource(
      name: "Original", path: path, options: OpenOptions(), description: description, length: 100_000)
    for (source, picked) in [(whole, [0, 1, 2]), (whole.picking([2, 0]), [2, 0])] {
      for range in [nil, 70_001..<70_003, 1..<99_999] as [FrameRange?] {
        let (path, outcome) = try run(source, range, to: "out.wav", .wav32)
        #expect(outcome.last == "finished(losses: [])")
        let expected = (range ?? 0..<100_000).flatMap { frame in
          picked.flatMap { little(Int(samples[3 * frame + $0])) }
        }
        #expect(contents(path).suffix(expected.count) == expected[...])
      }
    }
  }

  /// Noise that a reduction of 0 dB leaves as it is: what comes out lines up with what went in.
  @Test(arguments: [0, 1, 65_536, 200_001])
  func `what noise reduction needs from before a stretch is left out`(
    first: Int
  ) throws {
    let samples = TestSound.tones(frames: 300_000, channels: 2)
    let (original, path) = try recording(samples)
    let profile = try NoiseProfile(
      SampleSlice(range: 0..<22_050, channels: 2, samples: Array(samples[..<44_100])), sampleRate: 44_100)
    let source = original.reduced(
      profile, NoiseReductionSettings(reduction: 0), to: .clean, named: "Clean", path: path)
    for range in [first..<first + 70_000, first..<300_000] {
      let (path, outcome) = try run(source, range, to: "out.wav", .wavFloat)
      #expect(outcome.last == "finished(losses: [])" && outcome.progress == outcome.progress.sorted())
      #expect(outcome.progress.last == 1)
      let found = TestSound.decodeFloat(path)
      #expect(found.count == 2 * range.count)
      #expect(zip(found, samples[(2 * first)...]).allSatisfy { abs($0 - $1) < 1e-5 })
    }
  }

  @Test func `a recording that ends too early is said, and nothing stays behind`() throws {
    let (source, _) = try recording(TestSound.tones(frames: 1000, channels: 2))
    let (_, outcome) = try run(source, 0..<1001, to: "out.wav", .wav16)
    #expect(outcome.last.contains("ended before all was read"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == ["in.wav"])
  }

  @Test(arguments: 0...6) func `what is given up at any moment leaves what was there, and nothing else`(
    blocks: Int
  ) throws {
    let path = folder.write(Array("old".utf8), as: "out.flac")
    let file = try OutputFile(path, notOver: folder.file("none"))
    let outcome = Outcome()
    let export = Mutex<AudioExport?>(nil)
    let source = ExportSource(name: "x", layout: .usual(1), sampleRate: 8000, length: nil, precision: .float)
    {
      (_, goesOn, take) throws(AudioFileError) in
      let samples = [Float](repeating: 0.25, count: 65_536)
      var (read, isWanting) = (0, true)
      while isWanting, goesOn() {
        if read == blocks { export.withLock { $0?.cancel() } }
        isWanting = try samples.withUnsafeBufferPointer { (block) throws(AudioFileError) in try take(block) }
        read += 1
      }
      guard goesOn() else { return nil }
      return ReadReport(
        frames: read * 65_536, framesPromised: nil, nonFiniteSamples: 0, isComplete: true, warnings: [],
        seeking: .exact)
    }
    let made = AudioExport(
      source, range: 0..<5 * 65_536, path: path,
      writer: { () throws(AudioFileError) in
        try AudioFileWriter(file, format: .flac16, layout: .usual(1), sampleRate: 8000)
      }, event: { event in outcome.events.withLock { $0.append(event) } })
    export.withLock { $0 = made }
    made.runNow()
    // Whether there is more shows in the block behind the range.
    let isWhole = blocks > 5
    #expect(outcome.last == (isWhole ? "finished(losses: [])" : "cancelled"))
    #expect((contents(path) == Array("old".utf8)) != isWhole)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == ["out.flac"])
  }

  /// Fails as a full disk does.
  private final class FullDisk: SampleWriter {
    private let path: FilePath
    private var left = 3
    init(_ path: FilePath) { self.path = path }

    func write(_ samples: UnsafeBufferPointer<Float>) throws(AudioFileError) {
      left -= 1
      if left == 0 { throw AudioFileError(.writeFailed, path: path, detail: Errno.noSpace.description) }
    }

    func finish() throws(AudioFileError) { Issue.record("finished") }
  }

  @Test func `numbers that are none are told where they are exported, and not beside that`() throws {
    var samples = TestSound.tones(frames: 100_000, channels: 2)
    samples[2 * 50_010] = .nan
    let (source, _) = try recording(samples)
    for (range, isTold) in [(0..<50_000, false), (50_000..<50_020, true), (50_011..<60_000, false)] {
      let (_, outcome) = try run(source, range, to: "out.wav", .wavFloat)
      #expect(
        outcome.last.hasPrefix("finished") && outcome.last.contains("1 sample is not a number") == isTold)
    }
  }

  @Test func `a full disk ends it with a sentence`() throws {
    let (source, path) = try recording(TestSound.tones(frames: 200_000, channels: 2))
    let outcome = Outcome()
    AudioExport(
      source, range: nil, path: path, writer: { FullDisk(path) },
      event: { event in outcome.events.withLock { $0.append(event) } }
    ).runNow()
    guard case .failed(let error) = outcome.events.withLock({ $0.last }) else {
      Issue.record("no failure")
      return
    }
    #expect(error.message == "“in.wav” could not be written: No space left on device.")
    #expect(error.advice.contains("free space"))
  }

  @Test func `the recording itself is never written over`() throws {
    let (_, path) = try recording(TestSound.tones(frames: 100, channels: 2))
    symlink(path.string, folder.file("link.wav").string)
    for target in [path, folder.file("link.wav")] {
      let error = #expect(throws: AudioFileError.self) { try OutputFile(target, notOver: path) }
      #expect(error?.reason.contains("it is the file that is read") == true)
    }
  }
}
