// SampleSource+Blocks.swift
// The one way to read a range of a source from its beginning to its end: block by block, on the calling thread. Samples that
// do not come are an error, as what is computed of the rest would pass for the whole.

import HostIO
import Localization
import WaveformCore

/// That a source has fewer samples than it was said to have; the cause of an `AudioFileError`.
package struct EarlyEnd: Error, Equatable, Sendable {
  /// The first frame that is missing.
  package let frame: Int
}

extension AudioFileError {
  /// True when samples ended before they were promised to.
  package var isEarlyEnd: Bool { cause is EarlyEnd }
}

extension SampleSource {
  /// Reads a range, and hands on one block after the other.
  ///
  /// - Parameters:
  ///   - range: frames from 0, all of which the source is said to have.
  ///   - frames: how many are read at once; the last block is shorter.
  ///   - goesOn: asked before each block is read; false ends the reading.
  ///   - body: gets blocks that follow each other without a gap.
  /// - Returns: true when `body` has got the whole range; false when `goesOn` ended it.
  /// - Throws: the errors of `read` and `body`, and `earlyEnd` after the last frame that there is.
  /// - Complexity: one block in memory.
  @discardableResult
  package func forEachBlock(
    of range: FrameRange, frames: Int = 65_536, goesOn: () -> Bool = { true },
    _ body: (SampleSlice) throws(AudioFileError) -> Void
  ) throws(AudioFileError) -> Bool {
    var next = range.lowerBound
    while next < range.upperBound {
      guard goesOn() else { return false }
      let slice = try read(next..<next + min(frames, range.upperBound - next))
      guard slice.range.upperBound > next else {
        // Whoever gives a reading up may have cancelled the source as well, which ends it early.
        guard goesOn() else { return false }
        throw earlyEnd(at: next)
      }
      try body(slice)
      next = slice.range.upperBound
    }
    return true
  }

  /// The error that says that samples are missing from a frame on.
  package func earlyEnd(at frame: Int) -> AudioFileError {
    AudioFileError(
      .readFailed, path: path, detail: Sentence("it ended before all was read; reload it"),
      cause: EarlyEnd(frame: frame))
  }
}
