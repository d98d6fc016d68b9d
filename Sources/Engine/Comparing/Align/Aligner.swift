// Aligner.swift
// Finds how one recording lies against another.

import AudioFormats
import HostIO
import Localization
import WaveformCore

/// Aligns recordings. Blocks the calling thread; reads short stretches, and the whole only where no peaks are at hand.
public enum Aligner {
  /// How B lies against A.
  ///
  /// - Parameters:
  ///   - a, b: may have other rates and channels. They are read on this thread; the caller cancels them.
  ///   - lengthA, lengthB: frames of each, as read.
  ///   - peaksA, peaksB: complete; nil: envelopes are made by reading everything.
  ///   - shouldStop: asked every few milliseconds.
  /// - Returns: nil when `shouldStop` ended it. Recordings that do not fit have a `certainty` near 0, and a `doubt`.
  /// - Throws: the errors of `SampleSource.read`, and `earlyEnd` where samples that are read are missing.
  /// - Complexity: O(n log n) of the envelopes, where n is 50 for each second; at most 40 MB.
  public static func align(
    _ a: any SampleSource, lengthA: Int, _ b: any SampleSource, lengthB: Int,
    peaksA: WaveformPeaks? = nil, peaksB: WaveformPeaks? = nil, shouldStop: () -> Bool = { false }
  ) throws(AudioFileError) -> Alignment? {
    // The lower rate is the axis of the search: what only one of both can have is not looked at.
    if a.sampleRate > b.sampleRate {
      let found = try align(
        b, lengthA: lengthB, a, lengthB: lengthA, peaksA: peaksB, peaksB: peaksA, shouldStop: shouldStop)
      return found?.reversed(rateA: b.sampleRate, rateB: a.sampleRate)
    }
    let a = WholeSource(a, length: lengthA), b = WholeSource(b, length: lengthB)
    return try withoutActuallyEscaping(shouldStop) { (shouldStop) throws(AudioFileError) -> Alignment? in
      let pair = SearchedPair(a, lengthA: lengthA, b, lengthB: lengthB, shouldStop: shouldStop)
      guard pair.lengthA > 0, pair.lengthB > 0 else { return Alignment.nothing }
      let exact = ExactSearch(pair)
      if let copy = try exact?.copy() { return copy }
      guard let candidates = try OffsetCandidates.find(pair, lengthB: lengthB, peaks: (peaksA, peaksB)) else {
        return nil
      }
      guard var likely = try AlignmentSearch(pair, candidates, lengthB: lengthB).run() else { return nil }
      if likely.alignment.certainty < Alignment.surely {
        likely =
          try ChannelSearch(pair, candidates, lengthB: lengthB, shouldStop: shouldStop).found() ?? likely
      }
      let found = try exact?.alignment(beside: likely, candidates)
      return pair.isStopped ? nil : found ?? likely.alignment
    }
  }

  /// An alignment with all pieces, where a comparison has found differences that it does not know of: it is found at some
  /// places, here every frame is looked at.
  ///
  /// - Returns: the same where nothing else is the same bit for bit at another whole shift; nil when `shouldStop` ended it.
  /// - Complexity: O(n): both recordings are read once
  public static func withPieces(
    _ alignment: Alignment, _ a: any SampleSource, lengthA: Int, _ b: any SampleSource, lengthB: Int,
    shouldStop: () -> Bool = { false }
  ) throws(AudioFileError) -> Alignment? {
    guard alignment.mayHaveMorePieces else { return alignment }
    let a = WholeSource(a, length: lengthA), b = WholeSource(b, length: lengthB)
    return try withoutActuallyEscaping(shouldStop) { (shouldStop) throws(AudioFileError) -> Alignment? in
      let pair = SearchedPair(a, lengthA: lengthA, b, lengthB: lengthB, shouldStop: shouldStop)
      guard let exact = ExactSearch(pair, isInverted: alignment.isInverted) else { return alignment }
      return try exact.withPieces(alignment)
    }
  }
}
