// TileGeometry.swift
// How lanes are cut into tiles. Tiles lie on the absolute pixel grid of a zoom level, as bars and bins do, so
// that scrolling by whole pixels needs no new tiles.

import WaveformCore

/// Tiles of equal width, counted from the pixel of frame 0.
public struct TileGeometry: Hashable, Sendable {
  public let metrics: BarMetrics
  /// Bars in a tile. Even, because every other bar of unread time has a dot, and the dots must continue
  /// across tiles.
  public let barsPerTile: Int

  /// Tiles of about 64 logical pixels that do not cut bars.
  ///
  /// - Parameters:
  ///   - factor: device pixels per logical pixel.
  ///   - bars: in logical pixels.
  public init(factor: Double, bars: BarMetrics = BarMetrics(scaleFactor: 1)) {
    metrics = bars.scaled(by: factor)
    barsPerTile = 2 * max(1, (Int((64 * factor).rounded()) + metrics.pitch) / (2 * metrics.pitch))
  }

  /// Width of a tile in device pixels.
  public var width: Int { barsPerTile * metrics.pitch }

  /// The tile in which an absolute pixel lies.
  public func tile(ofPixel pixel: Int) -> Int { Int((Double(pixel) / Double(width)).rounded(.down)) }

  /// The absolute pixels of a tile.
  public func pixels(ofTile tile: Int) -> Range<Int> { tile * width..<(tile + 1) * width }

  /// The tiles that contain at least a part of `pixels`.
  public func tiles(covering pixels: Range<Int>) -> Range<Int> {
    guard !pixels.isEmpty else { return 0..<0 }
    return tile(ofPixel: pixels.lowerBound)..<tile(ofPixel: pixels.upperBound - 1) + 1
  }

  /// The columns of a tile on the grid of its style: `grid(for:over:)`.
  public func columns(ofTile tile: Int, style: WaveformStyle) -> Range<Int> {
    switch style {
    case .bars, .tinted: tile * barsPerTile..<(tile + 1) * barsPerTile
    case .envelope, .spectrogram, .both: pixels(ofTile: tile)
    }
  }

  /// The grid of a style's columns, for `WaveformPeaks.columns`.
  public func grid(for style: WaveformStyle, over pixels: PixelGrid) -> PixelGrid {
    switch style {
    case .bars, .tinted: metrics.grid(over: pixels)
    case .envelope, .spectrogram, .both: pixels
    }
  }
}
