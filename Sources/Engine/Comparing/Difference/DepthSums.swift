// DepthSums.swift
// The powers whose ratio is a null depth. A value.

import AudioFormats
import Glibc
import HostIO
import WaveformCore

/// The energy of A, of B as it is aligned, and of their difference.
struct DepthSums {
  var a = 0.0, b = 0.0, difference = 0.0

  /// Adds a sample; what is no number has no energy.
  @inline(__always)
  mutating func add(_ first: Float, _ second: Float) {
    let (x, y) = (Double(first), Double(second)), d = y - x
    guard d.isFinite else { return }
    a += x * x
    b += y * y
    difference += d * d
  }

  mutating func add(_ other: DepthSums) {
    a += other.a
    b += other.b
    difference += other.difference
  }

  /// Those of some frames.
  ///
  /// - Parameters:
  ///   - b: on A's frames and channels.
  ///   - shouldStop: asked after every block; what is found then is no answer.
  static func of(
    _ a: any SampleSource, _ b: any SampleSource, _ frames: FrameRange, shouldStop: () -> Bool
  ) throws(AudioFileError) -> DepthSums {
    var sums = DepthSums()
    try a.forEachBlock(of: frames, goesOn: { !shouldStop() }) { (first) throws(AudioFileError) in
      let second = try b.read(first.range)
      first.withSamples { a in
        second.withSamples { b in
          for index in 0..<min(a.count, b.count) { sums.add(a[index], b[index]) }
        }
      }
    }
    return sums
  }

  /// The energy of the difference over that of the louder one, in decibels; nil when nothing differs.
  var decibels: Double? {
    difference > 0 ? 10 * log10(difference / max(a, b, .leastNormalMagnitude)) : nil
  }
}
