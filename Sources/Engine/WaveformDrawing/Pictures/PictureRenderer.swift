// PictureRenderer.swift
// Renders the whole picture of a recording without a window: for the command line, for export, for
// thumbnails. Uses the window's painter, palette and geometry, and paints stretch by stretch as the window
// does. A pure value; renders on the calling thread.

import WaveformCore

/// Renders all channels of a stretch of a recording, one lane below the other.
public struct PictureRenderer: Sendable {
  /// Size in device pixels; everything is drawn `scale` times as large.
  public var width: Int, height: Int
  /// Device pixels per logical pixel.
  public var scale: Int
  public var look: WaveformLook
  public var palette: Palette
  public var state = PlayState.played
  /// The amplitudes of lanes that are raised by themselves.
  public var amplitudes: [Int: AmplitudeScale] = [:]
  /// The channels of the recording over which this one is drawn, in the lanes of that one; nil: it has its own.
  public var channelsBelow: Int?
  /// Device pixels above the waveform that are left free: for the strip of marks.
  public var inset = 0
  /// The colour below the waveform; nil leaves the picture transparent.
  public var background: Color?

  public init(width: Int, height: Int, scale: Int = 1, style: WaveformStyle, palette: Palette) {
    self.width = max(width, 0)
    self.height = max(height, 0)
    self.scale = max(scale, 1)
    look = WaveformLook(style: style)
    self.palette = palette
    background = palette.background
  }

  // MARK: Rendering

  /// The picture of `range`; only the background when the range is empty.
  ///
  /// - Parameter source: `WaveformPeaks` gives a picture that is exact to a bin.
  /// - Throws: `impossibleSize`, `outOfMemory`.
  public func render(
    _ source: some PictureSource, range: FrameRange
  ) throws(DrawingError) -> ImageSurface {
    let surface = try ImageSurface(width: width, height: height, scale: scale)
    if let background { surface.fill(background) }
    let plan = plan(of: source, range)
    let lanes = lanes(channels: source.channels, sampleRate: source.sampleRate)
    guard !plan.isEmpty, let lane = lanes.first else { return surface }
    var source = source
    for first in stride(from: plan.range.lowerBound, to: plan.range.upperBound, by: plan.step) {
      let stretch = plan.stretch(first..<min(first + plan.step, plan.range.upperBound), in: lane)
      source.prepare(stretch)
      var rows = stretch.rows
      let x = (first - plan.range.lowerBound) * plan.pitch
      for lane in lanes {
        if lane.painter.geometry != rows {
          rows = lane.painter.geometry
          source.prepare(plan.stretch(stretch.range, in: lane))
        }
        let tile = tile(of: lane.content, stretch, source)
        lane.painter.paint(tile, into: surface, x: x, y: lane.top, over: background ?? .clear)
      }
    }
    return surface
  }

  /// A lane of a picture, not yet painted.
  struct Strip {
    let content: LaneContent
    let painter: WaveformPainter
    /// What has been played, and what has not, without spectra; with device pixels from the left edge.
    let tiles: [(tile: WaveformTile, x: Int)]
    /// The lane's spectra; nil where the look shows none.
    let spectra: SpectrogramStretch?
    /// Device pixels from the top of the picture.
    let top: Int

    var isMirrored: Bool { if case .mirrored = content { true } else { false } }
  }

