// ColumnReader.swift
// Reads the frames at the edges of columns, once the view stands still: bins are wider than the edges are exact. In
// the background, from the middle of the view outwards; given up as soon as the view moves. The main actor never
// waits for a file.

import AudioFile
import Synchronization
import WaveformCore

/// What the columns in view need besides their bins.
@MainActor final class ColumnReader {
  /// How long a view has to stand still before anything is read.
  static let patience = Duration.milliseconds(100)
  /// Frames that are read for one view at most: some seconds of a background core at the worst.
  nonisolated static let limit = 32 << 20

  private(set) var parts: ColumnParts?

  private let source: any SampleSource
  private let arrived: () -> Void
  private let worker = BackgroundWorker()
  private var wanted: Wish?
  private var job: ColumnJob?
  private var delay: Task<Void, Never>?

  /// The columns in view.
  private struct Wish: Equatable {
    let grid: PixelGrid
    let columns: Range<Int>
    let framesPerBin: Int
    let length: Int
  }

  init(source: any SampleSource, arrived: @escaping () -> Void) {
    self.source = source
    self.arrived = arrived
  }

  isolated deinit { stop() }

  /// Asks for the parts of `columns`, of a recording that has been read to its end.
  func request(_ columns: Range<Int>, of grid: PixelGrid, framesPerBin: Int, length: Int) {
    let wish = Wish(grid: grid, columns: columns, framesPerBin: framesPerBin, length: length)
    guard wish != wanted else { return }
    stop()
    wanted = wish
    if parts?.grid != grid || parts?.framesPerBin != framesPerBin || parts?.length != length {
      parts = ColumnParts(grid: grid, framesPerBin: framesPerBin, length: length)
    }
    let frames = min(grid.framesPerPixel, 2 * Double(framesPerBin)) * Double(columns.count)
    guard let parts, !parts.holds(columns), frames < Double(Self.limit) else { return }
    delay = Task { [weak self] in
      try? await Task.sleep(for: Self.patience)
      if !Task.isCancelled { self?.begin() }
    }
  }

  /// The view moves, or is one that needs nothing: what is being read is not wanted.
  func stop() {
    delay?.cancel()
    job?.cancel()
    delay = nil
    job = nil
    wanted = nil
  }

  /// True as long as a view that was asked for has not stood still for long enough.
  var isWaiting: Bool { delay != nil }

  private func begin() {
    delay = nil
    guard let wanted, var parts else { return }
    // Columns are no reason to begin a spool; the next picture asks again.
    guard source.access != .notYet else { return self.wanted = nil }
    if parts.count > 4 * wanted.columns.count {
      parts.keep(wanted.columns)
      self.parts = parts
    }
    let missing = wanted.columns.filter { parts[$0] == nil }
    let job = ColumnJob(parts: parts, columns: missing, source: source)
    self.job = job
    worker.run { [weak self] in
      job.run { found in
        Task { @MainActor in self?.take(found, from: job) }
      }
    }
  }

  private func take(_ found: ColumnJob.Found, from job: ColumnJob) {
    guard self.job === job else { return }
    for (column, sums) in found { parts?[column] = sums }
    arrived()
  }
}

/// One pass over the columns of a view. Runs on a worker's thread.
final class ColumnJob: Sendable {
  /// Columns, and the sums of their parts, channel by channel.
  typealias Found = [(Int, [PeakSums<Float>])]

  /// Stretches that are not farther apart than this are read as one: going there would take longer than reading on.
  private static let nearby = 16_384
  /// Columns that are read together, and the time after which what has been found is shown.
  private static let batch = 32
  private static let pace = Duration.milliseconds(250)

  private let parts: ColumnParts
  private let columns: [Int]
  private let source: any SampleSource
  private let isCancelled = Atomic<Bool>(false)

  init(parts: ColumnParts, columns: [Int], source: any SampleSource) {
    self.parts = parts
    // From the middle outwards, in batches of neighbours; from the start where the decoder only goes forwards.
    let batches = stride(from: 0, to: columns.count, by: Self.batch).map {
      columns[$0..<min($0 + Self.batch, columns.count)]
    }
    let middle = batches.count / 2
    self.columns =
      source.access == .forward
      ? columns
      : batches.indices.sorted { abs($0 - middle) < abs($1 - middle) }.flatMap { batches[$0] }
    self.source = source
  }

  /// Lets the pass end after the read at hand.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Reads everything, and delivers it every now and then. What cannot be read stays as the bins have it.
  func run(deliver: (Found) -> Void) {
    var found: Found = []
    var shown = ContinuousClock.now
    for first in stride(from: 0, to: columns.count, by: Self.batch) {
      guard !isCancelled.load(ordering: .relaxed),
        let batch = try? read(columns[first..<min(first + Self.batch, columns.count)])
      else { break }
      found += batch
      if ContinuousClock.now - shown > Self.pace {
        deliver(found)
        found = []
        shown = ContinuousClock.now
      }
    }
    if !found.isEmpty { deliver(found) }
  }

  private func read(_ columns: ArraySlice<Int>) throws(AudioFileError) -> Found {
    var found: Found = columns.sorted().map {
      ($0, Array(repeating: PeakSums<Float>(), count: source.channels))
    }
    let stretches = found.indices.flatMap { index in
      parts.split(of: found[index].0).parts.map { (index: index, frames: $0) }
    }
    var next = 0
    while next < stretches.count {
      var end = next + 1
      let start = stretches[next].frames.lowerBound
      while end < stretches.count,
        stretches[end].frames.lowerBound - stretches[end - 1].frames.upperBound < Self.nearby,
        stretches[end].frames.upperBound - start < 1 << 18
      { end += 1 }
      if isCancelled.load(ordering: .relaxed) { return [] }
      let slice = try source.read(start..<stretches[end - 1].frames.upperBound)
      for (index, frames) in stretches[next..<end] {
        for channel in 0..<source.channels {
          found[index].1[channel].add(slice.sums(channel: channel, frames: frames))
        }
      }
      next = end
    }
    return found
  }
}
