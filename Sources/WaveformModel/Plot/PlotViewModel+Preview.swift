// PlotViewModel+Preview.swift
// Which columns a preview stands in for: those that are not exact yet. No column is ever made of both.

import WaveformCore

extension PlotViewModel {
  /// The columns of a preview, for those that have not been read to their end: where exact bins are missing in a
  /// column, or a part of them, the preview has the whole column.
  ///
  /// - Parameters:
  ///   - grid: the columns, as for `columns`.
  ///   - limit: the farthest that two probes may lie apart, in frames.
  /// - Returns: nil when there is nothing to show; columns that are exact, and those between too distant probes,
  ///   are empty.
  public func previewColumns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, limit: Double
  ) -> WaveformColumns? {
    guard let preview, !isComplete, !isComputed else { return nil }
    let exact = min(max(grid.pixel(ofFrame: framesRead) - first, 0), count)
    guard exact < count else { return nil }
    var columns = preview.columns(
      channel: channel, grid: grid, first: first + exact, count: count - exact, limit: limit)
    guard columns.low.contains(where: { $0.isFinite }) else { return nil }
    columns.insertEmpty(exact)
    return columns
  }

  /// True when the preview shows the whole recording on a grid of this limit.
  public func isPreviewWhole(limit: Double) -> Bool {
    preview.map { !isComplete && !isComputed && $0.widestGap <= limit } ?? false
  }
}
