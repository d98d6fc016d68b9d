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

  public init(columns: WaveformColumns, state: PlayState, unreadFrom: Int? = nil) {
    self.columns = columns
    self.state = state
    self.unreadFrom = unreadFrom
  }
}
