// PictureSource.swift
// What a whole picture is made of: asked channel by channel, stretch by stretch from left to right, so that no more of
// a recording has to be held than what a stretch shows.

import WaveformCore

/// A stretch of a picture that is painted at once: of curves, or of the columns of a style.
public struct PictureStretch: Equatable, Sendable {
  /// Of the picture's device pixels.
  public let pixels: PixelGrid
  /// Of the style's columns; `pixels` where there are curves.
  public let grid: PixelGrid
  /// The pixels or columns of `grid` that are shown. Of an envelope the one before them is asked for as well.
  public let range: Range<Int>
  /// Pixels beside a curve that are asked for with it; nil where columns are drawn.
  public let curveMargin: Int?
  /// In which rows amplitudes end, the same in all lanes.
  public let rows: BarGeometry
}

/// Gives columns, curves and marks of a recording.
public protocol PictureSource {
  var channels: Int { get }

  /// True when there are curves at a zoom.
  func hasCurves(_ pixels: PixelGrid) -> Bool

  /// Makes ready what a stretch needs; only that is asked for until the next one.
  mutating func prepare(_ stretch: PictureStretch)

  /// See `WaveformPeaks.columns`.
  func columns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, values: ColumnValues
  ) -> WaveformColumns

  /// See `SampleSlice.curve`.
  ///
  /// - Returns: nil where the samples are not there: then nothing is drawn.
  func curve(
    channel: Int, grid: PixelGrid, first: Int, count: Int, margin: Int, scale: Int
  ) -> SampleCurve?

  /// See `PeakMarks.columns`.
  func marks(channel: Int, grid: PixelGrid, first: Int, count: Int) -> [ColumnMarks]
}

/// The bins alone: columns are exact to a bin, and nothing is marked.
extension WaveformPeaks: PictureSource {
  public func hasCurves(_ pixels: PixelGrid) -> Bool { false }

  public func prepare(_ stretch: PictureStretch) {}

  public func curve(
    channel: Int, grid: PixelGrid, first: Int, count: Int, margin: Int, scale: Int
  ) -> SampleCurve? { nil }

  public func marks(channel: Int, grid: PixelGrid, first: Int, count: Int) -> [ColumnMarks] { [] }
}
