// MarkRecorder.swift
// Joins runs that were found part by part, and records those that are long enough. Owned by a `PeakBuilder`,
// whose thread is the only writer of all lists. The result does not depend on where the parts were cut.

/// The only writer of a `PeakMarks`.
final class MarkRecorder {
  private let marks: PeakMarks
  /// The last run of each list. A pointer, because the runtime checks every access to a variable property of
  /// a class.
  private let last: UnsafeMutablePointer<Last>
  private var frames = 0, published = 0

  private struct Last {
    var start = 0, end = -1
    var isListed = false
  }

  /// - Parameter marks: new; this recorder becomes its only writer.
  init(_ marks: PeakMarks) {
    self.marks = marks
    last = .allocate(capacity: marks.listCount)
    last.initialize(repeating: Last(), count: marks.listCount)
  }

  deinit { last.deallocate() }

  /// Takes in what `MarkFinder` found in the next part.
  ///
  /// - Complexity: O(`found`)
  func append(_ found: [FoundMark], frames count: Int) {
    for mark in found {
      take(mark.frames.lowerBound + frames..<mark.frames.upperBound + frames, mark.list)
    }
    frames += count
  }

  /// Publishes the frame before which all marks are known.
  ///
  /// - Complexity: O(channels)
  func publish(isFinished: Bool) {
    guard frames > published || isFinished else { return }
    published = frames
    // A run that goes on may become long enough for a mark, or longer than it is drawn now.
    var settled = frames
    for list in 0..<marks.listCount where !isFinished && last[list].end == frames {
      settled = min(settled, last[list].start)
    }
    marks.settle(frames: settled)
  }

  private func take(_ frames: FrameRange, _ list: Int) {
    var run = last[list]
    if run.end == frames.lowerBound {
      run.end = frames.upperBound
    } else {
      run = Last(start: frames.lowerBound, end: frames.upperBound)
    }
    if run.isListed {
      marks.extendLast(ofList: list, to: run.end)
    } else if run.end - run.start >= PeakMarks.kind(ofList: list).fewestFrames {
      marks.append(run.start..<run.end, toList: list)
      run.isListed = true
    }
    last[list] = run
  }
}
