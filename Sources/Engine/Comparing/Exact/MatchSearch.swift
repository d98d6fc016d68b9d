// MatchSearch.swift
// The next place at which two recordings are the same again, behind one at which they are not any more. A value.

import AudioFormats
import HostIO
import WaveformCore

/// Frames of both recordings from which on they are the same.
struct Match: Equatable {
  let a: Int, b: Int
  /// Where B's frame 0 lies on A's axis.
  var shift: Int { a - b }
}

/// Looks for the nearest match: the one that leaves out the fewest frames of both together.
struct MatchSearch {
  let pair: ShiftedPair

  /// Frames that a match has at least.
  static let run = 32
  /// Frames of both that are looked at, and every which frame of B may begin a match: the nearer, the finer.
  private static let reaches = [
    (frames: 4_096, step: 1), (frames: 65_536, step: 32), (frames: 1 << 20, step: 32),
  ]
  /// Frames of a match over which it is looked for changes.
  static let proof = 8_192

  /// - Parameter likely: a shift that is taken where nothing but one stretch of one recording is missing in the other then.
  /// - Returns: nil where nothing is the same within a million frames, or when nobody waits any more.
  /// - Complexity: O(n) of the frames up to the match; at most 40 MB
  func next(after place: Match, likely: Int) throws(AudioFileError) -> Match? {
    if let match = try straight(place, to: likely) { return match }
    for reach in Self.reaches {
      if pair.isStopped { return nil }
      let a = try pair.keys(.a, place.a..<place.a + reach.frames)
      let b = try pair.keys(.b, place.b..<place.b + reach.frames)
      if let match = nearest(a, b, step: reach.step) {
        return Match(a: place.a + match.a, b: place.b + match.b)
      }
      // There is no more to look at.
      if a.count < reach.frames, b.count < reach.frames { return nil }
    }
    return nil
  }

  /// The match behind one gap that leads to a shift.
  private func straight(_ place: Match, to shift: Int) throws(AudioFileError) -> Match? {
    let gap = shift - place.shift
    guard gap != 0, abs(gap) <= Self.reaches.last!.frames else { return nil }
    let match = Match(a: place.a + max(0, gap), b: place.b + max(0, -gap))
    let frames = (match.a..<match.a + Self.proof).clamped(to: pair.overlap(shift))
    guard frames.count >= Self.run, frames.lowerBound == match.a else { return nil }
    let end = try pair.firstDifference(in: frames, shift: shift)
    guard end - match.a >= Self.run, try pair.keys(.a, match.a..<end).hasEnoughChanges else { return nil }
    return match
  }

  private func nearest(_ a: FrameKeys, _ b: FrameKeys, step: Int) -> Match? {
    var places: [UInt64: Int] = [:]
    b.forEachRun(of: Self.run) { start, hash in
      if start.isMultiple(of: step), places[hash] == nil { places[hash] = start }
      return true
    }
    guard !places.isEmpty else { return nil }
    var best: Match?
    a.forEachRun(of: Self.run) { start, hash in
      if let best, start > best.a + best.b + step { return false }
      guard let place = places[hash], a.agree(b, from: start, place, proof: Self.proof) else { return true }
      // A match may have begun before.
      var match = Match(a: start, b: place)
      while match.a > 0, match.b > 0, a.keys[match.a - 1] == b.keys[match.b - 1] {
        match = Match(a: match.a - 1, b: match.b - 1)
      }
      if match.a + match.b < best.map({ $0.a + $0.b }) ?? .max { best = match }
      return true
    }
    return best
  }
}

extension FrameKeys {
  /// Whether frames are the same from one of each on, for long enough and with changes enough.
  fileprivate func agree(_ other: FrameKeys, from own: Int, _ others: Int, proof: Int) -> Bool {
    let most = min(proof, count - own, other.count - others)
    var frames = 0, changes = 0
    while frames < most, keys[own + frames] == other.keys[others + frames] {
      if frames > 0, keys[own + frames] != keys[own + frames - 1] { changes += 1 }
      frames += 1
      if frames >= MatchSearch.run, changes >= Self.leastChanges { return true }
    }
    return false
  }
}
