// BlockReadingTests.swift
// Sources that are read from the beginning of a range to its end: all of it, until nobody wants more, or up to an error that
// says where the samples end. Then what is made of such a reading: a part never passes for the whole.

import AudioFormats
import HostIO
import Measures
import Spectral
import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import Recording

/// Frames that count up in one channel and down in the other.
private final class CountingSource: SampleSource {
  let path: FilePath = "/nowhere/counted.wav"
  let channels = 2, sampleRate = 8000
  let length: Int
  /// Frames that a read gives at most.
  private let most: Int
  private let reads = Mutex<[FrameRange]>([])
  private let isCancelled = Atomic(false)

  init(_ length: Int, atOnce most: Int = .max) {
    self.length = length
    self.most = most
  }

  /// What has been asked for.
  var wanted: [FrameRange] { reads.withLock { $0 } }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    reads.withLock { $0.append(range) }
    let inside = range.clamped(toLength: isCancelled.load(ordering: .relaxed) ? 0 : length).prefix(most)
    let first = inside.isEmpty ? range.lowerBound : inside.lowerBound
    return SampleSlice(
      range: first..<first + inside.count, channels: 2, samples: Self.samples(first..<first + inside.count))
  }

  static func samples(_ range: FrameRange) -> [Float] {
    range.flatMap { [Float($0) / 0x1p20, -Float($0) / 0x1p20] }
  }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }
}

/// The first frame that is missing; nil when nothing is said to be.
private func missing(_ body: () throws -> Void) -> Int? {
  do {
    try body()
    return nil
  } catch {
    return ((error as? AudioFileError)?.cause as? EarlyEnd)?.frame
  }
}

@Suite struct `A range that is read in blocks` {
  @Test(arguments: 1...24) func `is whole, in its order, in blocks of any size`(size: Int) throws {
    let source = CountingSource(20)
    for first in 0...20 {
      for end in first...20 {
        var samples: [Float] = [], sizes: [Int] = []
        let isWhole = try source.forEachBlock(of: first..<end, frames: size) { slice in
          sizes.append(slice.range.count)
          #expect(slice.range.lowerBound == first + samples.count / 2)
          slice.withSamples { samples += $0 }
        }
        #expect(isWhole && samples == CountingSource.samples(first..<end))
        #expect(sizes.dropLast().allSatisfy { $0 == size } && sizes.allSatisfy { 1...size ~= $0 })
      }
    }
    #expect(source.wanted.allSatisfy { $0.count <= size && $0.upperBound <= 20 })
  }

  @Test(arguments: 0...20) func `tells which frame is missing, after all that there are`(length: Int) throws {
    let source = CountingSource(length)
    for size in 1...24 {
      for first in 0...length {
        for promised in length + 1...length + 3 {
          var samples: [Float] = []
          let end = missing {
            try source.forEachBlock(of: first..<promised, frames: size) { $0.withSamples { samples += $0 } }
          }
          #expect(end == length && samples == CountingSource.samples(first..<length))
        }
        #expect(missing { try source.forEachBlock(of: first..<length, frames: size) { _ in } } == nil)
      }
    }
  }

  @Test func `is named in the error`() throws {
    let error = #expect(throws: AudioFileError.self) {
      try CountingSource(5).forEachBlock(of: 0..<6) { _ in }
    }
    #expect(error?.path == "/nowhere/counted.wav" && error?.code == .readFailed && error?.isEarlyEnd == true)
    #expect(AudioFileError(.readFailed, path: "/nowhere").isEarlyEnd == false)
  }

  @Test func `goes on after a read that gave less, for that is no end`() throws {
    var samples: [Float] = []
    let source = CountingSource(100, atOnce: 7)
    let isWhole = try source.forEachBlock(of: 3..<100, frames: 16) { $0.withSamples { samples += $0 } }
    #expect(isWhole && samples == CountingSource.samples(3..<100))
  }

  @Test(arguments: 0...5) func `ends before the block that nobody wants`(blocks: Int) throws {
    let source = CountingSource(50)
    var taken = 0
    let isWhole = try source.forEachBlock(of: 0..<50, frames: 10, goesOn: { taken < blocks }) { _ in
      taken += 1
    }
    #expect(isWhole == (blocks == 5) && taken == blocks && source.wanted.count == blocks)
  }

  @Test func `may be empty, wherever it lies`() throws {
    let source = CountingSource(50)
    for frame in [0, 20, 50, 70] {
      let isWhole = try source.forEachBlock(of: frame..<frame) { _ in Issue.record("a block of nothing") }
      #expect(isWhole)
    }
    #expect(source.wanted.isEmpty)
  }

  @Test func `is no error when the source was cancelled by whoever gave it up`() throws {
    let source = CountingSource(50)
    var goesOn = true
    let isWhole = try source.forEachBlock(
      of: 0..<50, frames: 10,
      goesOn: {
        defer { if source.wanted.count == 2 { goesOn = false } }
        return goesOn
      }
    ) { slice in
      if slice.range.upperBound == 20 { source.cancel() }
    }
    #expect(!isWhole && source.wanted.count == 3)
    // Twin: nobody has given it up.
    #expect(missing { try source.forEachBlock(of: 0..<50) { _ in } } == 0)
  }

  @Test func `ends with the error of whoever takes it`() {
    let source = CountingSource(50)
    let error = #expect(throws: AudioFileError.self) {
      try source.forEachBlock(of: 0..<50, frames: 10) { (slice) throws(AudioFileError) in
        if slice.range.lowerBound == 20 { throw AudioFileError(.noSpace, path: "/full") }
      }
    }
    #expect(error?.code == .noSpace && source.wanted.count == 3)
  }
}

