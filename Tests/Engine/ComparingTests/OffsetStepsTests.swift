// OffsetStepsTests.swift
// Frames that are missing where samples are not the same bit for bit, offsets between frames, and clocks that run otherwise:
// each is told from the others.

import AudioFormats
import Comparing
import TestSupport
import Testing
import WaveformCore

struct OffsetStepsTests {
  private func aligned(_ a: [Float], _ b: [Float]) throws -> Alignment {
    let a = HeldSource(a), b = HeldSource(b)
    return try #require(try Aligner.align(a, lengthA: a.length, b, lengthB: b.length))
  }

  private func depth(_ a: [Float], _ b: [Float], _ alignment: Alignment) throws -> Double {
    let a = HeldSource(a), b = HeldSource(b)
    let report = try #require(
      try Comparer.compare(a, lengthA: a.length, b, lengthB: b.length, alignment))
    return report.nullDepth ?? -.infinity
  }

  /// The sound of another loudness, with noise 50 dB below it.
  private func copied(_ sound: [Float], seed: UInt64) -> [Float] {
    let level = Float((Sounds.power(sound) * 3).squareRoot()) * 0.003
    return zip(sound, Sounds.noise(sound.count, level: level, seed: seed)).map { 0.7 * ($0 + $1) }
  }

  @Test(arguments: [1, 2, 5, 40], 0..<4)
  func `frames that a copy lacks are no drift`(count: Int, round: Int) throws {
    var chance = RandomNumbers(seed: UInt64(10 * count + round))
    let a = Sounds.varied(600_000, seed: UInt64(50 + round))
    let place = Int.random(in: 100_000..<500_000, using: &chance)
    let isMissing = round.isMultiple(of: 2)
    let edited =
      isMissing
      ? Array(a[..<place] + a[(place + count)...]) : Array(a[..<place] + a[..<count] + a[place...])
    let found = try aligned(a, copied(edited, seed: UInt64(round)))
    #expect(found.driftPpm == 0 && found.certainty >= Alignment.surely && found.doubt != nil)
    #expect(abs(found.gain - 0.7) < 0.01)
    #expect(found.pieces.map(\.offsetFrames) == [0, isMissing ? Double(count) : -Double(count)])
    for piece in found.pieces { #expect(try #require(piece.nullDepth) < -35) }
    let border = try #require(found.pieces.first?.frames.upperBound)
    #expect(abs(border - place) < 16, "\(border) for \(place)")
    #expect(found.pieces.last?.frames.lowerBound == (isMissing ? border + count : border))
  }

  @Test(arguments: [0.25, 0.37, 0.5, -0.1, 3.03, 200.75], [20_000, 600_000])
  func `a shift between frames is found and taken back`(_ shift: Double, count: Int) throws {
    let wide = Sounds.withoutHighest(Sounds.varied(count / 2 + 500, seed: 61))
    let a = Sounds.resampled(wide, from: 0, speed: 0.5, count: count)
    let b = Sounds.resampled(wide, from: 100 + shift / 2, speed: 0.5, count: count - 1_000)
    let found = try aligned(a, b)
    #expect(abs(found.offsetFrames - 200 - shift) < 0.01 && found.driftPpm == 0 && found.doubt == nil)
    #expect(try depth(a, b, found) < -40)
    // Where nothing lies between frames, nothing is interpolated.
    #expect(try aligned(a, copied(Array(a[300...]), seed: 62)).offsetFrames == 300)
  }

  @Test(arguments: [1.0, 1.5, -7, 1_000]) func `a clock that runs otherwise lacks no frames`(_ ppm: Double)
    throws
  {
    let a = Sounds.varied(600_000, seed: 71)
    let b = Sounds.resampled(a, from: 0, speed: 1 / (1 + ppm / 1e6), count: 599_000)
    let found = try aligned(a, copied(b, seed: 72))
    #expect(abs(found.driftPpm - ppm) < 0.1 && found.pieces.isEmpty && found.certainty >= Alignment.surely)
  }

  @Test(arguments: 0..<12) func `a piece that is told is one`(round: Int) throws {
    var chance = RandomNumbers(seed: UInt64(round))
    // What is cut out comes of a sound whose levels repeat, while its samples do not.
    let levels = Sounds.varied(100_000, seed: 81)
    let noise = Sounds.noise(700_000, level: 1, seed: UInt64(82 + round))
    let a = noise.indices.map { noise[$0] * levels[$0 % levels.count].magnitude }
    let from = Int.random(in: 100_000..<400_000, using: &chance)
    let cut = Array(a[..<from] + a[(from + Int.random(in: 30_000..<200_000, using: &chance))...])
    let found = try aligned(a, copied(cut, seed: UInt64(round)))
    for piece in found.pieces { #expect(try #require(piece.nullDepth) <= -6) }
    #expect(found.pieces.map(\.frames.lowerBound) == found.pieces.map(\.frames.lowerBound).sorted())
    #expect(found.pieces.count == 2 && abs(found.pieces[0].frames.upperBound - from) < 64)
  }
}
