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
    nil
  }
}
