// WaveformPainter.swift
// Paints one tile of one lane: bars or envelope, marks of overs, unread time. Holds what is the same for all
// tiles of a lane height; make one per appearance and keep it. A pure value, usable on any thread.

import WaveformCore

/// Turns columns into pixels, or into Cairo's paths (`paint(_:in:)`), with the same result.
public struct WaveformPainter: Sendable {
  public let look: WaveformLook
  public let palette: Palette
  /// Height of the lane in device pixels.
  public let height: Int
  /// Device pixels per logical pixel.
  public let scale: Int
  /// Bars in device pixels.
  public let metrics: BarMetrics
  public let geometry: BarGeometry

  private let playedRows: RowGradient

  /// - Parameters:
  ///   - height: of the lane, in device pixels.
  ///   - scale: device pixels per logical pixel, > 0.
  public init(look: WaveformLook, palette: Palette, height: Int, scale: Int) {
    precondition(scale > 0)
    self.look = look
    self.palette = palette
    self.height = height
    self.scale = scale
    metrics = look.bars.scaled(by: scale)
    geometry = BarGeometry(height: height, amplitude: look.amplitude)
    playedRows = RowGradient(stops: palette.playedBar, rows: 2 * geometry.halfHeight)
  }

  /// A painter of bars or envelopes as they are usually drawn.
  public init(
    style: WaveformStyle, loudness: EnvelopeLoudness = .rms, palette: Palette, height: Int, scale: Int
  ) {
    self.init(
      look: WaveformLook(style: style, loudness: loudness), palette: palette, height: height, scale: scale)
  }

  public var style: WaveformStyle { look.style }

  /// Device pixels from one column to the next.
  public var pitch: Int { style == .bars ? metrics.pitch : 1 }

  /// Width in device pixels of a tile with as many columns as this one.
  public func width(of tile: WaveformTile) -> Int { tile.curves.first?.count ?? tile.columns.count * pitch }

  /// Paints a tile with its top left corner at (`x`, `y`). Pixels outside of the surface, and a lane that has no
  /// height, are left out.
  ///
  /// - Parameter ground: the one colour that is there; nil to paint over anything. Known, it need not be read,
  ///   which takes half of the time.
  /// - Complexity: O(pixels of the tile that are inked)
  public func paint(
    _ tile: WaveformTile, into surface: ImageSurface, x: Int = 0, y: Int = 0, over ground: Color? = nil
  ) {
    let width = width(of: tile)
    guard width > 0, height > 0 else { return }
    let rows = 2 * geometry.halfHeight
    let first = ground.map { Array(repeating: $0.pixel, count: rows) }
    surface.withCanvas { canvas in
      fill(layers(of: tile), on: canvas, x: x, y: y, over: first, width: width)
      guard !tile.curves.isEmpty else { return }
      let painter = curvePainter
      for layer in tile.curves.flatMap({ painter.layers(of: $0, state: tile.state) }) {
        canvas.blend(layer, x: x, y: y, rows: rows)
      }
      fill(layersAboveCurves(of: tile), on: canvas, x: x, y: y, over: nil, width: width)
    }
  }

  private func fill(
    _ layers: [InkLayer], on canvas: PixelCanvas, x: Int, y: Int, over ground: [UInt32]?, width: Int
  ) {
    var ground = ground
    for layer in layers {
      let pixels = layer.ink.pixels(rows: 2 * geometry.halfHeight)
      switch layer.shape {
      case .rects(let rects): canvas.fill(rects, x: x, y: y, rowPixels: pixels)
      case .columns(let spans, let metrics):
        canvas.fill(spans, metrics, x: x, y: y, rowPixels: pixels, over: ground)
      }
      ground = layer.ground(over: ground, width: width)
    }
  }

  // MARK: What a tile looks like

  var curvePainter: CurvePainter { CurvePainter(palette, geometry, scale: scale) }

  private func marks(of tile: WaveformTile, bars: BarMetrics?) -> [InkLayer] {
    MarkPainter(palette, geometry, scale: scale, bars: bars).layers(tile.marks)
  }

  /// The tile's shapes, from the lowest to the uppermost; within the tile.
  func layers(of tile: WaveformTile) -> [InkLayer] {
    let width = width(of: tile)
    let unread = min(max(tile.unreadFrom ?? width, 0), width)
    var layers: [InkLayer] = []
    if unread < width {
      layers += UnreadPainter(palette, geometry, metrics, scale: scale, pitch: pitch)
        .layers(from: unread, to: width, around: tile.preview)
    }
    if let preview = tile.preview {
      let ink = Ink.flat(palette.preview)
      layers.append(
        style == .bars
          ? InkLayer(ink: ink, columns: geometry.barSpans(preview), metrics: metrics)
          : InkLayer(ink: ink, columns: geometry.peakSpans(preview)))
    }
    if !tile.curves.isEmpty {
      layers.append(InkLayer(ink: .flat(palette.zeroLine), rects: [zeroLine(width: unread)]))
      return layers.map { $0.cropped(toRows: 2 * geometry.halfHeight) }
    }
    switch style {
    case .bars:
      let ink = tile.state == .played ? Ink.rows(playedRows) : .flat(palette.unplayedBar)
      layers.append(InkLayer(ink: ink, columns: geometry.barSpans(tile.columns), metrics: metrics))
    case .envelope:
      let isPlayed = tile.state == .played
      let peaks = geometry.peakSpans(tile.columns)
      let loudness = geometry.loudnessSpans(tile.columns, look.loudness, within: peaks)
      layers.append(InkLayer(ink: .flat(palette.zeroLine), rects: [zeroLine(width: unread)]))
      layers.append(
        InkLayer(ink: .flat(isPlayed ? palette.playedPeak : palette.unplayedPeak), columns: peaks))
      layers.append(
        InkLayer(
          ink: .flat(isPlayed ? palette.playedLoudness : palette.unplayedLoudness), columns: loudness))
    }
    if !tile.marks.isEmpty { layers += marks(of: tile, bars: style == .bars ? metrics : nil) }
    let overs = geometry.overs(
      tile.columns, width: style == .bars ? metrics.width : 1, pitch: pitch, thickness: 2 * scale)
    if !overs.isEmpty { layers.append(InkLayer(ink: .flat(palette.over), rects: overs)) }
    return layers.map { $0.cropped(toRows: 2 * geometry.halfHeight) }
  }

  /// What lies above the lines of all channels: marks, which a line through them would hide, and overs.
  func layersAboveCurves(of tile: WaveformTile) -> [InkLayer] {
    guard !tile.curves.isEmpty else { return [] }
    let overs = tile.curves.flatMap(curvePainter.overs)
    let marks = tile.marks.isEmpty ? [] : marks(of: tile, bars: nil)
    return (marks + [InkLayer(ink: .flat(palette.over), rects: overs)])
      .map { $0.cropped(toRows: 2 * geometry.halfHeight) }
  }

  /// Amplitude 0: one logical pixel.
  private func zeroLine(width: Int) -> PixelRect {
    PixelRect(x: 0, y: geometry.halfHeight - scale / 2, width: width, height: scale)
  }
}
