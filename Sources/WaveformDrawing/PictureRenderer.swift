// PictureRenderer.swift
// The whole picture of a recording without a window: for the command line, for export, for thumbnails. Uses
// the window's painter, palette and geometry. A pure value; renders on the calling thread.

import CCairo
import WaveformCore

/// Renders all channels of a stretch of a recording, one lane below the other.
public struct PictureRenderer: Sendable {
  /// Size in device pixels; what is drawn is `scale` times as large.
  public var width: Int, height: Int
  /// Device pixels per logical pixel.
  public var scale: Int
  public var look: WaveformLook
  public var palette: Palette
  public var state = PlayState.played
  /// Painted below the waveform; nil leaves the picture transparent.
  public var background: Color?

  /// One channel's columns `first ..< first + count` of a grid, counted from frame 0.
  public typealias Columns = (_ channel: Int, _ grid: PixelGrid, _ first: Int, _ count: Int) ->
    WaveformColumns

  public init(width: Int, height: Int, scale: Int = 1, style: WaveformStyle, palette: Palette) {
    self.width = max(width, 0)
    self.height = max(height, 0)
    self.scale = max(scale, 1)
    look = WaveformLook(style: style)
    self.palette = palette
    background = palette.background
  }

  // MARK: Rendering

  /// The picture of `range`; nothing but the background when the range is empty.
  ///
  /// - Throws: `impossibleSize`, `outOfMemory`.
  public func render(_ peaks: WaveformPeaks, range: FrameRange) throws(DrawingError) -> ImageSurface {
    try render(channels: peaks.channels, range: range, columns: columns(of: peaks))
  }

  /// The picture of columns that come from elsewhere, such as a `SampleSlice`.
  public func render(
    channels: Int, range: FrameRange, columns: Columns
  ) throws(DrawingError) -> ImageSurface {
    let surface = try ImageSurface(width: width, height: height, scale: scale)
    if let background { surface.fill(background) }
    for lane in lanes(channels: channels, range: range, columns: columns) {
      lane.painter.paint(lane.tile, into: surface, y: lane.top, over: background ?? .clear)
    }
    return surface
  }

  /// The picture as SVG, one unit per logical pixel.
  ///
  /// - Throws: `impossibleSize`, `outOfMemory`, `writeFailed`.
  public func svgBytes(_ peaks: WaveformPeaks, range: FrameRange) throws(DrawingError) -> [UInt8] {
    try vectorBytes(peaks, range: range, cairo_svg_surface_create_for_stream)
  }

  /// The picture as PDF, one point per logical pixel.
  ///
  /// - Throws: `impossibleSize`, `outOfMemory`, `writeFailed`.
  public func pdfBytes(_ peaks: WaveformPeaks, range: FrameRange) throws(DrawingError) -> [UInt8] {
    try vectorBytes(peaks, range: range, cairo_pdf_surface_create_for_stream)
  }

  // MARK: Layout

  private func columns(of peaks: WaveformPeaks) -> Columns {
    let values: ColumnValues = look.style == .bars ? .extremes : .all
    return { peaks.columns(channel: $0, grid: $1, first: $2, count: $3, values: values) }
  }

  private struct Lane {
    let painter: WaveformPainter
    let tile: WaveformTile
    /// Device pixels from the top of the picture.
    let top: Int
  }

  /// Nothing when there is no room or no sound.
  private func lanes(channels: Int, range: FrameRange, columns: Columns) -> [Lane] {
    let metrics = look.bars.scaled(by: scale)
    // Bars begin at the left edge and none is cut at the right one.
    let count = look.style == .bars ? (width + metrics.gap) / metrics.pitch : width
    let padding = min(4 * scale, height / 8)
    guard channels > 0, !range.isEmpty, count > 0, height - 2 * padding >= 2 else { return [] }
    let grid = PixelGrid(framesPerPixel: Double(range.count) / Double(count))
    let first = grid.nearestEdge(toFrame: Double(range.lowerBound))
    let contents = look.channels.lanes(channels: channels)
    let layout = LaneLayout(
      count: contents.count, viewHeight: height - 2 * padding, minimumHeight: 2,
      gap: contents.count > 1 ? padding : 0)
    let painter = WaveformPainter(look: look, palette: palette, height: layout.laneHeight, scale: scale)
    // What the division leaves over is shared between top and bottom.
    let spare = max(0, layout.viewHeight - layout.contentHeight) / 2
    return layout.visibleLanes(offset: 0).map { lane in
      let columns =
        look.style == .bars
        ? contents[lane].columns { columns($0, grid, first, count) }
        : contents[lane].columns { columns($0, grid, first - 1, count + 1) }.touching()
      return Lane(
        painter: painter, tile: WaveformTile(columns: columns, state: state),
        top: padding + spare + layout.top(ofLane: lane, offset: 0))
    }
  }

  // MARK: Vectors

  private typealias StreamSurface = (
    cairo_write_func_t?, UnsafeMutableRawPointer?, Double, Double
  ) -> OpaquePointer?

  private func vectorBytes(
    _ peaks: WaveformPeaks, range: FrameRange, _ makeSurface: StreamSurface
  ) throws(DrawingError) -> [UInt8] {
    guard width > 0, height > 0 else {
      throw DrawingError(.impossibleSize, "A picture needs a width and a height.")
    }
    let lanes = lanes(channels: peaks.channels, range: range, columns: columns(of: peaks))
    let unit = 1 / Double(scale)
    var bytes: [UInt8] = []
    // Everything that writes to the stream happens while the pointer is valid.
    let status = withUnsafeMutablePointer(to: &bytes) { stream in
      let surface = makeSurface(appendToArray, stream, Double(width) * unit, Double(height) * unit)
      defer { cairo_surface_destroy(surface) }
      let context = cairo_create(surface)!
      defer { cairo_destroy(context) }
      cairo_scale(context, unit, unit)
      if let background {
        cairo_set_source_rgba(context, background.red, background.green, background.blue, background.alpha)
        cairo_paint(context)
      }
      for lane in lanes {
        cairo_save(context)
        cairo_translate(context, 0, Double(lane.top))
        lane.painter.paint(lane.tile, in: context, for: .vector)
        cairo_restore(context)
      }
      cairo_surface_finish(surface)
      return cairo_surface_status(surface)
    }
    try DrawingError.check(status, "The picture could not be encoded.")
    return bytes
  }
}
