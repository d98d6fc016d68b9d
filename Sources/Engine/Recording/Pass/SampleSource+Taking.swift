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
    var frame = 0
    while frame < length {
      guard goesOn() else { return false }
      let slice = try read(frame..<min(frame + 65_536, length))
      if slice.range.isEmpty { break }
      slice.withSamples { taker.append(samples: $0) }
      frame = slice.range.upperBound
      progressed(frame)
    }
    taker.finish()
    return true
  }
}
