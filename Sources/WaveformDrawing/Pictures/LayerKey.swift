// LayerKey.swift
// Everything that a painted tile depends on. Two equal keys mean the same pixels, so nothing is drawn twice and
// nothing has to be told that it is out of date.

import WaveformCore

/// Names one painted tile of one lane.
public struct LayerKey: Hashable, Sendable {
  /// Changes whenever the columns of this tile may have: another file, or more of it has been read.
  public var generation: Int
  /// Which preview stands in for what has not been read in this tile; 0 when none does.
  public var preview: Int
  public var lane: Int
  /// See `TileGeometry`.
  public var tile: Int
  /// The device pixels, in frames of the recording.
  public var grid: PixelGrid
  /// Height of the lane in device pixels.
  public var height: Int
  public var scale: Int
  public var palette: Palette.Name
  public var color: LaneColor
  public var isFaded: Bool
  public var look: WaveformLook
  public var state: PlayState

  /// The key of a tile that `painter` paints.
  public init(
    generation: Int, preview: Int = 0, lane: Int, tile: Int, grid: PixelGrid,
    painter: WaveformPainter, state: PlayState
  ) {
    self.generation = generation
    self.preview = preview
    self.lane = lane
    self.tile = tile
    self.grid = grid
    height = painter.height
    scale = painter.scale
    palette = painter.palette.name
    color = painter.palette.lane
    isFaded = painter.palette.isFaded
    look = painter.look
    self.state = state
  }
}
