// PictureSource.swift
// What a whole picture is made of. The renderer asks channel by channel, and stretch by stretch from left to
// right, so that a source needs to hold only one stretch of a recording.

/// A stretch of a picture that is painted at once: either curves, or columns of a style.
public struct PictureStretch: Equatable, Sendable {
  /// The picture's device pixels.
  public let pixels: PixelGrid
  /// The style's columns; equal to `pixels` for curves.
  public let grid: PixelGrid
  /// The pixels or columns of `grid` to show. For an envelope the renderer also asks for the one before them.
  public let range: Range<Int>
  /// The pixels beside a curve that are needed as well; nil for columns.
  public let curveMargin: Int?
  /// How amplitudes are turned into rows; the same in all lanes.
  public let rows: BarGeometry
  /// False where only spectra are shown: then columns need not be exact.
  public let showsWaveform: Bool

  public init(
    pixels: PixelGrid, grid: PixelGrid, range: Range<Int>, curveMargin: Int?, rows: BarGeometry,
    showsWaveform: Bool = true
  ) {
    self.pixels = pixels
    self.grid = grid
    self.range = range
    self.curveMargin = curveMargin
    self.rows = rows
    self.showsWaveform = showsWaveform
  }
}

/// Gives columns, curves and marks of a recording.
public protocol PictureSource {
  var channels: Int { get }

  /// True when there are curves at a zoom.
  func hasCurves(_ pixels: PixelGrid) -> Bool

  /// Prepares a stretch; the calls that follow ask only for this one.
  mutating func prepare(_ stretch: PictureStretch)

  /// See `WaveformPeaks.columns`.
  func columns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, values: ColumnValues
  ) -> WaveformColumns

  /// See `SampleSlice.curve`.
  ///
  /// - Returns: nil when the samples are missing: nothing is then drawn.
  func curve(
    channel: Int, grid: PixelGrid, first: Int, count: Int, margin: Int, scale: Int
  ) -> SampleCurve?

  /// See `PeakMarks.columns`.
  func marks(channel: Int, grid: PixelGrid, first: Int, count: Int) -> [ColumnMarks]

  /// Frames per second, and frames; only spectra need them.
  var sampleRate: Int { get }
  var length: Int { get }

  /// The spectra of a lane's device pixels: asked for only when the look shows them.
  ///
  /// - Returns: nil when nothing is known of them.
  func spectrogram(
    of lane: LaneContent, grid: PixelGrid, first: Int, count: Int, _ settings: SpectrogramSettings
  ) -> SpectrogramColumns?

  /// The classes of a lane's bars (`SpectralBalance`): asked for only when the look tints them.
  func tints(
    of lane: LaneContent, grid: PixelGrid, first: Int, count: Int, _ settings: SpectrogramSettings
  ) -> [UInt8]
}

/// A source without spectra.
extension PictureSource {
  public var sampleRate: Int { 0 }
  public var length: Int { 0 }

  public func spectrogram(
    of lane: LaneContent, grid: PixelGrid, first: Int, count: Int, _ settings: SpectrogramSettings
  ) -> SpectrogramColumns? { nil }

  public func tints(
    of lane: LaneContent, grid: PixelGrid, first: Int, count: Int, _ settings: SpectrogramSettings
  ) -> [UInt8] { [] }
}

/// Only bins: columns are exact to a bin, and there are no marks.
extension WaveformPeaks: PictureSource {
  public func hasCurves(_ pixels: PixelGrid) -> Bool { false }

  public func prepare(_ stretch: PictureStretch) {}

  public func curve(
    channel: Int, grid: PixelGrid, first: Int, count: Int, margin: Int, scale: Int
  ) -> SampleCurve? { nil }

  public func marks(channel: Int, grid: PixelGrid, first: Int, count: Int) -> [ColumnMarks] { [] }
}
