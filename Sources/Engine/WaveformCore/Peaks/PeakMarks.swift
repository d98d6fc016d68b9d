// PeakMarks.swift
// Where a recording is clipped or digitally silent, however short that is. Marks are found while peaks are
// built, by the same writer; any thread reads them at any time without a lock.
// Storing reads only what no longer changes. Restoring happens on one thread, before others know the marks;
// the values it restores may come from any file.

import Synchronization

/// The marks of a recording.
///
/// Every run is kept as found, up to some ten thousand in each channel. Beyond that neighbours are joined,
/// but none is left out: the mark of every run stays at every zoom, and columns as wide as the closed gaps
/// show the same as before.
public final class PeakMarks: Sendable {
  let channels: Int
  /// The most runs of a list. All lists together take 6 MiB at most, unless there are very many channels.
  let limit: Int
  /// A list for each kind in each channel, made with its first run.
  nonisolated(unsafe) let lists: UnsafeMutablePointer<AtomicLazyReference<MarkList>>
  private let settled = Atomic<Int>(0)

  init(channels: Int, limit: Int? = nil) {
    self.channels = channels
    self.limit = limit ?? max(64, min(32_768, 131_072 / channels))
    lists = .allocate(capacity: channels * Self.kinds)
    for list in 0..<channels * Self.kinds { (lists + list).initialize(to: AtomicLazyReference()) }
  }

  deinit {
    lists.deinitialize(count: listCount)
    lists.deallocate()
  }

  private static var kinds: Int { MarkKind.allCases.count }
  var listCount: Int { channels * Self.kinds }
  static func list(_ kind: MarkKind, ofChannel channel: Int) -> Int { channel * kinds + kind.rawValue }
  static func kind(ofList list: Int) -> MarkKind { MarkKind(rawValue: list % kinds)! }

  // MARK: Readers

  /// All marks before this frame are known. Frames from here to those that have been read may still become a
  /// part of a run.
  public var settledFrames: Int { settled.load(ordering: .acquiring) }

  /// The number of runs of one kind found so far, in all channels.
  public func count(_ kind: MarkKind) -> Int {
    (0..<channels).reduce(0) { $0 + (list(kind, $1)?.foundCount ?? 0) }
  }

  /// The runs of one kind in one channel; some are joined when there are very many.
  public func runs(_ kind: MarkKind, channel: Int) -> [FrameRange] {
    list(kind, channel)?.reading { runs in (0..<runs.count).map { runs[$0] } } ?? []
  }

  private func list(_ kind: MarkKind, _ channel: Int) -> MarkList? {
    lists[Self.list(kind, ofChannel: channel)].load()
  }

  /// The marks in the columns `first ..< first + count` of a grid: in the frames that a column covers, or,
  /// when it is narrower than a frame, in the frame in which it lies.
  ///
  /// - Parameter length: frames that can be drawn; beyond them nothing is marked.
  /// - Returns: `count` columns; empty when none of them has a mark.
  /// - Complexity: O(`count` × log(runs)); O(log(runs)) when nothing is marked
  public func columns(channel: Int, grid: PixelGrid, first: Int, count: Int, length: Int) -> [ColumnMarks] {
    precondition(channel >= 0 && channel < channels)
    var columns: [ColumnMarks] = []
    for kind in MarkKind.allCases {
      list(kind, channel)?.reading { runs in
        var run = runs.next(endingAfter: grid.coveredFrames(ofPixel: first).lowerBound, from: 0)
        for column in 0..<count {
          guard run < runs.count else { return }
          let frames = grid.coveredFrames(ofPixel: first + column).clamped(toLength: length)
          guard !frames.isEmpty else { continue }
          run = runs.next(endingAfter: frames.lowerBound, from: run)
          guard run < runs.count, runs.start(run) < frames.upperBound else { continue }
          if columns.isEmpty { columns = Array(repeating: [], count: count) }
          columns[column].insert(ColumnMarks(kind))
          if kind == .silent, runs.hasBriefRun(from: run, within: frames) { columns[column].insert(.brief) }
        }
      }
    }
    return columns
  }

  // MARK: Writer

  func append(_ frames: FrameRange, toList list: Int) {
    lists[list].load()?.append(frames) ?? made(list).append(frames)
  }

  func extendLast(ofList list: Int, to end: Int) { lists[list].load()?.extendLast(to: end) }

  /// Publishes that all marks before `frames` are known.
  func settle(frames: Int) { settled.store(frames, ordering: .releasing) }

  func made(_ list: Int) -> MarkList { lists[list].storeIfNil(MarkList(limit: limit)) }
}

extension MarkList.View {
  /// True when a run that reaches into `frames` is shorter than twice their number; `first` is the first such
  /// run.
  fileprivate func hasBriefRun(from first: Int, within frames: FrameRange) -> Bool {
    // A third run within these frames is always shorter than they are.
    (first..<Swift.min(first + 3, count)).contains {
      start($0) < frames.upperBound && self[$0].count < 2 * frames.count
    }
  }
}

extension PixelGrid {
  /// The frames of pixel `pixel`, or, when it is narrower than a frame, the frame in which it lies.
  fileprivate func coveredFrames(ofPixel pixel: Int) -> FrameRange {
    let frames = frames(ofPixel: pixel)
    return frames.isEmpty ? frames.lowerBound - 1..<frames.lowerBound : frames
  }
}

extension PeakMarks {
  /// The stored form of a list.
  public struct StoredList: Equatable, Sendable {
    /// The number of the list: less than three times the channels.
    public var number: Int
    public var runs: [FrameRange]
    /// The number of runs found, including those that were joined.
    public var found: Int
    /// Gaps shorter than this many frames were closed by joining runs; 0 when none were.
    public var joinedGap: Int

    public init(number: Int, runs: [FrameRange], found: Int, joinedGap: Int) {
      self.number = number
      self.runs = runs
      self.found = found
      self.joinedGap = joinedGap
    }
  }

  /// All lists that have runs, in the order of their numbers. Only after writing has ended.
  public var stored: [StoredList] {
    (0..<listCount).compactMap { number in
      lists[number].load().map { list in
        StoredList(
          number: number, runs: list.reading { runs in (0..<runs.count).map { runs[$0] } },
          found: list.foundCount, joinedGap: list.joinedGap)
      }
    }
  }

  /// Restores stored lists, which may come from any file; only before other threads know these marks.
  ///
  /// - Parameter length: frames of the recording.
  /// - Returns: false when no recording can have these marks.
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
