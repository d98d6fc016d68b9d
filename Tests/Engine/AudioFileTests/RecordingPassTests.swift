// RecordingPassTests.swift
// One reading for several takers: each makes what it makes alone, whatever the format, the blocks, the threads and the
// places where a recording is divided; and a pass that is ended early has handed over the beginning, in order.

import Decoding
import CSndfile
import Glibc
import HostIO
import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import Recording

/// Remembers all samples, in the order in which it got them, and in which thread's turn.
private final class Remembered<Sample: PeakSample>: RecordingTaker {
  let framesPerRun: Int
  let channels: Int
  private(set) var samples: [Sample] = []
  private(set) var isFinished = false
  let nonFiniteSamples = 0

  init(framesPerRun: Int, channels: Int) {
    self.framesPerRun = framesPerRun
    self.channels = channels
  }

  func reduce(_ samples: UnsafePointer<Sample>, runs: Int, from frame: Int) -> [Sample] {
    Array(UnsafeBufferPointer(start: samples, count: runs * framesPerRun * channels))
  }

  func append(_ part: [Sample]) { samples += part }
  func append(samples: UnsafeBufferPointer<Sample>) { self.samples += samples }
  func finish() { isFinished = true }
}

@Suite struct `A pass over a recording` {
  private static let formats: [(name: String, format: Int)] = [
    ("16.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16), ("float.wav", SF_FORMAT_WAV | SF_FORMAT_FLOAT),
    ("a.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16), ("24.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_24),
    ("a.mp3", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III), ("a.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS),
    ("a.opus", SF_FORMAT_OGG | SF_FORMAT_OPUS),
  ]
  private static let channels = 2

  private let folder = TestFolder()

  private func file(_ name: String, _ format: Int, frames: Int = 40_077) -> FilePath {
    let path = folder.file(name)
    let tones = TestSound.tones(frames: frames, channels: Self.channels)
    TestSound.write(tones, to: path, format: format, channels: Self.channels, sampleRate: 48_000)
    return path
  }

  private func open(_ path: FilePath) throws -> ReaderBox { ReaderBox(try AudioFileReader(path: path)) }

  private func run<Taker: RecordingTaker>(
    _ path: FilePath, into taker: Taker, workers: Int = 1, segment: Int? = nil,
    blocks: BlockSizes = .growing, goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws -> ReadReport? where Taker.Sample: DecodedSample & PeakSample {
    try RecordingPass(
      open(path), into: taker, options: OpenOptions(), blocks: blocks,
      parallelism: Parallelism(workers: workers, segmentFrames: segment), goesOn: goesOn
    ).run()
  }

  @Test(arguments: 1...2) func `a second thread takes samples only when two are granted`(granted: Int) throws
  {
    let reader = try open(file("16.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16))
    let threads = Mutex<Set<pthread_t>>([])
    let frames = Processors.granting(granted) {
      try? SamplePass(reader, blocks: .constant(1000)).run { _ in
        threads.withLock { _ = $0.insert(pthread_self()) }
        return true
      }?.frames
    }
    #expect(frames == 40_077)
    #expect(threads.withLock { $0.count } == granted)
  }

  /// The three takers, alone or together: all samples, audiowaveform's bins, and peaks.
  private struct Takers<Sample: DecodedSample & PeakSample> {
    let remembered = Remembered<Sample>(framesPerRun: 3, channels: channels)
    let bins: AudiowaveformTaker<Sample>
    let pyramid = PeakPyramid<Sample>(channels: channels)
    let peaks: PeakTaker<Sample>

    init(_ description: AudioDescription) {
      bins = AudiowaveformTaker(
        AudiowaveformBuilder(
          channels: channels, sampleRate: 48_000, framesPerPixel: 100, splitChannels: true), description)
      peaks = PeakTaker(PeakBuilder(pyramid))
    }

    var group: TakerGroup<Sample> { TakerGroup([remembered, bins, peaks]) }

    func columns(_ level: Int) -> [WaveformColumns] {
      let size = 256 << (2 * level)
      return (0..<channels).map {
        pyramid.columns(
          channel: $0, grid: PixelGrid(framesPerPixel: Double(size)), first: 0,
          count: (pyramid.framesRead + size - 1) / size)
      }
    }
  }

  private func compare<Sample: DecodedSample & PeakSample>(_ path: FilePath, _: Sample.Type) throws {
    let description = try open(path).reader.description
    let alone = Takers<Sample>(description)
    let report = try #require(try run(path, into: alone.remembered))
    #expect(try run(path, into: alone.bins)?.frames == report.frames)
    #expect(try run(path, into: alone.peaks)?.frames == report.frames)
    #expect(alone.remembered.samples.count == report.frames * Self.channels)
    for (workers, segment, block) in [(1, 9984, 13), (1, 9984, 777), (2, 9984, 4096), (5, 38_400, 65_536)] {
      let together = Takers<Sample>(description)
      let blocks = BlockSizes.constant(block)
      let found = try run(path, into: together.group, workers: workers, segment: segment, blocks: blocks)
      let what: Comment = "\(path), \(workers) threads, segments of \(segment), blocks of \(block)"
      #expect(found?.frames == report.frames && found?.warnings == report.warnings, what)
      #expect(together.remembered.samples == alone.remembered.samples, what)
      #expect(together.remembered.isFinished, what)
      #expect(together.bins.peaks?.values == alone.bins.peaks?.values, what)
      for level in 0..<3 { #expect(together.columns(level) == alone.columns(level), what) }
    }
  }

  @Test func `several takers get what each gets alone`() throws {
    for (name, format) in Self.formats {
      let path = file(name, format)
      if try open(path).reader.description.isFloat {
        try compare(path, Float.self)
      } else {
        try compare(path, Int16.self)
      }
    }
  }

  @Test func `a run of a group holds whole runs of all, or is not divided`() throws {
    func group(_ runs: [Int]) -> TakerGroup<Int16> {
      TakerGroup(runs.map { Remembered<Int16>(framesPerRun: $0, channels: 2) })
    }
    #expect(group([4]).framesPerRun == 4)
    #expect(group([4, 6, 10]).framesPerRun == 60)
    #expect(group([1 << 62, 3, 5]).framesPerRun == .max)
    // Two large primes: nothing is divided, and everybody gets everything.
    let path = file("a.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    let members = [65_537, 65_539].map { Remembered<Int16>(framesPerRun: $0, channels: 2) }
    _ = try run(path, into: TakerGroup(members), workers: 2, segment: 4096)
    for member in members { #expect(member.samples == TestSound.decodeInt16(path)) }
  }

  @Test(arguments: [1, 3])
  func `a pass that is ended at any block has handed over the beginning`(workers: Int) throws {
    let path = file("a.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    let whole = TestSound.decodeInt16(path)
    var ended = 0
    while true {
      let end = ended
      let asked = Mutex(0)
      let taker = Remembered<Int16>(framesPerRun: 7, channels: Self.channels)
      let group = TakerGroup<Int16>([taker])
      let report = try run(
        path, into: group, workers: workers, segment: 4096, blocks: .constant(2000),
        goesOn: {
          asked.withLock {
            $0 += 1
            return $0 <= end
          }
        })
      #expect(whole.starts(with: taker.samples), "ended at \(end)")
      #expect(taker.isFinished == (report != nil), "ended at \(end)")
      if report != nil {
        #expect(taker.samples == whole)
        break
      }
      ended += 1
    }
    #expect(ended > 10)
  }

  @Test func `whoever reads to the end is told what was lost`() throws {
    let whole = file("a.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    let cut = folder.write(Array(contents(whole).prefix(100_000)), as: "cut.wav")
    let taker = Remembered<Int16>(framesPerRun: 1, channels: Self.channels)
    let report = try #require(try run(cut, into: taker, workers: 2, segment: 4096))
    #expect(report.frames == taker.samples.count / Self.channels)
    #expect(!report.isComplete && report.warnings.count == 1)
  }
}
