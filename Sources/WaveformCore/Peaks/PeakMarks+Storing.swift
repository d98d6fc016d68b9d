// PeakMarks+Storing.swift
// Marks as plain values and back. Storing reads what does not change any more; restoring happens on one thread, before
// anybody else knows the marks. What is restored may come from anywhere.

extension PeakMarks {
  /// A list as it is stored.
  public struct StoredList: Equatable, Sendable {
    /// The number of the list: below three times the channels.
    public var number: Int
    public var runs: [FrameRange]
    /// Runs that were found; not less than there are.
    public var found: Int
    /// Frames between two runs below which they were joined; 0 when none were.
    public var joinedGap: Int

    public init(number: Int, runs: [FrameRange], found: Int, joinedGap: Int) {
      self.number = number
      self.runs = runs
      self.found = found
      self.joinedGap = joinedGap
    }
  }

  /// All lists that hold something, in the order of their numbers; when nothing is written any more.
  public var stored: [StoredList] {
    (0..<listCount).compactMap { number in
      lists[number].load().map { list in
        StoredList(
          number: number, runs: list.reading { runs in (0..<runs.count).map { runs[$0] } },
          found: list.foundCount, joinedGap: list.joinedGap)
      }
    }
  }

  /// Takes in what was stored, which may come from anywhere; before anybody else knows these marks.
  ///
  /// - Parameter length: frames of the recording.
  /// - Returns: false when no recording can have these.
  public func restore(_ stored: [StoredList], length: Int) -> Bool {
    var before = -1
    for list in stored {
      guard list.number > before, list.number < listCount, list.found >= list.runs.count, list.joinedGap >= 0,
        (1...limit).contains(list.runs.count)
      else { return false }
      before = list.number
      var end = -1
      for run in list.runs {
        guard run.lowerBound > end, !run.isEmpty, run.upperBound <= length else { return false }
        end = run.upperBound
      }
      made(list.number).restore(list.runs, found: list.found, joinedGap: list.joinedGap)
    }
    settle(frames: length)
    return true
  }
}
