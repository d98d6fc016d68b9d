// SampleSource+Taking.swift
// Hands samples that are in no file to a taker, on the calling thread.

import AudioFormats
import HostIO
import WaveformCore

extension SampleSource {
  /// Hands all samples to a taker, and finishes it.
  ///
  /// - Parameter length: frames of the source.
  /// - Returns: false when `goesOn` ended it.
  func take(
    _ length: Int, into taker: some RecordingTaker<Float>, goesOn: () -> Bool,
    progressed: (_ frames: Int) -> Void
  ) throws(AudioFileError) -> Bool {
    let isWhole = try forEachBlock(of: 0..<length, goesOn: goesOn) { slice in
      slice.withSamples { taker.append(samples: $0) }
      progressed(slice.range.upperBound)
    }
    if isWhole { taker.finish() }
    return isWhole
  }
}
