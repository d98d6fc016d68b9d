// WaveformTile.swift
// What is to be painted: one stretch of one lane. A value without colours and sizes; those are the painter's.

import WaveformCore

/// Whether the sound of a stretch lies before or after the playhead.
public enum PlayState: Hashable, Sendable, CaseIterable {
  case played, unplayed
}

/// A stretch of one channel, ready to be painted.
public struct WaveformTile: Equatable, Sendable {
  /// For bars one column per bar, for an envelope one per device pixel.
  public var columns: WaveformColumns
  public var state: PlayState
  /// Where time begins that has not been read yet, in device pixels from the tile's left edge; nil when all of
  /// it has been.
  public var unreadFrom: Int?
  /// Columns that have not been read yet, as a preview shows them; nil when there is none. A column that is not
  /// empty here is not drawn from `columns`.
  public var preview: WaveformColumns?
  /// What is marked in each column; empty when nothing is.
  public var marks: [ColumnMarks]
  /// The samples of the lane's channels as curves, one pixel of them per device pixel; there are no columns then, and
  /// marks belong to pixels. Empty at coarser zooms.
  public var curves: [SampleCurve]

  public init(
    columns: WaveformColumns, state: PlayState, unreadFrom: Int? = nil, preview: WaveformColumns? = nil,
    marks: [ColumnMarks] = [], curves: [SampleCurve] = []
  ) {
    self.curves = curves
    self.columns = columns
    self.state = state
    self.unreadFrom = unreadFrom
    self.preview = preview
    self.marks = marks
    if let preview {
      for column in 0..<preview.count where !preview.isEmpty(at: column) { self.columns.clear(column) }
    }
  }
}
