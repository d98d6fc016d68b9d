// EarlyEndTests.swift
// Recordings that end before they were said to, while it is looked for how they lie: an answer that is made of a part of them
// would be about others. Each has a twin that is whole.

import AudioFormats
import HostIO
import Testing
import WaveformCore

@testable import Comparing

struct EarlyEndTests {
  private let sound = Sounds.varied(150_000, seed: 11)

  private func missing(_ body: () throws -> Void) -> Int? {
    do {
      try body()
      return nil
    } catch {
      return ((error as? AudioFileError)?.cause as? EarlyEnd)?.frame
    }
  }

  @Test(arguments: [149_999, 65_536, 1, 0]) func `peaks are made of all, or not at all`(end: Int) throws {
    let source = HeldSource(Array(sound[..<end]))
    #expect(
      missing { _ = try EnvelopeCurve.peaks(of: source, length: sound.count) { false } } == end)
    let peaks = try #require(try EnvelopeCurve.peaks(of: source, length: end) { false })
    #expect(peaks.framesRead == end)
    #expect(try EnvelopeCurve.peaks(of: source, length: sound.count) { true } == nil)
  }

  @Test(arguments: [149_999, 65_536, 1, 0]) func `a depth is that of all frames, or none`(end: Int) throws {
    let a = HeldSource(Array(sound[..<end])), b = HeldSource(sound.map { $0 / 2 })
    #expect(missing { _ = try DepthSums.of(a, b, 0..<sound.count) { false } } == end)
    let sums = try DepthSums.of(a, b, 0..<end) { false }
    let plain = sound[..<end].reduce(0.0) { $0 + Double($1) * Double($1) }
    #expect(abs(sums.a - plain) <= 1e-9 * plain && abs(sums.difference - plain / 4) <= 1e-9 * plain)
  }

  @Test(arguments: [100_000, 0]) func `what was cut off is told while it is looked for a place`(end: Int)
    throws
  {
    let whole = HeldSource(sound), short = HeldSource(Array(sound[..<end]))
    for (a, b) in [(short, whole), (whole, short)] {
      let told = missing { _ = try Aligner.align(a, lengthA: sound.count, b, lengthB: sound.count) }
      #expect(told.map { $0 >= end } == true)
    }
    // Twins: as long as they are said to be.
    let found = try #require(
      try Aligner.align(whole, lengthA: sound.count, HeldSource(sound), lengthB: sound.count))
    #expect(found.offsetFrames == 0 && found.certainty == 1)
    guard end > 0 else { return }
    let part = try #require(try Aligner.align(whole, lengthA: sound.count, short, lengthB: end))
    #expect(part.offsetFrames == 0 && part.certainty >= Alignment.surely)
  }
}
