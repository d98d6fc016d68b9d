// PeakPyramid.swift
// All zoom levels of one recording. Written by one `PeakBuilder` on the reader's thread, read by any thread
// at any time without a lock; what has been published never changes.

import Synchronization

/// Minima, maxima, RMS and mean |x| of a recording on a fixed grid, from fine to coarse.
///
/// Level 0 has `baseFramesPerBin` frames per bin, each further level four times as many. Bins begin at
/// multiples of their size, counted from frame 0, so the picture never changes shape during scrolling or
/// loading. When all levels together would exceed `budget`, the finest one is given up.
public final class PeakPyramid<Sample: PeakSample>: Sendable {
  /// How many bins of one level make a bin of the next.
  public static var levelFactor: Int { 4 }
  /// The coarsest base bins that a promised length can cause: a week of stereo in 32 MiB. A longer promise is
  /// taken for an error in the header; if it is true, levels are given up during reading.
  static var coarsestBase: Int { 1 << 14 }
  /// Enough levels for any Int of frames; an unused one takes a few words.
  static var levelCount: Int { 26 }
  /// The most bytes of all bins, by default.
  public static var defaultBudget: Int { 32 << 20 }

  public let channels: Int
  /// Frames per bin of the first finest level: 256 times a power of two.
  public let baseFramesPerBin: Int
  /// The most bytes of all bins.
  public let budget: Int

  /// Where the recording is clipped or digitally silent.
  public let marks: PeakMarks

  let levels: [PeakLevel<Sample>]
  private let finest = Atomic<Int>(0)
  private let frames = Atomic<Int>(0)
  private let complete = Atomic<Bool>(false)
  private let allocated = Atomic<Int>(0)
  private let notFinite = Atomic<Int>(0)

  /// - Parameters:
  ///   - channels: at least 1.
  ///   - expectedFrames: the expected length of the recording; it may turn out shorter or longer. An
  ///     impossible length counts as unknown.
  ///   - budget: bytes for all bins together; at least 1 MiB.
  public convenience init(
    channels: Int, expectedFrames: Int = 0, budget: Int = PeakPyramid.defaultBudget
  ) {
    let row = Double(channels * MemoryLayout<PeakBin<Sample>>.stride) * 4 / 3
    var framesPerBin = 256
    while Double(expectedFrames) / Double(framesPerBin) * row > Double(budget) { framesPerBin *= 2 }
    let base = framesPerBin <= Self.coarsestBase ? framesPerBin : 256
    self.init(channels: channels, baseFramesPerBin: base, budget: budget)
  }

  init(channels: Int, baseFramesPerBin: Int, budget: Int) {
    precondition(channels > 0 && budget >= 1 << 20)
    self.channels = channels
    self.baseFramesPerBin = baseFramesPerBin
    self.budget = budget
    marks = PeakMarks(channels: channels)
    levels = (0..<Self.levelCount).map { _ in PeakLevel(channels: channels, budget: budget) }
  }

  /// Frames per bin of the present finest level.
  public var framesPerBin: Int { framesPerBin(ofLevel: finest.load(ordering: .sequentiallyConsistent)) }

  /// The present finest level.
  var finestLevel: Int { finest.load(ordering: .sequentiallyConsistent) }

  /// Frames that lie in readable bins of the finest level.
  public var framesRead: Int { frames.load(ordering: .acquiring) }

  /// True when the last, partial bin has been written: nothing will change any more.
  public var isComplete: Bool { complete.load(ordering: .acquiring) }

  /// The present size of the bins in bytes.
  public var byteCount: Int { allocated.load(ordering: .relaxed) }

  /// The number of samples so far that were NaN or infinite; they are part of no bin.
  public var nonFiniteSamples: Int { notFinite.load(ordering: .relaxed) }

  func framesPerBin(ofLevel level: Int) -> Int { baseFramesPerBin << (2 * Swift.min(level, 20)) }

  // MARK: Readers

  /// Calls `body` with the finest level, which stays readable while `body` runs.
  @inline(__always)
  func reading<Result>(_ body: (_ finest: Int) -> Result) -> Result {
    // Sequentially consistent on both sides: either the writer sees this reader, or this reader sees that the
    // level has been given up, and takes the next one. So a level that was given up gets no new readers.
    while true {
      let level = finest.load(ordering: .sequentiallyConsistent)
      levels[level].readers.add(1, ordering: .sequentiallyConsistent)
      defer { levels[level].readers.subtract(1, ordering: .sequentiallyConsistent) }
      if finest.load(ordering: .sequentiallyConsistent) == level { return body(level) }
    }
  }

  // MARK: Writer

  func publish(frames count: Int, isComplete: Bool, nonFinite: Int) {
    notFinite.store(nonFinite, ordering: .relaxed)
    frames.store(count, ordering: .releasing)
    if isComplete { complete.store(true, ordering: .releasing) }
  }

  /// Sets the finest level; only before others can read.
  func begin(atLevel level: Int) { finest.store(level, ordering: .sequentiallyConsistent) }

  /// Gives up the finest level and frees its memory.
  ///
  /// Waits for its present readers: as long as it takes to read a few columns. This happens once each time
  /// the length has quadrupled.
  func giveUpFinestLevel() {
    let level = levels[finest.add(1, ordering: .sequentiallyConsistent).oldValue]
    while level.readers.load(ordering: .sequentiallyConsistent) > 0 {}
    allocated.subtract(level.release(), ordering: .relaxed)
  }

  func addChunk(toLevel level: Int) {
    levels[level].addChunk()
    allocated.add(levels[level].bytesPerChunk, ordering: .relaxed)
  }
}
