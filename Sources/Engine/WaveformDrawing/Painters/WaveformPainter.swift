// WaveformPainter.swift
// Paints one stretch of one lane. The tile says what is to be painted, without colours and sizes; the painter
// has those.

import WaveformCore

/// Turns columns into pixels, or into Cairo's paths (`paint(_:in:)`) with the same result.
public struct WaveformPainter: Sendable {
  public let look: WaveformLook
  public let palette: Palette
  /// Height of the lane in device pixels.
  public let height: Int
  /// Device pixels per logical pixel.
  public let factor: Double
  /// The same as a whole number: so thick is a line of one logical pixel.
  public let scale: Int
  /// The widths of bars in device pixels.
  public let metrics: BarMetrics
  public let geometry: BarGeometry

  private let playedRows: RowGradient
  /// Nil for a look without spectra.
  private let spectrogram: SpectrogramPainter?

  /// - Parameters:
  ///   - height: of the lane, in device pixels.
  ///   - factor: device pixels per logical pixel, > 0.
  ///   - sampleRate: of the recording; only spectra need it.
  public init(look: WaveformLook, palette: Palette, height: Int, factor: Double, sampleRate: Int = 0) {
    precondition(factor > 0)
    spectrogram =
      look.style.showsSpectrogram
      ? SpectrogramPainter(
        axis: look.spectrogram.axis(height: height, sampleRate: sampleRate),
        colors: SpectrumColors(look.spectrogram)) : nil
    self.look = look
    self.palette = palette
    self.height = height
    self.factor = factor
    scale = max(1, Int(factor.rounded()))
    metrics = look.bars.scaled(by: factor)
    geometry = BarGeometry(height: height, amplitude: look.amplitude)
    playedRows = RowGradient(stops: palette.playedBar, rows: 2 * geometry.halfHeight)
  }

  /// A painter with a whole number of device pixels per logical pixel.
  public init(look: WaveformLook, palette: Palette, height: Int, scale: Int, sampleRate: Int = 0) {
    self.init(look: look, palette: palette, height: height, factor: Double(scale), sampleRate: sampleRate)
  }

  /// A painter with the default look.
  public init(
    style: WaveformStyle, loudness: EnvelopeLoudness = .rms, palette: Palette, height: Int, scale: Int
  ) {
    self.init(
      look: WaveformLook(style: style, loudness: loudness), palette: palette, height: height, scale: scale)
  }

  public var style: WaveformStyle { look.style }

  /// Device pixels from one column to the next.
  public var pitch: Int { style.isBars ? metrics.pitch : 1 }

  /// Width in device pixels of a tile with as many columns as this one.
  public func width(of tile: WaveformTile) -> Int {
    tile.curves.first?.count ?? tile.spectrogram?.columns.count ?? tile.columns.count * pitch
  }

