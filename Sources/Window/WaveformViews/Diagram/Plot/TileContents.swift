// TileContents.swift
// What the tiles of a plot show, and the keys that tell their states apart.

import WaveformCore
import WaveformDrawing
import WaveformModel

/// What the tiles of a plot show, and the keys that tell their states apart.
@MainActor struct TileContents {
  let plot: PlotViewModel
  /// The device pixels, in frames of the plot's recording.
  let grid: PixelGrid
  let geometry: TileGeometry
  let lanes: [LaneContent]
  let style: WaveformStyle
  /// Device pixels per logical pixel, and how many of them a line of one logical pixel has.
  let factor: Double, scale: Int
  let showsMarks: Bool
  /// True when another waveform lies behind: what has not been read is left transparent.
  let isOver: Bool
  /// True for a frame of a zoom: columns of bins are good enough.
  var isMoving = false

  /// True when columns are made of bins alone.
  private var isRough: Bool { isMoving && !plot.needsSamples(grid) }

  /// The largest distance of two probes of a preview, in frames: some logical pixels.
  var previewLimit: Double { Self.previewLimit(grid: grid, scale: scale) }

  static func previewLimit(grid: PixelGrid, scale: Int) -> Double {
    12 * Double(scale) * grid.framesPerPixel
  }

  /// The number of the preview that the tile shows; 0 when it shows none.
  func preview(ofTile tile: Int) -> Int { unreadFrom(inTile: tile) == nil ? 0 : plot.previewCount }

  /// A number for the state of a tile: how much of it has been read, and whether its samples are here. It is
  /// part of the tile's key, so no tile must ever be thrown away as out of date.
  func generation(ofTile tile: Int) -> Int {
    (unreadFrom(inTile: tile) ?? -1) * 3 + exactness(ofTile: tile) + plot.restartCount << 24
  }

  /// True when a tile is exact to the frame and all of it has been read.
  func isExact(tile: Int) -> Bool {
    guard unreadFrom(inTile: tile) == nil else { return false }
    return (!style.showsWaveform || exactness(ofTile: tile) > 0)
      && (!style.needsSpectra || exactness(ofTile: tile) == 2 && !style.showsSpectrogram
        || lanes.indices.allSatisfy { areSpectraExact(inTile: tile, lane: $0) })
  }

  /// True when nothing that is still to be heard or read will change a tile.
  func isSettled(tile: Int) -> Bool {
    unreadFrom(inTile: tile) == nil && areMarksSettled(inTile: tile)
      && (!style.needsSpectra || lanes.indices.allSatisfy { areSpectraExact(inTile: tile, lane: $0) })
  }

  private func areSpectraExact(inTile tile: Int, lane: Int) -> Bool {
    let columns = geometry.columns(ofTile: tile, style: style)
    return plot.isSpectrogramExact(
      of: lanes[lane], grid: geometry.grid(for: style, over: grid), first: columns.lowerBound,
      count: columns.count)
  }

  /// A number for the spectra of a tile, which is part of its key: 0 without any, −1 when they are exact.
  func spectra(ofTile tile: Int, lane: Int) -> Int {
    guard style.needsSpectra else { return 0 }
    return areSpectraExact(inTile: tile, lane: lane) ? -1 : plot.spectrogramRevision + 1
  }

  /// The spectra of some pixels.
  private func spectra(_ pixels: Range<Int>, of lane: LaneContent) -> SpectrogramStretch? {
    guard style.showsSpectrogram else { return nil }
    let known = plot.spectrogram(of: lane, grid: grid, first: pixels.lowerBound, count: pixels.count)
    // Of what is computed only what is there hides the recording below.
    return SpectrogramStretch(
      columns: known ?? .unknown(count: pixels.count), first: pixels.lowerBound, of: grid,
      length: plot.coversOriginal ? plot.framesRead : plot.length, isOver: isOver || plot.coversOriginal)
  }

  /// 0 for bins, 1 for columns that are exact to the frame, 2 for a curve.
  private func exactness(ofTile tile: Int) -> Int {
    if isRough || !style.showsWaveform { return 0 }
    let pixels = geometry.pixels(ofTile: tile)
    if plot.hasCurve(grid: grid, first: pixels.lowerBound, count: pixels.count, margin: curveMargin) {
      return 2
    }
    let columns = geometry.columns(ofTile: tile, style: style)
    return plot.isExact(
      grid: geometry.grid(for: style, over: grid), first: columns.lowerBound - 1, count: columns.count + 1)
      ? 1 : 0
  }