  /// What `render` paints, for others who paint: every lane with all of its columns at once.
  ///
  /// - Parameter playedTo: the frame up to which it has been played; nil: it has the state of the renderer.
  func strips(of source: some PictureSource, range: FrameRange, playedTo: Double? = nil) -> [Strip] {
    let plan = plan(of: source, range)
    let lanes = lanes(channels: source.channels, sampleRate: source.sampleRate)
    guard !plan.isEmpty else { return [] }
    let parts = plan.parts(playedTo: look.style.showsWaveform ? playedTo : nil, state)
    var source = source
    var rows: BarGeometry?
    return lanes.map { lane in
      let stretch = plan.stretch(plan.range, in: lane)
      if lane.painter.geometry != rows {
        rows = lane.painter.geometry
        source.prepare(stretch)
      }
      // Once for all parts: a decoder that only goes forwards would begin anew for each.
      let tints =
        look.style == .tinted && plan.curveMargin == nil
        ? source.tints(
          of: lane.content, grid: plan.grid, first: plan.range.lowerBound, count: plan.range.count,
          look.spectrogram.settings) : []
      return Strip(
        content: lane.content, painter: lane.painter,
        tiles: parts.map { range, state in
          let first = range.lowerBound - plan.range.lowerBound, x = first * plan.pitch
          var tile = tile(
            of: lane.content, plan.stretch(range, in: lane), source, state: state, withSpectra: false)
          if !tints.isEmpty { tile.tints = Array(tints[first..<first + range.count]) }
          if look.style.showsSpectrogram, source.sampleRate > 0 {
            tile.spectrogram = SpectrogramStretch(blank: range.count)
          }
          return (tile, x)
        }, spectra: spectra(of: lane.content, stretch, source), top: lane.top)
    }
  }

  /// The heights of the lanes in device pixels, and their amplitudes.
  func laneScales(channels: Int) -> [(height: Int, amplitude: AmplitudeScale)] {
    lanes(channels: channels).map { ($0.painter.height, $0.painter.look.amplitude) }
  }

  // MARK: Layout

  /// The pixels of the picture of `range`, in frames: pixel 0 is its left edge.
  public func grid(of source: some PictureSource, range: FrameRange) -> PixelGrid {
    let plan = plan(of: source, range)
    return PixelGrid(
      framesPerPixel: plan.grid.framesPerPixel / Double(plan.pitch),
      origin: plan.grid.position(ofPixel: plan.range.lowerBound))
  }

  /// The pixels or columns of the time axis to draw, and how many at a time.
  private struct Plan {
    let pixels: PixelGrid, grid: PixelGrid
    let range: Range<Int>
    /// Device pixels from one to the next.
    let pitch: Int
    let curveMargin: Int?

    /// How much of `range` is painted at a time: about as wide as some tiles of the window. An even number in
    /// an envelope, whose marks are two logical pixels wide and must not be cut.
    let step: Int

    var isEmpty: Bool { range.isEmpty }

    /// What lies before a frame, and what lies behind it; a bar belongs to where its middle lies.
    func parts(playedTo frame: Double?, _ state: PlayState) -> [(Range<Int>, PlayState)] {
      guard let frame else { return [(range, state)] }
      let place = (frame - grid.origin) / grid.framesPerPixel
      let limited = min(max(place, Double(range.lowerBound)), Double(range.upperBound))
      let cut = Int(limited.rounded(pitch > 1 ? .toNearestOrAwayFromZero : .down))
      return [(range.lowerBound..<cut, .played), (cut..<range.upperBound, .unplayed)]
        .filter { !$0.0.isEmpty }
    }

    func stretch(_ range: Range<Int>, in lane: Lane) -> PictureStretch {
      PictureStretch(
        pixels: pixels, grid: grid, range: range, curveMargin: curveMargin, rows: lane.painter.geometry,
        showsWaveform: lane.painter.style.showsWaveform)
    }
  }

  private func plan(of source: some PictureSource, _ range: FrameRange) -> Plan {
    let pixels = PixelGrid(framesPerPixel: Double(max(1, range.count)) / Double(max(1, width)))
    let isCurve = look.style.showsWaveform && source.hasCurves(pixels)
    let metrics = look.bars.scaled(by: scale)
    let isBars = look.style.isBars && !isCurve
    // Bars begin at the left edge, and the right edge cuts none.
    let count = isBars ? (width + metrics.gap) / metrics.pitch : width
    let grid =
      isBars ? PixelGrid(framesPerPixel: Double(max(1, range.count)) / Double(max(1, count))) : pixels
    let first = grid.nearestEdge(toFrame: Double(range.lowerBound))
    return Plan(
      pixels: pixels, grid: grid, range: first..<first + (range.isEmpty ? 0 : count),
      pitch: isBars ? metrics.pitch : 1, curveMargin: isCurve ? CurvePainter.margin(scale: scale) : nil,
      step: isBars ? max(1, 256 / metrics.pitch) : max(1, 128 / scale) * 2 * scale)
  }