  /// Paints a tile with its top left corner at (`x`, `y`). Leaves out pixels outside the surface, and a lane
  /// without height.
  ///
  /// - Parameters:
  ///   - ground: the colour of all pixels below; nil when they are not known. Known pixels need not be read,
  ///     which takes half of the time.
  ///   - columns: the columns of pixels of the surface that may change; nil: all.
  /// - Complexity: O(pixels of the tile that are inked)
  public func paint(
    _ tile: WaveformTile, into surface: ImageSurface, x: Int = 0, y: Int = 0, over ground: Color? = nil,
    within columns: Range<Int>? = nil
  ) {
    let width = width(of: tile)
    guard width > 0, height > 0 else { return }
    let rows = 2 * geometry.halfHeight
    let first = ground.map { Array(repeating: $0.pixel, count: rows) }
    surface.withCanvas { canvas in
      let canvas = columns.map(canvas.part) ?? canvas
      let x = x - (columns.map { max($0.lowerBound, 0) } ?? 0)
      if let spectrogram, let spectra = tile.spectrogram {
        let below = layersBelowSpectra(of: tile) + layersOfUnknown(spectra, of: tile)
        fill(below, on: canvas, x: x, y: y, over: first, width: width)
        spectrogram.paint(spectra, on: canvas, x: x, y: y)
        for layer in outline(of: tile) { canvas.blend(layer, x: x, y: y, rows: rows) }
      } else {
        fill(joinedLayers(of: tile), on: canvas, x: x, y: y, over: first, width: width)
      }
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
        canvas.fill(
          spans, metrics, x: x, y: y, rowPixels: pixels, columnPixels: layer.columnColors.map(\.pixel),
          over: ground)
      }
      ground = layer.ground(over: ground, width: width)
    }
  }

  // MARK: What a tile looks like

  /// Curves over spectra have the colours of what lies over them.
  var curvePainter: CurvePainter {
    CurvePainter(
      spectrogram == nil ? palette : palette.over(look.spectrogram.colors), geometry, scale: scale)
  }

  private func marks(of tile: WaveformTile, bars: BarMetrics?) -> [InkLayer] {
    MarkPainter(palette, geometry, scale: scale, bars: bars).layers(tile.marks)
  }

  /// True for a tile whose waveform lies over spectra.
  func hasSpectra(_ tile: WaveformTile) -> Bool { spectrogram != nil && tile.spectrogram != nil }

  /// Spectra as pixels, transparent where there are none; nil for a look without spectra.
  ///
  /// - Throws: `impossibleSize`, `outOfMemory`.
  func image(of spectra: SpectrogramStretch) throws(DrawingError) -> ImageSurface? {
    guard let spectrogram, spectra.columns.count > 0 else { return nil }
    let image = try ImageSurface(width: spectra.columns.count, height: height, scale: scale)
    image.withCanvas { spectrogram.paint(spectra, on: $0, x: 0, y: 0) }
    return image
  }

  /// What shows that time has not been read.
  func layersBelowSpectra(of tile: WaveformTile) -> [InkLayer] {
    let width = width(of: tile)
    let unread = min(max(tile.unreadFrom ?? width, 0), width)
    guard unread < width else { return [] }
    return UnreadPainter(palette, geometry, metrics, scale: scale, pitch: pitch)
      .layers(from: unread, to: width, around: tile.preview)
  }

  /// What shows that spectra are not known of time that has been read. The waveform over them has the colours of what
  /// lies over spectra, and its ground must be as they are.
  private func layersOfUnknown(_ spectra: SpectrogramStretch, of tile: WaveformTile) -> [InkLayer] {
    guard !spectra.isOver else { return [] }
    let palette = style.showsWaveform ? palette.over(look.spectrogram.colors) : palette
    let painter = UnreadPainter(palette, geometry, metrics, scale: scale, pitch: pitch)
    let read = spectra.shown.clamped(to: 0..<max(tile.unreadFrom ?? .max, 0))
    return spectra.columns.unknown.intersection(RangeSet(read)).ranges.flatMap {
      painter.layers(from: $0.lowerBound, to: $0.upperBound, around: nil)
    }
  }

  /// The waveform over its spectra: a line around the peaks and a veil within, which both let the spectra be seen.
  func outline(of tile: WaveformTile) -> [CoverageLayer] {
    guard style == .both, tile.curves.isEmpty else { return [] }
    let inks = palette.over(look.spectrogram.colors)
    let ink = tile.state == .played ? inks.playedLoudness : inks.unplayedLoudness
    return OutlinePainter(height: 2 * geometry.halfHeight, thickness: scale)
      .layers(geometry.peakSpans(tile.columns), color: ink)
  }

  /// The tile's shapes, from the lowest to the uppermost, clipped to the tile. Each has one ink.
  func layers(of tile: WaveformTile) -> [InkLayer] { joinedLayers(of: tile).flatMap(\.separated) }

  /// The same shapes, where columns of several inks may be one shape.
  private func joinedLayers(of tile: WaveformTile) -> [InkLayer] {
    let width = width(of: tile)
    let unread = min(max(tile.unreadFrom ?? width, 0), width)
    var layers = layersBelowSpectra(of: tile)
    if let preview = tile.preview {
      let ink = Ink.flat(palette.preview)
      layers.append(
        style.isBars
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
    case .tinted:
      layers.append(
        InkLayer(colors: tints(of: tile), columns: geometry.barSpans(tile.columns), metrics: metrics))
    case .spectrogram: break
    case .envelope, .both:
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
    if !tile.marks.isEmpty { layers += marks(of: tile, bars: style.isBars ? metrics : nil) }
    let overs = geometry.overs(
      tile.columns, width: style.isBars ? metrics.width : 1, pitch: pitch, thickness: 2 * scale)
    if !overs.isEmpty { layers.append(InkLayer(ink: .flat(palette.over), rects: overs)) }
    return layers.map { $0.cropped(toRows: 2 * geometry.halfHeight) }
  }

  /// The ink of each bar; bars of which no tint is known are grey.
  private func tints(of tile: WaveformTile) -> [Color] {
    let inks = palette.tints(tile.state)
    return (0..<tile.columns.count).map { column in
      let tint = column < tile.tints.count ? tile.tints[column] : SpectralBalance.none
      return tint < inks.count ? inks[Int(tint)] : palette.unplayedBar
    }
  }

  /// The shapes above spectra and the lines of all channels: marks, which these would hide, and overs.
  func layersAboveCurves(of tile: WaveformTile) -> [InkLayer] {
    guard !tile.curves.isEmpty || tile.spectrogram != nil else { return [] }
    let overs = tile.curves.flatMap(curvePainter.overs)
    let marks = tile.marks.isEmpty ? [] : marks(of: tile, bars: nil)
    return (marks + [InkLayer(ink: .flat(palette.over), rects: overs)])
      .map { $0.cropped(toRows: 2 * geometry.halfHeight) }
  }

  /// The line of amplitude 0: one logical pixel.
  private func zeroLine(width: Int) -> PixelRect {
    PixelRect(x: 0, y: geometry.halfHeight - scale / 2, width: width, height: scale)
  }
}

/// Whether a stretch lies before or after the playhead.
public enum PlayState: Hashable, Sendable, CaseIterable {
  case played, unplayed
}

/// A stretch of one channel, ready to be painted.
public struct WaveformTile: Equatable, Sendable {
  /// For bars one column per bar, for an envelope one per device pixel.
  public var columns: WaveformColumns
  public var state: PlayState
  /// Where unread time begins, in device pixels from the tile's left edge; nil when everything has been read.
  public var unreadFrom: Int?
  /// Unread columns as a preview shows them; nil when there is no preview. A column that is not empty here
  /// replaces that of `columns`.
  public var preview: WaveformColumns?
  /// The marks of each column; empty when there are none.
  public var marks: [ColumnMarks]
  /// The samples of the lane's channels as curves, one of their pixels per device pixel. There are no columns
  /// then, and marks belong to pixels. Empty at coarser zooms.
  public var curves: [SampleCurve]
  /// The class of each column (`SpectralBalance`); empty where the look has no tints.
  public var tints: [UInt8]
  /// The lane's spectra, one column per device pixel; nil where the look shows none.
  public var spectrogram: SpectrogramStretch?

  public init(
    columns: WaveformColumns, state: PlayState, unreadFrom: Int? = nil, preview: WaveformColumns? = nil,
    marks: [ColumnMarks] = [], curves: [SampleCurve] = [], tints: [UInt8] = [],
    spectrogram: SpectrogramStretch? = nil
  ) {
    self.curves = curves
    self.tints = tints
    self.spectrogram = spectrogram
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
