// PlotParts.swift
// The values of which a plot's picture is made: keys of kept pictures, and the places in a frame in device
// pixels. `PlotView` puts them together.

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
  let scale: Int
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

  @MainActor init(plot: PlotViewModel, diagram: DiagramViewModel, view: PlotView, viewport: Viewport) {
    pixels = viewport.firstPixel..<viewport.firstPixel + viewport.width
    grid = diagram.placement(of: plot).grid(viewport.grid)
    layout = view.layout
    looks = layout.visibleLanes(offset: view.laneOffset).map(view.look)
    palette = view.palette
    laneOffset = view.laneOffset
    scale = view.scaleFactor
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

/// Tiles of one state as a node, and the pixels of the view that they cover.
struct Layer {
  let node: RenderNode
  let pixels: Range<Int>

  func covers(_ other: Range<Int>) -> Bool {
    pixels.lowerBound <= other.lowerBound && other.upperBound <= pixels.upperBound
  }
}

/// A part of a layer as it was appended last. Holds its layer, so that no other layer can get the same
/// address.
struct Stretch {
  let layer: RenderNode
  let pixels: Range<Int>
  let node: RenderNode
}

/// The parts of a frame of a plot.
struct PlotFrame {
  let viewport: Viewport
  /// The absolute pixel of the playhead.
  let playhead: Int
  let selection: Selection?
  let scale: Double
  /// The size of the view, in device pixels.
  let height: Int

  /// The first pixel of the selection and the one behind it, from the left edge of the view; nil when the
  /// selection is out of view.
  var selectedPixels: (left: Int, right: Int)? {
    guard let range = selection?.range, !range.isEmpty else { return nil }
    let left = viewport.pixel(ofFrame: Double(range.lowerBound))
    let right = viewport.pixel(ofFrame: Double(range.upperBound))
    return right >= 0 && left <= viewport.width ? (left, right) : nil
  }

  /// Where the layers are cut, as absolute pixels: on a grid of 64, on a grid of 8, at the playhead, and the
  /// same to the right. No two are equal, so each frame has six stretches. Their number must not change: GTK
  /// compares the nodes of two frames in order, and one more or less would make it draw all that follow
  /// again.
  var layerEdges: [Int] {
    let near = (left: floor(playhead - 1, 8), right: floor(playhead, 8) + 8)
    let far = (left: floor(near.left - 1, 64), right: floor(near.right, 64) + 64)
    let first = viewport.firstPixel
    return [first, far.left, near.left, playhead, near.right, far.right, first + viewport.width]
  }

  /// The last multiple of `step` that is not beyond `pixel`.
  private func floor(_ pixel: Int, _ step: Int) -> Int { pixel & ~(step - 1) }

  func rect(_ pixels: PixelRect) -> Rect {
    Rect(
      x: Double(pixels.x) / scale, y: Double(pixels.y) / scale, width: Double(pixels.width) / scale,
      height: Double(pixels.height) / scale)
  }

  /// A strip over the whole height.
  func rect(x: Int, width: Int) -> Rect { rect(PixelRect(x: x, y: 0, width: width, height: height)) }
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

/// What is drawn over a plot, as far as it is kept from one frame to the next.
@MainActor struct PlotOverlays {
  let gains = GainBadges()
  let loudness = LoudnessOverlay()
  let marks = BandMarks()
}

extension SnapshotArea {
  /// The line at what a dragged edge has snapped to. It runs through all views of the time axis.
  ///
  /// - Parameter top: where it begins, in logical pixels.
  func appendSnapLine(
    to snapshot: Snapshot, of diagram: DiagramViewModel, _ palette: Palette, top: Double = 0
  ) {
    guard let place = diagram.snapping.place, let viewport = diagram.viewport else { return }
    let x = min(viewport.pixel(ofFrame: Double(place.frame)), viewport.width - scaleFactor)
    snapshot.fill(
      Rect(x: Double(x) / Double(scaleFactor), y: top, width: 1, height: Double(height) - top),
      palette.snapLine.rgba)
  }
}

extension Color {
  var rgba: RGBA { RGBA(red: red, green: green, blue: blue, alpha: alpha) }
}
