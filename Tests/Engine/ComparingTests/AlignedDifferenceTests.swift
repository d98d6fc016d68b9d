import AudioFormats
import Comparing
import HostIO
import SystemPackage
import TestSupport
import Testing
import WaveformCore

struct AlignedDifferenceTests {
  private func samples(_ source: any SampleSource, _ range: FrameRange) throws -> [Float] {
    try source.read(range).withSamples { Array($0) }
  }

  @Test func `a recording less itself is digital silence`() throws {
    let a = HeldSource(Sounds.varied(10_000, seed: 1), channels: 2)
    let difference = AlignedDifference(a, minus: a)
    #expect(try samples(difference, 0..<a.length) == [Float](repeating: 0, count: 10_000))
  }

  @Test func `offset, polarity and gain are taken back to the last bit`() throws {
    let sound = Sounds.varied(6_000, seed: 2)
    // Half as loud is exact in binary numbers.
    let b = HeldSource(sound[700...].map { -$0 / 2 })
    let alignment = Alignment(offsetFrames: 700, gain: 0.5, isInverted: true)
    let difference = try samples(AlignedDifference(b, minus: HeldSource(sound), alignment), 0..<6_000)
    #expect(difference[700...].allSatisfy { $0 == 0 })
    // Before B begins it is silent.
    #expect(Array(difference[..<700]) == sound[..<700].map { -$0 })
  }

  @Test func `every range is part of the whole, also between frames`() throws {
    let a = HeldSource(Sounds.varied(4_000, seed: 3), channels: 2)
    let b = HeldSource(Sounds.varied(5_000, seed: 4), channels: 2, rate: 11_025)
    for alignment in [Alignment(offsetFrames: -30), Alignment(offsetFrames: 12.3, gain: 1.7, driftPpm: 50)] {
      let whole = try samples(AlignedDifference(b, minus: a, alignment), 0..<2_000)
      let source = AlignedDifference(b, minus: a, alignment)
      var chance = RandomNumbers(seed: 5)
      for _ in 0..<50 {
        let from = Int.random(in: 0..<2_000, using: &chance),
          to = Int.random(in: from...2_000, using: &chance)
        #expect(try samples(source, from..<to) == Array(whole[2 * from..<2 * to]))
      }
    }
  }

  @Test func `it ends where the first recording ends`() throws {
    let a = HeldSource(Sounds.varied(100, seed: 6)), b = HeldSource(Sounds.varied(300, seed: 6))
    let difference = AlignedDifference(b, minus: a)
    #expect(try difference.read(50..<400).range == 50..<100)
    #expect(try difference.read(400..<500).range.isEmpty)
    difference.cancel()
    #expect(try difference.read(0..<50).range.isEmpty)
  }

  @Test func `drift leaves next to nothing`() throws {
    let sound = Sounds.resampled(Sounds.varied(20_000, seed: 7), from: 0, speed: 0.5, count: 40_000)
    let heard = Sounds.resampled(sound, from: 0, speed: 1 / (1 + 200 / 1e6), count: 39_000)
    let alignment = Alignment(driftPpm: 200)
    let inner = 100..<38_000
    let left = try samples(AlignedDifference(HeldSource(heard), minus: HeldSource(sound), alignment), inner)
    // 80 dB below: what the interpolation promises.
    #expect(Sounds.power(left) < 1e-8 * Sounds.power(Array(sound[inner])))
    let without = try samples(AlignedDifference(HeldSource(heard), minus: HeldSource(sound)), inner)
    #expect(Sounds.power(without) > 1e-2 * Sounds.power(Array(sound[inner])))
  }

  @Test func `a single channel is compared with each of several, and several with their mean`() throws {
    let mono = Sounds.varied(1_000, seed: 8)
    let stereo = mono.flatMap { [$0, $0] }
    let one = HeldSource(mono), two = HeldSource(stereo, channels: 2)
    #expect(try samples(AlignedDifference(one, minus: two), 0..<1_000).allSatisfy { $0 == 0 })
    #expect(try samples(AlignedDifference(two, minus: one), 0..<1_000).allSatisfy { $0 == 0 })
  }

  @Test func `an offset that cannot be is as far away as can be`() throws {
    let a = HeldSource(Sounds.varied(50, seed: 9))
    for offset in [Double.infinity, -.infinity, 1e300] {
      let difference = AlignedDifference(a, minus: a, Alignment(offsetFrames: offset))
      #expect(try samples(difference, 0..<50) == a.all.map { -$0 })
    }
  }

  @Test func `what a difference owns ends with it, and nothing else does`() throws {
    let a = CountedSource(access: .forward), b = CountedSource(access: .direct)
    let difference = AlignedDifference(b, minus: a)
    var another: (any SampleSource)? = difference.another()
    let copy = try #require(a.copies.first)
    another?.cancel()
    #expect(copy.cancels == 1 && a.cancels == 0 && b.cancels == 0)
    another = difference.another()
    another = nil
    #expect(a.copies.last?.cancels == 1 && a.copies.count == 2, "given up without a word")
    #expect(AlignedDifference(b, minus: b).another() is AlignedDifference && b.copies.isEmpty)
    AlignedDifference(b, minus: a, owning: [b]).cancel()
    #expect(b.cancels > 0 && a.cancels == 0)
  }
}

/// Counts how often it is copied and ended. One thread.
private final class CountedSource: SampleSource, @unchecked Sendable {
  let path: FilePath = "/nowhere"
  let channels = 1, sampleRate = 8_000
  let access: SampleAccess
  private(set) var cancels = 0
  private(set) var copies: [CountedSource] = []

  init(access: SampleAccess) { self.access = access }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    SampleSlice(range: range, channels: 1, samples: [Float](repeating: 0, count: range.count))
  }

  func another() -> any SampleSource {
    guard access != .direct else { return self }
    copies.append(CountedSource(access: access))
    return copies[copies.count - 1]
  }

  func cancel() { cancels += 1 }
}
