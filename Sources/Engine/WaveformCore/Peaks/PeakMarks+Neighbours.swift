// PeakMarks+Neighbours.swift
// From one clipped or silent place to the next: found in the lists that are there, without reading a sample.

extension PeakMarks {
  /// The first place behind a frame, or the last one before it, where some channel has a mark.
  ///
  /// Channels are clipped together, a frame or two apart: runs that overlap each other are one place.
  ///
  /// - Parameters:
  ///   - kinds: what counts.
  ///   - frame: a place behind begins there or later; one before ends there or earlier.
  /// - Complexity: O(lists × log(runs)) for each run of the place
  public func place(of kinds: [MarkKind], beside frame: Int, isForward: Bool) -> FrameRange? {
    let lists = (0..<listCount).filter { kinds.contains(Self.kind(ofList: $0)) }.compactMap {
      self.lists[$0].load()
    }
    let found = lists.compactMap { isForward ? $0.run(from: frame) : $0.run(upTo: frame) }
    guard
      var place = isForward
        ? found.min(by: { $0.lowerBound < $1.lowerBound }) : found.max(by: { $0.upperBound < $1.upperBound })
    else { return nil }
    while true {
      let wider = lists.reduce(place) { $1.joined(to: $0) }
      if wider == place { return place }
      place = wider
    }
  }
}

extension MarkList {
  /// The first run that begins at a frame or later.
  fileprivate func run(from frame: Int) -> FrameRange? {
    reading { runs in
      var index = runs.next(endingAfter: frame, from: 0)
      if index < runs.count, runs.start(index) < frame { index += 1 }
      return index < runs.count ? runs[index] : nil
    }
  }

  /// The last run that ends at a frame or earlier.
  fileprivate func run(upTo frame: Int) -> FrameRange? {
    reading { runs in
      let index = runs.next(endingAfter: frame, from: 0)
      return index > 0 ? runs[index - 1] : nil
    }
  }

  /// A stretch with the runs that overlap it.
  fileprivate func joined(to frames: FrameRange) -> FrameRange {
    reading { runs in
      var joined = frames
      var index = runs.next(endingAfter: frames.lowerBound, from: 0)
      while index < runs.count, runs.start(index) < joined.upperBound {
        joined = min(joined.lowerBound, runs.start(index))..<max(joined.upperBound, runs.end(index))
        index += 1
      }
      return joined
    }
  }
}