@Suite struct `A source that must be whole` {
  @Test func `gives what the other one has, and nothing behind its length`() throws {
    let whole = WholeSource(CountingSource(60), length: 50)
    for range in [0..<50, 7..<9, 40..<50, 20..<20, 50..<50, 40..<70, 55..<70, -5..<3] {
      let inside = range.clamped(toLength: 50)
      let slice = try whole.read(range)
      #expect(slice.range == inside && slice.withSamples { Array($0) } == CountingSource.samples(inside))
    }
    #expect(whole.path == "/nowhere/counted.wav" && whole.channels == 2 && whole.sampleRate == 8000)
  }

  @Test func `tells when less comes than it was said to have`() {
    let source = CountingSource(40)
    let short = WholeSource(source, length: 50)
    for range in [0..<50, 39..<41, 45..<47, 30..<90] {
      #expect(missing { _ = try short.read(range) } == max(40, range.lowerBound))
    }
    // Twin: what it has, it gives.
    for range in [0..<40, 39..<40, 50..<60] { #expect(missing { _ = try short.read(range) } == nil) }
  }
}

@Suite struct `What is made of samples that are in no file` {
  private let length = 150_000

  /// All that there is, and up to the last frames but some.
  private static let ends = [150_000, 149_999, 70_000, 65_536, 0]

  @Test(arguments: ends) func `measures are those of the whole, or none`(end: Int) throws {
    let source = CountingSource(end), shape = MeasureShape(channels: 2, sampleRate: 8000)
    var blocks: MeasuredBlocks?
    let told = missing {
      blocks = try RecordingMeasures.blocks(
        of: source, length: length, shape, goesOn: { true }, progressed: { _ in })
    }
    #expect(told == (end < length ? end : nil))
    guard end == length else {
      #expect(blocks == nil)
      return
    }
    // In the same blocks, in whose order sums are rounded.
    let builder = MeasureBuilder<Float>(shape)
    for first in stride(from: 0, to: length, by: 65_536) {
      let part = CountingSource.samples(first..<min(first + 65_536, length))
      part.withUnsafeBufferPointer { builder.append($0.baseAddress!, frames: $0.count / 2) }
    }
    #expect(blocks?.measures == MeasuredBlocks(builder).measures)
  }

  @Test(arguments: ends) func `spectra are those of the whole, or none`(end: Int) throws {
    var pyramid: SpectrogramPyramid?
    let told = missing {
      pyramid = try RecordingSpectra.pyramid(
        of: CountingSource(end), length: length, settings: SpectrogramSettings(), goesOn: { true })
    }
    #expect(told == (end < length ? end : nil))
    #expect(pyramid?.length == (end == length ? length : nil))
  }

  @Test(arguments: ends) func `peaks are those of the whole, or an error is delivered`(end: Int) throws {
    let source = CountingSource(end), log = EventLog()
    let description = AudioDescription(
      container: .function, encoding: Encoding(.float, bits: 32), layout: .usual(2), sampleRate: 8000,
      framesPromised: length, isFloat: true, isLossy: false, seeking: .exact, byteCount: 1)
    let reader = SourcePeakReader(
      SourcePeakReader.Request(
        path: source.path, description: description, length: length, visible: 0..<0),
      of: source, samples: source, onEvent: log.take)
    reader.start()
    #expect(log.waitForEnd())
    #expect((log.error?.cause as? EarlyEnd)?.frame == (end < length ? end : nil))
    #expect(log.report?.frames == (end == length ? length : nil))
  }

  @Test func `a reading that is given up makes nothing, and says nothing`() throws {
    let shape = MeasureShape(channels: 2, sampleRate: 8000)
    for end in Self.ends {
      let blocks = try RecordingMeasures.blocks(
        of: CountingSource(end), length: length, shape, goesOn: { false }, progressed: { _ in })
      #expect(blocks == nil)
    }
  }

  @Test(arguments: ends) func `beginnings of sounds are all found, or none`(end: Int) throws {
    let source = CountingSource(end)
    #expect(missing { _ = try source.onsets(in: 0..<length, length: length) } == (end < length ? end : nil))
    // The last piece is looked at first.
    let behind = missing { _ = try source.onset(beside: length, isForward: false, length: length) }
    #expect(behind.map { $0 >= end } ?? (end == length))
    // Nothing that is missing is asked for.
    #expect(missing { _ = try source.onsets(in: 0..<end, length: end) } == nil)
  }
}
