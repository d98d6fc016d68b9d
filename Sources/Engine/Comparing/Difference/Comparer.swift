// Comparer.swift
// The pass over two recordings that finds what differs. Runs on the caller's thread; memory does not depend on lengths.

import AudioFormats
import HostIO
import WaveformCore

/// Compares recordings sample by sample.
public enum Comparer {
  /// What differs between two recordings.
  ///
  /// - Parameters:
  ///   - lengthA, lengthB: frames of each, as read.
  ///   - alignment: of B against A.
  ///   - shouldStop: asked after every block.
  ///   - progressed: frames of `overlap` that were compared.
  /// - Returns: nil when `shouldStop` ended it.
  /// - Complexity: O(n); blocks of 65,536 frames.
  public static func compare(
    _ a: any SampleSource, lengthA: Int, _ b: any SampleSource, lengthB: Int,
    _ alignment: Alignment = .identity,
    shouldStop: () -> Bool = { false }, progressed: (_ frames: Int) -> Void = { _ in }
  ) throws(AudioFileError) -> DifferenceReport? {
    let overlap = alignment.overlap(
      lengthA: lengthA, rateA: a.sampleRate, lengthB: lengthB, rateB: b.sampleRate)
    let aligned = AlignedSource(b, alignment, channels: a.channels, sampleRate: a.sampleRate)
    var sums = ComparedSums(overlap, sampleRate: a.sampleRate, channels: a.channels)
    var frame = overlap.lowerBound
    while frame < overlap.upperBound {
      guard !shouldStop() else { return nil }
      let slice = try a.read(frame..<min(frame + 65_536, overlap.upperBound))
      if slice.range.isEmpty { break }
      sums.add(slice, try aligned.read(slice.range))
      frame = slice.range.upperBound
      progressed(frame - overlap.lowerBound)
    }
    // What changes B, or leaves a part of one out, is no identity.
    let isUnaligned =
      alignment.offsetFrames == 0 && alignment.factor == 1 && alignment.driftPpm == 0
      && alignment.channels.isEmpty && a.channels == b.channels && a.sampleRate == b.sampleRate
      && lengthA == lengthB
    return sums.report(
      lengthA: lengthA, lengthB: lengthB, end: frame, isComparable: isUnaligned && frame == overlap.upperBound
    )
  }
}
