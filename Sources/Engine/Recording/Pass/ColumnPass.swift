// ColumnPass.swift
// Reads the samples at the edges of a picture's columns, which whole bins do not cover. Runs on the calling thread; any
// thread may cancel it.

import AudioFormats
import HostIO
import Synchronization
import WaveformCore

/// One pass over the columns of a picture.
public final class ColumnPass: Sendable {
  /// Columns, and the sums of their parts, channel by channel.
  public typealias Found = [(Int, [PeakSums<Float>])]

  /// Stretches with at most this many frames between them are read as one: a jump would take longer than reading on.
  private static let nearby = 16_384
  /// Frames, and samples of all channels, that are read at once.
  private static let frames = 1 << 18, samples = 4 << 20
  /// Columns that are read together.
  private static let batch = 32

  private let parts: ColumnParts
  private let columns: [Int]
  private let source: any SampleSource
  private let isCancelled = Atomic<Bool>(false)

  /// - Parameters:
  ///   - parts: the grid, and how its columns are divided.
  ///   - columns: in their order.
  public init(parts: ColumnParts, columns: [Int], source: any SampleSource) {
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

  /// Ends the pass after the current read.
  public func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Reads all columns unless it is cancelled. Ends early when the source has fewer frames than the recording had; then
  /// only complete columns are delivered.
  ///
  /// - Parameters:
  ///   - pace: the time after which finished columns are delivered, so that they can be drawn; nil: at the end.
  ///   - deliver: called on this thread, even when the pass fails.
  /// - Throws: the errors of `SampleSource.read`.
  public func run(pace: Duration? = nil, deliver: (Found) -> Void) throws(AudioFileError) {
    var found: Found = []
    defer { if !found.isEmpty { deliver(found) } }
    var shown = ContinuousClock.now
    for first in stride(from: 0, to: columns.count, by: Self.batch) {
      guard let batch = try read(columns[first..<min(first + Self.batch, columns.count)]) else { return }
      found += batch
      if let pace, ContinuousClock.now - shown > pace {
        deliver(found)
        found = []
        shown = ContinuousClock.now
      }
    }
  }

  /// - Returns: nil when the pass is cancelled, or the source ends.
  private func read(_ columns: ArraySlice<Int>) throws(AudioFileError) -> Found? {
    var found: Found = columns.sorted().map {
      ($0, Array(repeating: PeakSums<Float>(), count: source.channels))
    }
    let stretches = found.indices.flatMap { index in
      parts.split(of: found[index].0).parts.map { (index: index, frames: $0) }
    }
    let most = min(Self.frames, Self.samples / source.channels)
    var next = 0
    while next < stretches.count {
      var end = next + 1
      let start = stretches[next].frames.lowerBound
      while end < stretches.count,
        stretches[end].frames.lowerBound - stretches[end - 1].frames.upperBound < Self.nearby,
        stretches[end].frames.upperBound - start < most
      { end += 1 }
      if isCancelled.load(ordering: .relaxed) { return nil }
      let range = start..<stretches[end - 1].frames.upperBound
      let slice = try source.read(range)
      guard slice.range == range else { return nil }
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
