// NeedleScan.swift
// Looks for short stretches of one recording in the other, bit for bit, in one pass. A value.

import AudioFormats
import HostIO
import WaveformCore

/// Stretches of A that are looked for in B.
struct NeedleScan {
  private let pair: ShiftedPair
  private let needles: [Needle]

  private struct Needle {
    let place: Int
    let isInverted: Bool
    /// Interleaved.
    let samples: [Float]
  }

  /// Frames of a needle.
  static let length = 64

  /// - Parameters:
  ///   - places: frames of A; where it is silent, or nearly, there is nothing to look for.
  ///   - polarities: that it may have in B.
  init(_ pair: ShiftedPair, at places: [Int], polarities: [Bool] = [false]) throws(AudioFileError) {
    var needles: [Needle] = []
    for place in places {
      guard let slice = try pair.samples(.a, place..<place + Self.length),
        FrameKeys(slice, slice.range).hasEnoughChanges
      else { continue }
      let samples = slice.withSamples { Array($0) }
      for isInverted in polarities {
        needles.append(
          Needle(place: place, isInverted: isInverted, samples: isInverted ? samples.map { -$0 } : samples))
      }
    }
    self.pair = pair
    self.needles = needles
  }

  /// Where they are found.
  ///
  /// - Parameters:
  ///   - frames: of B.
  ///   - found: false ends it.
  /// - Complexity: O(n) of these frames
  func search(
    in frames: FrameRange, _ found: (_ match: Match, _ isInverted: Bool) -> Bool
  ) throws(AudioFileError) {
    guard let first = needles.first else { return }
    // By their first samples, of which a table of bits tells most others at once.
    var bits = [Bool](repeating: false, count: 1 << 12)
    for needle in needles { bits[Self.hash(needle.samples[0])] = true }
    let channels = first.samples.count / Self.length
    try pair.forEachBlock(of: .b, in: frames, overlap: Self.length - 1) { slice in
      slice.withSamples { samples in
        let end = samples.count - first.samples.count
        var index = 0
        while index <= end {
          if bits[Self.hash(samples[index])] {
            for needle in needles where samples[index...].starts(with: needle.samples) {
              let match = Match(a: needle.place, b: slice.range.lowerBound + index / channels)
              if !found(match, needle.isInverted) { return false }
            }
          }
          index += channels
        }
        return true
      }
    }
  }

  /// Zeros of either sign are one.
  @inline(__always)
  private static func hash(_ sample: Float) -> Int {
    Int(truncatingIfNeeded: ((sample + 0).bitPattern &* 0x9E37_79B1) >> 20)
  }
}