  private struct Lane {
    let content: LaneContent
    let painter: WaveformPainter
    /// Device pixels from the top of the picture.
    let top: Int
  }

  /// Empty when there is no room or no sound.
  ///
  /// - Parameter sampleRate: only spectra need it.
  private func lanes(channels: Int, sampleRate: Int = 0) -> [Lane] {
    let height = max(0, height - inset)
    let padding = min(4 * scale, height / 8)
    guard channels > 0, height - 2 * padding >= 2 else { return [] }
    let contents =
      channelsBelow.map { look.channels.lanes(channels: channels, over: $0) }
      ?? look.channels.lanes(channels: channels)
    let count = look.channels.lanes(channels: channelsBelow ?? channels).count
    let layout = LaneLayout(
      count: count, viewHeight: height - 2 * padding, minimumHeight: 2, gap: count > 1 ? padding : 0)
    func painter(_ amplitude: AmplitudeScale) -> WaveformPainter {
      var look = look
      look.amplitude = amplitude
      return WaveformPainter(
        look: look, palette: palette, height: layout.laneHeight, scale: scale, sampleRate: sampleRate)
    }
    let common = painter(look.amplitude)
    // The rest of the division is shared between top and bottom.
    let spare = max(0, layout.viewHeight - layout.contentHeight) / 2
    return layout.visibleLanes(offset: 0).filter { $0 < contents.count }.map { lane in
      Lane(
        content: contents[lane], painter: amplitudes[lane].map(painter) ?? common,
        top: inset + padding + spare + layout.top(ofLane: lane, offset: 0))
    }
  }

  /// A lane's part of a stretch for which the source has been prepared.
  private func tile(
    of lane: LaneContent, _ stretch: PictureStretch, _ source: some PictureSource, state: PlayState? = nil,
    withSpectra: Bool = true
  ) -> WaveformTile {
    let state = state ?? self.state
    let (grid, first, count) = (stretch.grid, stretch.range.lowerBound, stretch.range.count)
    let marks =
      look.showsMarks
      ? lane.marks { source.marks(channel: $0, grid: grid, first: first, count: count) } : []
    let spectra = withSpectra ? spectra(of: lane, stretch, source) : nil
    guard let margin = stretch.curveMargin else {
      let columns = look.style.columns(stretch.range) { first, count, values in
        lane.columns {
          source.columns(channel: $0, grid: grid, first: first, count: count, values: values)
        }
      }
      let tints =
        withSpectra && look.style == .tinted
        ? source.tints(of: lane, grid: grid, first: first, count: count, look.spectrogram.settings) : []
      return WaveformTile(columns: columns, state: state, marks: marks, tints: tints, spectrogram: spectra)
    }
    let curves = lane.curves {
      source.curve(channel: $0, grid: grid, first: first, count: count, margin: margin, scale: scale)
    }
    return WaveformTile(
      columns: WaveformColumns(count: 0), state: state, marks: marks, curves: curves, spectrogram: spectra)
  }

  private func spectra(
    of lane: LaneContent, _ stretch: PictureStretch, _ source: some PictureSource
  ) -> SpectrogramStretch? {
    let (grid, first) = (stretch.grid, stretch.range.lowerBound)
    guard look.style.showsSpectrogram,
      let columns = source.spectrogram(
        of: lane, grid: grid, first: first, count: stretch.range.count, look.spectrogram.settings)
    else { return nil }
    return SpectrogramStretch(columns: columns, first: first, of: grid, length: source.length)
  }
}
