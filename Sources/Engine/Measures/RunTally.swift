// RunTally.swift
// Joins runs of clipped and silent samples that were found part by part, and counts those that are long enough in the
// blocks in which they lie. `MarkRecorder` does the same for the picture, which may join neighbours: counts may not.

import WaveformCore

/// Counts samples in runs. The result does not depend on where the parts were cut.
package struct RunTally {
  private struct Run {
    var start = 0, end = -1
    var isCounted = false
  }

  private var last: [Run]
  private var frames: Int

  /// - Parameter frame: the frame with which the first part begins.
  package init(channels: Int, from frame: Int) {
    last = Array(repeating: Run(), count: FoundMark.lists(channels: channels))
    frames = frame
  }

  /// Takes in what was found in the next part.
  ///
  /// - Parameter count: called with the kind, channel and frames of samples that are to be counted, and true when their
  ///   run begins with them.
  package mutating func append(
    _ found: [FoundMark], frames length: Int, _ count: (MarkKind, Int, FrameRange, _ isNew: Bool) -> Void
  ) {
    for mark in found {
      let part = mark.frames.lowerBound + frames..<mark.frames.upperBound + frames
      var run = last[mark.list]
      if run.end == part.lowerBound {
        run.end = part.upperBound
      } else {
        run = Run(start: part.lowerBound, end: part.upperBound)
      }
      if run.isCounted {
        count(mark.kind, mark.channel, part, false)
      } else if run.end - run.start >= mark.kind.fewestFrames {
        count(mark.kind, mark.channel, run.start..<run.end, true)
        run.isCounted = true
      }
      last[mark.list] = run
    }
    frames += length
  }
}
