// DiagramViewModel+Peak.swift
// How loud what is visible gets.

import WaveformCore

extension DiagramViewModel {
  /// The greatest |x| of what is visible, in full scale, of all recordings that are shown; what was computed from one does
  /// not count. Of whole columns: at the edges of the view up to a pixel more than is seen. Nil where nothing has been read.
  ///
  /// - Complexity: O(pixels of the view × channels)
  public var peakInView: Float? {
    guard let viewport else { return nil }
    var peak: Float?
    for plot in plots where !plot.settings.isHidden && !plot.isComputed && !plot.isFailed {
      let grid = placement(of: plot).grid(viewport.grid)
      for channel in 0..<plot.channels {
        let columns = plot.columns(
          channel: channel, grid: grid, first: viewport.firstPixel, count: viewport.width)
        for column in 0..<columns.count where !columns.isEmpty(at: column) {
          peak = max(peak ?? 0, max(columns.high[column], -columns.low[column]))
        }
      }
    }
    return peak
  }
}
