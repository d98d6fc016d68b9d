// ExactWalk.swift
// Goes through two recordings from the beginning, and notes the stretches at which they are the same bit for bit, each at its
// whole shift: what is missing, put in or replaced lies between them. One thread.

import AudioFormats
import HostIO
import WaveformCore

/// A stretch of A that B has as well at one shift.
struct ExactPiece: Equatable {
  /// In frames of A; samples within it may have been replaced.
  var frames: FrameRange
  let shift: Int
  /// Of these, the ones that are the same.
  var identical: Int
}

/// One walk.
struct ExactWalk {
  let pair: ShiftedPair
  /// The shift at which both end together.
  private var last: Int { pair.lengthA - pair.lengthB }
  /// Frames behind a difference within which it goes on at the same shift, as behind a click that was taken out.
  private static let nearby = 256
  /// Gaps and differences after which the two are not the same.
  private static let mostGaps = 1_024, mostDifferences = 1 << 17

  /// - Parameter seeds: places that are the same, in the order of A.
  /// - Returns: in the order of both recordings; nil when nobody waits any more.
  /// - Complexity: O(n), but O(n) of a million frames for each gap that is longer than 4,096
  func pieces(_ seeds: [Match]) throws(AudioFileError) -> [ExactPiece]? {
    guard !seeds.isEmpty else { return [] }
    var pieces: [ExactPiece] = [], gaps = 0, differences = 0
    let start = Match(a: 0, b: 0)
    var place: Match? = start
    if try pair.firstDifference(in: 0..<1, shift: 0) == 0 { place = try next(after: start, seeds) }
    while let match = place {
      let overlap = pair.overlap(match.shift)
      let end = try pair.firstDifference(in: match.a..<overlap.upperBound, shift: match.shift)
      if pair.isStopped { return nil }
      if try says(match.a..<end, of: pieces.last, shift: match.shift) {
        pieces.add(match.a..<end, shift: match.shift)
      }
      let gap = Match(a: end, b: end - match.shift)
      guard end < overlap.upperBound, gaps < Self.mostGaps, differences < Self.mostDifferences else { break }
      differences += 1
      place = try resumed(after: gap)
      if place == nil {
        gaps += 1
        place = try next(after: gap, seeds)
      }
    }
    return pair.isStopped ? nil : pieces
  }

  /// Whether frames that are the same say anything: what is silent is the same anywhere, and so are a few by chance.
  private func says(_ frames: FrameRange, of piece: ExactPiece?, shift: Int) throws(AudioFileError) -> Bool {
    if piece?.shift == shift { return true }
    guard frames.count >= MatchSearch.run, let sound = try pair.firstSound(.a, in: frames) else {
      return false
    }
    let proof = sound..<min(frames.upperBound, sound + MatchSearch.proof)
    return try pair.keys(.a, proof).hasEnoughChanges
  }

  /// Where it goes on at the same shift behind few frames that differ; nil when it does not.
  private func resumed(after place: Match) throws(AudioFileError) -> Match? {
    let frames = Self.nearby + MatchSearch.run
    let a = try pair.keys(.a, place.a..<place.a + frames), b = try pair.keys(.b, place.b..<place.b + frames)
    var same = 0
    for index in 0..<min(a.count, b.count) {
      same = a.keys[index] == b.keys[index] ? same + 1 : 0
      guard same == MatchSearch.run else { continue }
      let from = index + 1 - same
      guard FrameKeys(Array(a.keys[from...index])).hasEnoughChanges else { return nil }
      return Match(a: place.a + from, b: place.b + from)
    }
    return nil
  }

  private func next(after place: Match, _ seeds: [Match]) throws(AudioFileError) -> Match? {
    if let match = try MatchSearch(pair: pair).next(after: place, likely: last) { return match }
    // Far away it is known only from places that were looked at.
    for seed in seeds where seed.a > place.a && seed.b > place.b {
      let from = max(place.a, place.b + seed.shift)
      guard from < seed.a else { continue }
      let last = try pair.lastDifference(in: from..<seed.a, shift: seed.shift)
      let begin = last.map { $0 + 1 } ?? from
      if pair.isStopped { return nil }
      return Match(a: begin, b: begin - seed.shift)
    }
    return nil
  }
}

extension [ExactPiece] {
  /// Adds what follows; at the shift of the last one it is part of that.
  fileprivate mutating func add(_ frames: FrameRange, shift: Int) {
    if let last, last.shift == shift {
      self[count - 1].frames = last.frames.lowerBound..<frames.upperBound
      self[count - 1].identical += frames.count
    } else {
      append(ExactPiece(frames: frames, shift: shift, identical: frames.count))
    }
  }
}
