// ExactAlignmentTests.swift
// Recordings that are the same bit for bit but for frames that are missing or were put in: each place is found, whatever it
// sounds like, and what is told is true of the samples.

import AudioFormats
import Comparing
import TestSupport
import Testing
import WaveformCore

struct ExactAlignmentTests {
  private func aligned(_ a: [Float], _ b: [Float], channels: Int = 1) throws -> Alignment {
    let a = HeldSource(a, channels: channels), b = HeldSource(b, channels: channels)
    let found = try #require(try Aligner.align(a, lengthA: a.length, b, lengthB: b.length))
    return try #require(
      try Aligner.withPieces(found, a, lengthA: a.length, b, lengthB: b.length))
  }

  /// Checks every piece against the samples, and that no frame which both have is left out but for `slack`.
  private func expectPieces(
    _ found: Alignment, _ a: [Float], _ b: [Float], common: Int, slack: Int, _ comment: Comment
  ) {
    #expect(found.certainty >= Alignment.surely && found.driftPpm == 0 && found.gain == 1, comment)
    #expect(found.pieces.count > 1 && found.doubt != nil, comment)
    var told = 0, last = (a: 0, b: 0)
    for piece in found.pieces {
      let shift = Int(piece.offsetFrames), frames = piece.frames
      #expect(Double(shift) == piece.offsetFrames, comment)
      #expect(frames.lowerBound >= last.a && frames.lowerBound - shift >= last.b, "in order: \(comment)")
      last = (frames.upperBound, frames.upperBound - shift)
      let isSame = a[frames] == b[frames.lowerBound - shift..<frames.upperBound - shift]
      #expect(isSame == (piece.nullDepth == nil), comment)
      told += frames.count
    }
    #expect(told >= common - slack, "\(told) of \(common) frames: \(comment)")
  }

  @Test(arguments: Sounds.Kind.allCases, 0..<34)
  func `frames that are missing or were put in are found wherever they are`(_ kind: Sounds.Kind, round: Int)
    throws
  {
    var chance = RandomNumbers(seed: UInt64(round) * 31 + 7)
    let a = try Sounds.sixteenBits(kind, count: 60_000)
    let other = Sounds.sixteenBits(of: Sounds.noise(1_000, level: 0.2, seed: UInt64(round)))
    var b: [Float] = [], common = 0, edits: [Int] = [], at = 0
    let places = (0..<Int.random(in: 1...10, using: &chance)).map { _ in
      Int.random(in: 2_000..<57_000, using: &chance)
    }
    for place in places.sorted() where place > at {
      let count = Bool.random(using: &chance) ? 1 : Int.random(in: 1...1_000, using: &chance)
      b += a[at..<place]
      common += place - at
      let isMissing = Bool.random(using: &chance)
      if !isMissing { b += other[..<count] }
      at = isMissing ? place + count : place
      edits.append(isMissing ? -count : count)
    }
    b += a[at...]
    common += a.count - at
    // What lies between two places may be too short to be more than chance.
    let found = try aligned(a, b)
    expectPieces(found, a, b, common: common, slack: 32 * edits.count, "\(edits) at \(places.sorted())")
  }

  @Test(arguments: [-1, 1, 20], [false, true])
  func `one frame of a minute is no drift, and of two that cancel each is found`(count: Int, isTaken: Bool)
    throws
  {
    let a = Sounds.sixteenBits(of: Sounds.varied(600_000, seed: 3))
    var b = a
    let from = 300_000
    if count < 0 { b.remove(at: from) } else { b.insert(contentsOf: a[1_000..<1_000 + count], at: from) }
    // Between two places that anybody looks at.
    if isTaken, count > 0 { b.removeSubrange(from + 2_000..<from + 2_000 + count) }
    let common = min(a.count, b.count) - (isTaken && count > 0 ? count : 0)
    try expectPieces(aligned(a, b), a, b, common: common, slack: 0, "\(count)")
    let stereo = (a: a.flatMap { [$0, -$0 / 2] }, b: b.flatMap { [$0, -$0 / 2] })
    let found = try aligned(stereo.a, stereo.b, channels: 2)
    #expect(
      found.pieces.count == (isTaken && count > 0 ? 3 : 2) && found.pieces.allSatisfy { $0.nullDepth == nil })
  }

  @Test func `cuts of seconds, excerpts and samples that were replaced`() throws {
    let a = Sounds.sixteenBits(of: Sounds.varied(700_000, seed: 5))
    let cut = Array(a[..<180_000] + a[240_000...])
    try expectPieces(aligned(a, cut), a, cut, common: cut.count, slack: 0, "a cut")
    #expect(try aligned(a, cut).offsetFrames == 60_000)
    let excerpt = Array(a[50_000..<300_000] + a[300_001..<400_000])
    try expectPieces(aligned(a, excerpt), a, excerpt, common: excerpt.count, slack: 0, "an excerpt")
    // A click that was taken out is within a piece, whose null depth tells of it.
    var mended = cut
    for frame in 100_000..<100_040 { mended[frame] = 0 }
    let found = try aligned(a, mended)
    expectPieces(found, a, mended, common: cut.count, slack: 0, "a click")
    #expect(found.pieces.map { $0.nullDepth == nil } == [false, true])
    // Upside down.
    let turned = try aligned(a, cut.map { -$0 })
    #expect(turned.isInverted && turned.pieces.count == 2 && turned.pieces.allSatisfy { $0.nullDepth == nil })
  }

  @Test(arguments: Sounds.Kind.allCases, 0..<9)
  func `a copy is told whatever it sounds like, alone and beside silence`(_ kind: Sounds.Kind, round: Int)
    throws
  {
    var chance = RandomNumbers(seed: UInt64(round))
    // The longer ones are looked for by their levels.
    let a = try Sounds.sixteenBits(kind, count: round % 3 == 0 ? 600_000 : 40_000)
    let silence = (0..<2).map { _ in
      [Float](repeating: 0, count: round == 0 ? 0 : Int.random(in: 1...20_000, using: &chance))
    }
    let b = silence[0] + a + silence[1]
    let found = try aligned(a, b)
    #expect(found.offsetFrames == -Double(silence[0].count) && found.certainty == 1 && found.doubt == nil)
    #expect(try aligned(b, a).offsetFrames == Double(silence[0].count))
  }

  @Test(arguments: [Sounds.Kind.noise, .drone, .sweep, .speech], [40_000, 1_200_000])
  func `an excerpt of what hardly changes is told, but not of a tone`(_ kind: Sounds.Kind, count: Int) throws
  {
    let a = try Sounds.sixteenBits(kind, count: count)
    let from = count / 3
    let found = try aligned(a, Array(a[from..<from + count / 2]))
    #expect(found.offsetFrames == Double(from) && found.certainty >= Alignment.surely && found.doubt == nil)
    let tone = try Sounds.sixteenBits(.tone, count: count)
    let unsure = try aligned(tone, Array(tone[from..<from + count / 2]))
    #expect(unsure.certainty < Alignment.surely && unsure.doubt != nil && unsure.pieces.isEmpty)
  }
}