  /// The columns of a tile; the columns of an envelope touch each other.
  private func columns(_ columns: Range<Int>, _ grid: PixelGrid, of lane: LaneContent) -> WaveformColumns {
    style.columns(columns) {
      plot.columns(of: lane, grid: grid, first: $0, count: $1, values: $2, isRough: isRough)
    }
  }

  /// Asks for what the tiles over these pixels need to become exact.
  func prepare(pixels: Range<Int>) {
    let tiles = geometry.tiles(covering: pixels)
    guard let first = tiles.first, let last = tiles.last else { return }
    // A curve has no bars.
    if style.showsSpectrogram || style.needsSpectra && !SampleCurve.suits(grid) {
      plot.prepareSpectrogram(
        columns: geometry.columns(ofTile: first, style: style)
          .lowerBound..<geometry.columns(
            ofTile: last, style: style
          ).upperBound, of: geometry.grid(for: style, over: grid))
    }
    guard style.showsWaveform else { return }
    let columns =
      geometry.columns(ofTile: first, style: style).lowerBound
      - 1..<geometry.columns(ofTile: last, style: style).upperBound
    plot.prepare(columns: columns, of: geometry.grid(for: style, over: grid), over: grid)
  }

  private var curveMargin: Int { CurvePainter.margin(scale: scale) }

  /// The first pixel of the tile that has not been read; nil when all of it has been.
  func unreadFrom(inTile tile: Int) -> Int? {
    guard !plot.isComplete else { return nil }
    let pixels = geometry.pixels(ofTile: tile)
    let read = grid.pixel(ofFrame: plot.framesRead) - pixels.lowerBound
    return read < pixels.count ? max(read, 0) : nil
  }

  /// False while a run that reaches into the tile may still grow, because reading has not passed its end.
  func areMarksSettled(inTile tile: Int) -> Bool {
    !showsMarks
      || plot.areMarksSettled(before: grid.firstFrame(ofPixel: geometry.pixels(ofTile: tile).upperBound))
  }

  func content(ofTile tile: Int, lane: Int, state: PlayState) -> WaveformTile {
    content(ofTiles: tile..<tile + 1, lane: lane, state: state)
  }

  /// Tiles side by side that can be painted at once: all are made of the same kind of values, and have been
  /// read. A tile that has not been read is alone.
  func stretches(of tiles: Range<Int>) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var last: Int?
    for tile in tiles {
      let kind = unreadFrom(inTile: tile) == nil ? exactness(ofTile: tile) : nil
      if let kind, kind == last {
        stretches[stretches.count - 1] = stretches[stretches.count - 1].lowerBound..<tile + 1
      } else {
        stretches.append(tile..<tile + 1)
      }
      last = kind
    }
    return stretches
  }

  /// What tiles side by side show; see `stretches`.
  func content(ofTiles tiles: Range<Int>, lane: Int, state: PlayState) -> WaveformTile {
    let columns =
      geometry.columns(ofTile: tiles.lowerBound, style: style)
      .lowerBound..<geometry.columns(
        ofTile: tiles.upperBound - 1, style: style
      ).upperBound
    let grid = geometry.grid(for: style, over: grid)
    // A waveform over another one has no ground of its own, and what is computed anew shows what it showed.
    let unread = plot.isComputed ? nil : unreadFrom(inTile: tiles.lowerBound)
    let pixels =
      geometry.pixels(ofTile: tiles.lowerBound)
      .lowerBound..<geometry.pixels(ofTile: tiles.upperBound - 1)
      .upperBound
    let curves =
      style.showsWaveform
      ? plot.curves(
        of: lanes[lane], grid: self.grid, first: pixels.lowerBound, count: pixels.count, margin: curveMargin,
        scale: scale) : []
    if !curves.isEmpty {
      return WaveformTile(
        columns: WaveformColumns(count: 0), state: state, unreadFrom: isOver ? nil : unread,
        marks: showsMarks
          ? plot.marks(of: lanes[lane], grid: self.grid, first: pixels.lowerBound, count: pixels.count) : [],
        curves: curves, spectrogram: spectra(pixels, of: lanes[lane]))
    }
    return WaveformTile(
      columns: self.columns(columns, grid, of: lanes[lane]),
      state: state, unreadFrom: isOver ? nil : unread,
      preview: unread == nil
        ? nil
        : plot.previewColumns(
          of: lanes[lane], grid: grid, first: columns.lowerBound, count: columns.count, limit: previewLimit),
      marks: showsMarks
        ? plot.marks(of: lanes[lane], grid: grid, first: columns.lowerBound, count: columns.count) : [],
      tints: style == .tinted
        ? plot.tints(of: lanes[lane], grid: grid, first: columns.lowerBound, count: columns.count) : [],
      spectrogram: spectra(pixels, of: lanes[lane]))
  }
}
