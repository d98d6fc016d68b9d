// FrameKeys.swift
// Frames as single numbers, so that stretches of them are found in others as words are in a text. A value.

import WaveformCore

/// One number for each frame of a stretch.
struct FrameKeys {
  let keys: [UInt64]

  init(_ keys: [UInt64]) { self.keys = keys }

  /// - Parameter range: of the slice.
  init(_ slice: SampleSlice, _ range: FrameRange) {
    let channels = slice.channels, from = range.lowerBound - slice.range.lowerBound
    keys = slice.withSamples { samples in
      (from..<from + range.count).map { frame in
        var key: UInt64 = 0
        for index in frame * channels..<(frame + 1) * channels {
          // Adding nothing takes a zero its sign.
          key = Self.mixed(key ^ UInt64((samples[index] + 0).bitPattern))
        }
        return key
      }
    }
  }

  /// Spreads each bit over all (a step of SplitMix64; S. Vigna, public domain).
  @inline(__always)
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return mixed ^ (mixed >> 27)
  }

  var count: Int { keys.count }

  /// So many frames that are unlike the one before are what a match needs at least: silence fits anywhere.
  static let leastChanges = 8

  var hasEnoughChanges: Bool {
    zip(keys, keys.dropFirst()).lazy.filter { $0 != $1 }.prefix(Self.leastChanges).count == Self.leastChanges
  }

  /// Calls `body` with the beginning and the hash of each run of `length` frames that is not all the same frame (the rolling
  /// hash of R. Karp and M. Rabin, 1987).
  ///
  /// - Parameter body: false ends it.
  func forEachRun(of length: Int, _ body: (_ start: Int, _ hash: UInt64) -> Bool) {
    guard keys.count >= length else { return }
    let base: UInt64 = 0x0000_0100_0000_01B3
    var top: UInt64 = 1
    for _ in 1..<length { top = top &* base }
    var hash: UInt64 = 0, change = -1
    for index in keys.indices {
      if index >= length { hash = hash &- keys[index - length] &* top }
      hash = hash &* base &+ keys[index]
      if index > 0, keys[index] != keys[index - 1] { change = index }
      let start = index + 1 - length
      if start >= 0, change > start, !body(start, hash) { return }
    }
  }
}
