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
  /// - Throws: the errors of `SampleSource.read`, and `earlyEnd` where one has fewer frames than it should.
  /// - Complexity: O(n); blocks of 65,536 frames.
  public static func compare(
    _ a: any SampleSource, lengthA: Int, _ b: any SampleSource, lengthB: Int,
    _ alignment: Alignment = .identity,
    shouldStop: () -> Bool = { false }, progressed: (_ frames: Int) -> Void = { _ in }
  ) throws(AudioFileError) -> DifferenceReport? {
    let overlap = alignment.overlap(
      lengthA: lengthA, rateA: a.sampleRate, lengthB: lengthB, rateB: b.sampleRate)
    // Where B has no sound there is silence, so nothing but its own read knows that it ends early.
    let aligned = AlignedSource(
      WholeSource(b, length: lengthB), alignment, channels: a.channels, sampleRate: a.sampleRate)
    var sums = ComparedSums(overlap, sampleRate: a.sampleRate, channels: a.channels)
    let isWhole = try a.forEachBlock(of: overlap, goesOn: { !shouldStop() }) {
      (slice) throws(AudioFileError) in
      sums.add(slice, try aligned.read(slice.range))
      progressed(slice.range.upperBound - overlap.lowerBound)
    }
    guard isWhole else { return nil }
    // What changes B, or leaves a part of one out, is no identity.
    let isUnaligned =
      alignment.offsetFrames == 0 && alignment.factor == 1 && alignment.driftPpm == 0
      && alignment.channels.isEmpty && a.channels == b.channels && a.sampleRate == b.sampleRate
      && lengthA == lengthB
    return sums.report(lengthA: lengthA, lengthB: lengthB, isComparable: isUnaligned)
  }
}
