// BandSourceTests.swift
// A filtered recording has the same samples however it is read, and ends where the recording does.

import AudioFormats
import Glibc
import HostIO
import Recording
import Spectral
import Synchronization
import SystemPackage
import Testing
import WaveformCore

/// Two channels of a sweep that can become longer; counts what is read of it.
private final class SweepSource: SampleSource {
  let path: FilePath = "/nowhere"
  let channels = 2, sampleRate = 8000
  private let length: Atomic<Int>
  private let reads = Mutex<[FrameRange]>([])
  private let isCancelled = Atomic<Bool>(false)

  init(_ length: Int) { self.length = Atomic(length) }

  func grow(to frames: Int) { length.store(frames, ordering: .releasing) }
  var ranges: [FrameRange] { reads.withLock { $0 } }
  var wasCancelled: Bool { isCancelled.load(ordering: .acquiring) }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    reads.withLock { $0.append(range) }
    let part = range.clamped(toLength: length.load(ordering: .acquiring))
    let samples = part.flatMap { frame -> [Float] in
      let time = Double(frame) / 8000
      return [Float(0.8 * sin(2 * .pi * (100 + 60 * time) * time)), Float(0.5 * cos(9000 * time))]
    }
    return SampleSlice(range: part, channels: 2, samples: samples)
  }

  func cancel() { isCancelled.store(true, ordering: .releasing) }
}

struct BandSourceTests {
  private static let length = 30_001
  private let pass = BandPass(FrequencyBand(low: 500, high: 1500)!, sampleRate: 8000)!

  private func samples(_ source: BandSource, _ range: FrameRange) throws -> [Float] {
    let slice = try source.read(range)
    #expect(slice.range.lowerBound == range.lowerBound && slice.channels == 2)
    return slice.withSamples { Array($0) }
  }

  @Test func `samples are those of the plain sum`() throws {
    let base = SweepSource(Self.length)
    let source = BandSource(base, pass), whole = try base.read(0..<Self.length)
    for middle in [0, 1, 700, 7000, 15_000, Self.length - 2] {
      let found = try samples(source, middle..<middle + 1)
      for channel in 0..<2 {
        var sum = 0.0
        for (index, weight) in weights.enumerated() {
          let frame = middle + index - pass.reach
          if whole.range.contains(frame) {
            sum += weight * Double(whole.sample(channel: channel, frame: frame))
          }
        }
        #expect(abs(Double(found[channel]) - sum) < 2e-6, "\(middle)")
      }
    }
  }

  /// Those of the filter: what it makes of an impulse.
  private var weights: [Double] {
    let filter = BandFilter(pass)
    var impulse = [Float](repeating: 0, count: filter.block)
    impulse[pass.reach] = 1
    let made = filter.samples(
      ofBlock: 0, of: SampleSlice(range: 0..<impulse.count, channels: 1, samples: impulse))
    return made.prefix(2 * pass.reach + 1).map(Double.init)
  }

  @Test(arguments: [1, 7, 441, 2000, 4096, 11_025, 40_000])
  func `reads of any length, forwards or not, give the same bits`(step: Int) throws {
    let whole = try samples(BandSource(SweepSource(Self.length), pass), 0..<Self.length)
    let source = BandSource(SweepSource(Self.length), pass)
    var joined: [Float] = []
    for first in stride(from: 0, to: Self.length, by: step) {
      joined += try samples(source, first..<min(first + step, Self.length))
    }
    #expect(joined == whole)
    for first in [20_000, 3, 12_345, Self.length - 5] {
      let end = min(first + step, Self.length)
      #expect(try samples(source, first..<end) == Array(whole[2 * first..<2 * end]))
    }
  }

  @Test func `it is read once, in order, and ends with its recording`() throws {
    let base = SweepSource(Self.length), source = BandSource(base, pass)
    for first in stride(from: 0, to: Self.length, by: 2000) { _ = try source.read(first..<first + 2000) }
    #expect(try source.read(Self.length - 10..<Self.length + 10).range == Self.length - 10..<Self.length)
    #expect(try source.read(Self.length..<Self.length + 10).range.isEmpty)
    #expect(try source.read(Self.length + 50_000..<Self.length + 50_010).range.isEmpty)
    // Nothing but what is missing: a decoder that goes forwards only does not start again.
    let inOrder = base.ranges.prefix { $0.lowerBound < Self.length }
    for (one, next) in zip(inOrder, inOrder.dropFirst()) {
      #expect(next.lowerBound >= min(one.upperBound, Self.length))
    }
  }

  @Test func `what a recording grows by is heard`() throws {
    let base = SweepSource(9000), source = BandSource(base, pass)
    #expect(try samples(source, 8000..<12_000).count == 2 * 1000)
    base.grow(to: Self.length)
    let whole = try samples(BandSource(SweepSource(Self.length), pass), 0..<Self.length)
    #expect(try samples(source, 8000..<12_000) == Array(whole[16_000..<24_000]))
  }

  @Test func `cancelling it leaves the recording to others`() throws {
    let base = SweepSource(Self.length)
    let shared = BandSource(base, pass)
    shared.cancel()
    #expect(try shared.read(0..<100).range.isEmpty && !base.wasCancelled)
    BandSource(base, pass, isOwner: true).cancel()
    #expect(base.wasCancelled)
  }
}
