import AudioFormats
import Comparing
import HostIO
import TestSupport
import Testing
import WaveformCore

struct ComparerTests {
  private func report(
    _ a: HeldSource, _ b: HeldSource, _ alignment: Alignment = .identity
  ) throws -> DifferenceReport {
    try #require(try Comparer.compare(a, lengthA: a.length, b, lengthB: b.length, alignment))
  }

  @Test func `equal samples are identical, and nothing else is`() throws {
    let sound = Sounds.varied(9_000, seed: 1)
    let a = HeldSource(sound)
    let same = try report(a, HeldSource(sound))
    #expect(same.isIdentical && same.first == nil && same.worst == nil && same.nullDepth == nil)
    #expect(same.identicalFrames == 9_000 && same.identicalStretches == [0..<9_000])
    #expect(same.bands.allSatisfy { $0.nullDepth == nil } && same.depths.allSatisfy { $0 == nil })
    #expect(try !report(a, HeldSource(Array(sound.dropLast()))).isIdentical)
    #expect(try !report(a, HeldSource(sound, rate: 8_001)).isIdentical)
    #expect(try !report(a, HeldSource(sound.flatMap { [$0, $0] }, channels: 2)).isIdentical)
    let moved = try report(a, HeldSource(Array(sound[100...])), Alignment(offsetFrames: 100))
    #expect(!moved.isIdentical && moved.first == nil && moved.overlap == 100..<9_000)
    // One that changes what is not heard: a zero with a sign.
    let zeros = HeldSource([Float](repeating: 0, count: 10))
    #expect(try report(zeros, HeldSource([Float](repeating: -0.0, count: 10))).isIdentical)
  }

  @Test func `places and stretches are those that a plain search finds`() throws {
    // Longer than a block of the pass, so that stretches cross its borders.
    let rate = 8_000, count = 150_000
    let sound = Sounds.varied(count, seed: 2)
    var chance = RandomNumbers(seed: 3)
    for _ in 0..<4 {
      var other = sound
      for _ in 0..<Int.random(in: 1...60, using: &chance) {
        other[Int.random(in: 0..<count, using: &chance)] += Float.random(in: 0.001...0.1, using: &chance)
      }
      let found = try report(HeldSource(sound), HeldSource(other))
      let places = sound.indices.filter { sound[$0] != other[$0] }
      #expect(found.first == places.first && found.last == places.last)
      let worst = try #require(places.max { abs(other[$0] - sound[$0]) < abs(other[$1] - sound[$1]) })
      #expect(found.worst?.frame == worst && found.worst?.magnitude == abs(other[worst] - sound[worst]))
      #expect(found.identicalFrames == count - places.count)
      let edges = [-1] + places + [count]
      let stretches = zip(edges, edges.dropFirst()).map { $0 + 1..<$1 }.filter { $0.count >= rate / 10 }
      #expect(found.identicalStretches == stretches)
    }
  }

  @Test func `the null depth is the power of the difference over that of the louder`() throws {
    let sound = Sounds.varied(40_000, seed: 4)
    let other = HeldSource(sound.map { $0 * 1.25 })
    let found = try report(HeldSource(sound), other)
    // A quarter of A is a fifth of B: 20 · log10(0.2) dB.
    let depth = -13.979
    #expect(abs(try #require(found.nullDepth) - depth) < 0.01)
    for step in found.depths { #expect(abs(Double(try #require(step)) - depth) < 0.01) }
    for band in found.bands { #expect(abs(try #require(band.nullDepth) - depth) < 0.01) }
    #expect(found.framesPerStep == 8_000 && found.depths.count == 5)
    // With the gain taken back nothing is left but rounding.
    let aligned = try report(HeldSource(sound), other, Alignment(gain: 1.25))
    #expect(aligned.nullDepth ?? -.infinity < -120)
  }

  @Test func `a band tells in which octave the difference is`() throws {
    let sound = Sounds.noise(80_000, level: 0.1, seed: 5)
    let hum = Sounds.tone(80_000, 1_000.0 / 8_000)
    let found = try report(HeldSource(sound), HeldSource(zip(sound, hum).map { $0 + $1 / 100 }))
    let loudest = try #require(found.bands.max { $0.nullDepth ?? -200 < $1.nullDepth ?? -200 })
    #expect(loudest.frequencies.low < 1_000 && loudest.frequencies.high > 1_000)
    #expect(found.bands.map(\.frequencies.low).dropFirst() == found.bands.map(\.frequencies.high).dropLast())
    #expect(found.bands.last?.frequencies.high == 4_000)
  }

  @Test func `what is kept of a long list stays bounded, and is the longest`() throws {
    // Each stretch is one frame longer than the one before.
    let count = DifferenceReport.mostStretches * 3
    let lengths = (0..<count).map { 100 + $0 }
    var a: [Float] = [], b: [Float] = []
    for length in lengths {
      a += [Float](repeating: 0.5, count: length) + [0]
      b += [Float](repeating: 0.5, count: length) + [1]
    }
    // A tenth of a second is a hundred frames here.
    let found = try report(HeldSource(a, rate: 1_000), HeldSource(b, rate: 1_000))
    #expect(found.identicalStretches.map(\.count) == lengths.suffix(DifferenceReport.mostStretches))
  }

  @Test func `numbers that are none are a difference, and never a depth`() throws {
    let a = HeldSource([0.1, .nan, 0.3, 0.4]), b = HeldSource([0.1, .nan, .infinity, 0.4])
    let found = try report(a, b)
    #expect(found.first == 2 && found.last == 2 && found.worst?.magnitude == .infinity)
    #expect(found.nullDepth == nil)
  }

  @Test func `recordings that do not meet have nothing to compare`() throws {
    let a = HeldSource(Sounds.varied(100, seed: 6))
    for offset in [100.0, -100, 1e12] {
      let found = try report(a, a, Alignment(offsetFrames: offset))
      #expect(found.overlap.isEmpty && !found.isIdentical && found.first == nil)
    }
    #expect(try Comparer.compare(a, lengthA: 100, a, lengthB: 100, shouldStop: { true }) == nil)
  }

  /// What is missing at its end must not count as the same, nor as silence that differs.
  @Test(arguments: [70_000, 65_536, 100, 0]) func `one that ends early is no recording to compare`(end: Int)
    throws
  {
    let sound = Sounds.varied(70_001, seed: 7), count = sound.count
    let whole = HeldSource(sound), short = HeldSource(Array(sound[..<end]))
    for (a, b) in [(short, whole), (whole, short), (short, short)] {
      let error = #expect(throws: AudioFileError.self) {
        try Comparer.compare(a, lengthA: count, b, lengthB: count)
      }
      #expect((error?.cause as? EarlyEnd)?.frame == end)
    }
    // Twins: those that are as long as they are said to be.
    #expect(try report(whole, whole).isIdentical && report(short, short).isIdentical)
    let cut = try report(whole, short)
    #expect(!cut.isIdentical && cut.overlap == 0..<end && cut.first == nil && cut.lengthB == end)
    // What does not lie over the other one is not looked at.
    let apart = try Comparer.compare(
      whole, lengthA: count, short, lengthB: count, Alignment(offsetFrames: Double(count - end)))
    #expect(apart?.overlap.count == end && apart?.lengthB == count)
  }
}
