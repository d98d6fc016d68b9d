// PlotParts.swift
// The values on which a plot's picture depends: when they are the same, so is the picture. And what is drawn over it.

import GtkBridge
import WaveformCore
import WaveformDrawing
import WaveformModel

/// Everything on which the layers of a plot depend.
struct LayersKey: Equatable {
  private(set) var pixels: Range<Int>
  /// In frames of the recording.
  let grid: PixelGrid
  /// Of each visible lane.
  let looks: [WaveformLook]
  let palette: Palette
  let layout: LaneLayout
  let laneOffset: Int
  /// Device pixels per logical pixel.
  let factor: Double
  private(set) var framesRead: Int
  let isComplete: Bool, revision: Int, preview: Int
  /// Counts the spectra; 0 where none are shown.
  private(set) var spectra: Int

  /// The same wherever the view is and however far the sound has come.
  var whileRolling: LayersKey {
    var key = self
    (key.pixels, key.framesRead, key.spectra) = (0..<pixels.count, 0, 0)
    return key
  }

  /// - Parameters:
  ///   - looks: of each visible lane.
  ///   - laneOffset: how far the lanes are scrolled, in device pixels.
  @MainActor init(
    plot: PlotViewModel, diagram: DiagramViewModel, viewport: Viewport, layout: LaneLayout,
    looks: [WaveformLook], palette: Palette, laneOffset: Int, factor: Double
  ) {
    pixels = viewport.firstPixel..<viewport.firstPixel + viewport.width
    grid = diagram.placement(of: plot).grid(viewport.grid)
    self.layout = layout
    self.looks = looks
    self.palette = palette
    self.laneOffset = laneOffset
    self.factor = factor
    framesRead = plot.framesRead
    isComplete = plot.isComplete
    revision = plot.revision
    preview = plot.previewCount
    spectra = diagram.lanes.style(of: plot).needsSpectra ? plot.spectrogramRevision : 0
  }
}

/// Everything on which tiles depend that roll by.
struct RollingBasis: Equatable {
  let layers: LayersKey
  let spectra: SpectrogramSettings
  let state: PlayState
}

/// Everything on which a plot's picture depends, except for the steps of the playhead and of a zoom, which
/// their animators draw. When it changes, the plot is drawn again.
struct PlotPicture: Equatable, Sendable {
  let viewport: Viewport?
  let selection: Selection?
  let snap: SnapPlace?
  let playhead: Int, placements: Int
  let look: WaveformLook
  let style: WaveformStyle
  let gains: LaneGains
  let normalization: Float
  let placement: LanePlacement
  let framesRead: Int
  let isComplete: Bool
  let revision: Int
  let preview: Int
  /// Counts the spectra; 0 where none are shown.
  let spectra: Int
  /// The marks over them; nil where none are shown.
  let marks: BandMarks.Key?

  @MainActor init(plot: PlotViewModel, diagram: DiagramViewModel) {
    viewport = diagram.navigation.restingViewport
    selection = diagram.selection
    snap = diagram.snapping.place
    playhead =
      viewport == nil ? 0 : diagram.transport.steps.map { $0.pixel(at: diagram.playhead) } ?? 0
    placements = diagram.transport.placementCount
    look = diagram.look
    style = diagram.lanes.style(of: plot)
    gains = plot.gains
    normalization = diagram.normalization(of: plot)
    placement = diagram.placement(of: plot)
    framesRead = plot.framesRead
    isComplete = plot.isComplete
    revision = plot.revision
    preview = plot.previewCount
    spectra = style.needsSpectra ? plot.spectrogramRevision : 0
    marks = style.showsSpectrogram ? BandMarks.Key(plot, diagram) : nil
  }
}

extension SnapshotArea {
  /// The line at what a dragged edge has snapped to. It runs through all views of the time axis.
  ///
  /// - Parameter top: where it begins, in logical pixels.
  package func appendSnapLine(
    to snapshot: Snapshot, of diagram: DiagramViewModel, _ palette: Palette, top: Double = 0
  ) {
    guard let place = diagram.snapping.place, let viewport = diagram.viewport else { return }
    let pixels = pixels
    let x = min(viewport.pixel(ofFrame: Double(place.frame)), viewport.width - pixels.line)
    snapshot.fill(
      Rect(x: pixels.logical(x), y: top, width: 1, height: bounds.height - top),
      palette.snapLine.rgba)
  }
}

extension Color {
  package var rgba: RGBA { RGBA(red: red, green: green, blue: blue, alpha: alpha) }
}
