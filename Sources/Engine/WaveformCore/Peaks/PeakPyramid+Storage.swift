// PeakPyramid+Storage.swift
// Stores a complete pyramid and restores it, bit for bit, a stretch of bins at a time and without copies.
// Storing reads only what no longer changes. Restoring happens on one thread, before others know the pyramid.
// Pointers: a stretch never leaves its chunk, and is completely written before it is published.

/// What describes a complete pyramid, besides its bins.
public struct PeakPyramidShape: Hashable, Sendable {
  /// At least 1.
  public var channels: Int
  /// Frames per bin of level 0, even if that level was given up.
  public var baseFramesPerBin: Int
  /// The finest level that was kept.
  public var finestLevel: Int
  /// The number of levels with bins, from the finest on; coarser ones would repeat the last.
  public var levelCount: Int
  /// The length of the recording.
  public var frames: Int
  public var nonFiniteSamples: Int

  public init(
    channels: Int, baseFramesPerBin: Int, finestLevel: Int, levelCount: Int, frames: Int,
    nonFiniteSamples: Int
  ) {
    self.channels = channels
    self.baseFramesPerBin = baseFramesPerBin
    self.finestLevel = finestLevel
    self.levelCount = levelCount
    self.frames = frames
    self.nonFiniteSamples = nonFiniteSamples
  }

  /// The number of bins of one channel in each kept level, from the finest on; nil when the shape is
  /// impossible.
  public var binCounts: [Int]? {
    guard (1...PeakPyramidShape.mostChannels).contains(channels), frames >= 0,
      (256...PeakPyramid<Int16>.coarsestBase).contains(baseFramesPerBin),
      baseFramesPerBin.nonzeroBitCount == 1,
      // Beyond level 20 bins do not grow any more.
      finestLevel >= 0, levelCount >= 0, finestLevel <= 20, levelCount <= 21 - finestLevel,
      nonFiniteSamples >= 0, nonFiniteSamples / channels <= frames, (frames == 0) == (levelCount == 0)
    else { return nil }
    return (finestLevel..<finestLevel + levelCount).map { level in
      (frames - 1) / (baseFramesPerBin << (2 * level)) + 1
    }
  }

  /// The bytes of the bins of `binCounts`; nil when the shape is impossible or the number overflows.
  public func byteCount<Sample: PeakSample>(of sample: Sample.Type) -> Int? {
    guard let binCounts else { return nil }
    var total = 0
    for count in binCounts {
      let (bytes, overflow) = count.multipliedReportingOverflow(
        by: channels * MemoryLayout<PeakBin<Sample>>.stride)
      let (sum, overflowToo) = total.addingReportingOverflow(bytes)
      guard !overflow, !overflowToo else { return nil }
      total = sum
    }
    return total
  }

  /// More channels than any format that can be opened has.
  fileprivate static let mostChannels = 65_535
}

extension PeakPyramid {
  /// The shape of the pyramid; nil while it is not complete.
  public var shape: PeakPyramidShape? {
    guard isComplete else { return nil }
    let finest = finestLevel
    return PeakPyramidShape(
      channels: channels, baseFramesPerBin: baseFramesPerBin, finestLevel: finest,
      levelCount: levels[finest...].prefix { $0.count > 0 }.count, frames: framesRead,
      nonFiniteSamples: nonFiniteSamples)
  }

  /// Calls `body` with the bins of a complete pyramid, from the finest level to the coarsest, chunk by chunk,
  /// and within a chunk channel by channel.
  ///
  /// - Parameter body: gets the bytes of bins as they lie in memory; returns false to stop.
  /// - Returns: true when `body` got everything.
  public func store(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    precondition(isComplete)
    for level in levels[finestLevel...] {
      var bin = 0
      while bin < level.count {
        for stretch in level.stretches(from: bin, end: level.count)
        where !body(UnsafeRawBufferPointer(stretch)) {
          return false
        }
        bin += level.binsPerChunk
      }
    }
    return true
  }

  /// A complete pyramid from the bytes that `store` gave.
  ///
  /// - Parameters:
  ///   - shape: the shape of the stored pyramid. It may come from any file: no more memory is allocated than
  ///     `budget` and one chunk per level, and only as `body` fills it.
  ///   - body: fills the next bins; returns false to stop.
  /// - Returns: nil when the shape is impossible within `budget`, or `body` stopped.
  public static func restored(
    _ shape: PeakPyramidShape, budget: Int = PeakPyramid.defaultBudget,
    _ body: (UnsafeMutableRawBufferPointer) -> Bool
  ) -> PeakPyramid? {
    guard let binCounts = shape.binCounts, let bytes = shape.byteCount(of: Sample.self), bytes <= budget
    else {
      return nil
    }
    let pyramid = PeakPyramid(
      channels: shape.channels, baseFramesPerBin: shape.baseFramesPerBin, budget: budget)
    pyramid.begin(atLevel: shape.finestLevel)
    for (index, count) in binCounts.enumerated() {
      let level = pyramid.levels[shape.finestLevel + index]
      for bin in stride(from: 0, to: count, by: level.binsPerChunk) {
        pyramid.addChunk(toLevel: shape.finestLevel + index)
        for stretch in level.stretches(from: bin, end: count) where !body(stretch) { return nil }
      }
      level.publish(count: count)
    }
    pyramid.publish(frames: shape.frames, isComplete: true, nonFinite: shape.nonFiniteSamples)
    return pyramid
  }
}

extension PeakLevel {
  /// The memory of the bins from `bin`, which begins a chunk, to the chunk's last bin or `end`: one piece for
  /// a whole chunk, else one for each channel.
  fileprivate func stretches(from bin: Int, end: Int) -> [UnsafeMutableRawBufferPointer] {
    let count = Swift.min(binsPerChunk, end - bin)
    let pieces = count == binsPerChunk ? 1 : channels
    return (0..<pieces).map { piece in
      UnsafeMutableRawBufferPointer(
        start: slots.bins(from: bin, channel: piece),
        count: count * (pieces == 1 ? channels : 1) * MemoryLayout<Bin>.stride)
    }
  }
}
