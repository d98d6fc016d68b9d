// OverviewView.swift
// The strip below the diagram: always the whole recording, with the visible window, the selection and the
// playhead. The waveform is painted once and kept; everything else is rectangles over it. A frame is
// requested only when one of them moves to other device pixels. OverviewView+Pointer.swift handles the
// pointer.

import GtkBridge
import Localization
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The overview of a diagram.
final class OverviewView: SnapshotArea {
  let diagram: DiagramViewModel
  var palette = Palette.light { didSet { if palette != oldValue { queueDraw() } } }
  /// Called after the waveform was painted.
  var onPaint: (() -> Void)?
  /// Called when the user presses it or turns the wheel over it.
  var onPress: (() -> Void)?
  /// Called with the pixel to which the playhead has moved while playing.
  var onStep: ((Int) -> Void)?
  /// The present press of the button; nil when there is none.
  var press: OverviewPress?
  /// Where the pointer is, in logical pixels.
  var pointer: Point?

  private let observer = ModelObserver()
  private let redraw = Timer()
  private var drawnAt = 0.0
  private static let secondsPerHeardPicture = 0.25
  private var kept: (key: WaveformKey, node: RenderNode)?
  private var drawnPlayhead = 0

  /// Sizes in logical pixels: the height of the strip, and the space above and below it and the waveform.
  private static let stripHeight = 36
  private static let padding = 5, air = 4
  private static let narrowestWindow = 14, radius = 5.0

  init(diagram: DiagramViewModel) {
    self.diagram = diagram
    super.init(role: .image)
    set("hexpand", true)
    addStyleClass("stop")
    setContentSize(height: Self.stripHeight + 2 * Self.padding)
    setAccessibleLabel(localized("Overview"))
    observer.follow({ [weak self] in self?.picture(of: diagram.navigation.restingViewport) }) {
      [weak self] _ in self?.changed()
    }
    // Nobody can be told of every step of a view that rolls.
    observer.follow(every: 0.25, { diagram.isPlaying ? nil : diagram.navigation.destination?.visibleFrames })
    {
      [weak self] in
      if let frames = $0 { self?.describe(frames) }
    }
    connectPointer()
    connectKeys()
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(diagram:) only") }

  /// What is heard makes the whole longer with each pixel of the view: every column of the strip is another one then.
  private func changed() {
    let wait = diagram.live.isOn ? drawnAt + Self.secondsPerHeardPicture - MainLoop.now : 0
    guard wait > 0 else { return draw() }
    // The last change is drawn even if no other one follows; else it is drawn with that, in the same frame as the view.
    if !redraw.isScheduled { redraw.schedule(after: wait + 0.05) { [weak self] in self?.draw() } }
  }

  private func draw() {
    drawnAt = MainLoop.now
    redraw.cancel()
    queueDraw()
  }

  // MARK: Places

  /// Device pixels across the strip: as many as a waveform has.
  private var stripWidth: Int { deviceWidth }

  /// Nil while there is nothing to show, or no room for it.
  var geometry: OverviewGeometry? {
    guard diagram.length > 0, stripWidth > 0 else { return nil }
    return OverviewGeometry(
      length: diagram.length, width: stripWidth, minimumWindow: pixels.device(Self.narrowestWindow))
  }

  private func rect(_ pixels: Range<Int>, y: Int, height: Int) -> Rect {
    let scale = self.pixels.factor
    return Rect(
      x: Double(pixels.lowerBound) / scale, y: Double(y), width: Double(pixels.count) / scale,
      height: Double(height))
  }

  /// Over the whole height of the strip.
  private func strip(_ pixels: Range<Int>) -> Rect {
    rect(pixels, y: Self.padding, height: Self.stripHeight)
  }

  // MARK: What is shown

  /// Everything that the strip shows, in whole pixels: equal values give equal pictures.
  private struct Picture: Equatable, Sendable {
    let window: Range<Int>?
    let selection: Range<Int>?
    let playhead: Int
    let waveform: WaveformKey
  }

  private struct WaveformKey: Equatable, Sendable {
    let plots: [PlotKey]
    let geometry: OverviewGeometry
    let factor: Double
    let palette: Palette
    /// True when each column shows exactly the frames that it covers.
    var isExact: Bool
  }

  private struct PlotKey: Equatable, Sendable {
    let number: Int
    let placement: LanePlacement
    let framesRead: Int, isComplete: Bool, preview: Int
  }

  /// Reads all of the model before it checks the room, so that its observer is told of every change.
  private func picture(of viewport: Viewport?) -> Picture? {
    let (selection, playhead) = (diagram.selection, diagram.playhead)
    let plots = diagram.plots.map {
      PlotKey(
        number: $0.number, placement: diagram.placement(of: $0), framesRead: $0.framesRead,
        isComplete: $0.isComplete, preview: $0.previewCount)
    }
    let haveArrived = diagram.plots.map { $0.revision > 0 }
    guard let geometry, diagram.plots.contains(where: { $0.channels > 0 }) else { return nil }
    let columns = columns(geometry)
    // What is heard is painted as it comes: see `changed`.
    let isExact =
      !diagram.live.isOn && haveArrived.allSatisfy(\.self)
      && diagram.plots.allSatisfy {
        $0.isExact(grid: diagram.placement(of: $0).grid(columns.grid), first: 0, count: columns.count)
      }
    return Picture(
      window: viewport.map(geometry.window), selection: geometry.selection(selection?.range),
      playhead: geometry.pixel(ofFrame: playhead),
      waveform: WaveformKey(
        plots: plots, geometry: geometry, factor: pixels.factor, palette: palette, isExact: isExact))
  }

  /// Draws the playhead at its next step.
  func playheadStepped() {
    guard isMapped, let geometry else { return }
    let pixel = geometry.pixel(ofFrame: diagram.playhead)
    guard pixel != drawnPlayhead else { return }
    queueDraw()
    onStep?(pixel)
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard let picture = picture(of: diagram.viewport) else { return }
    let line = pixels.line
    if let window = picture.window {
      for outside in [0..<window.lowerBound, window.upperBound..<stripWidth] {
        snapshot.fill(strip(outside), palette.overviewGround.rgba)
      }
    }
    if let selection = picture.selection { snapshot.fill(strip(selection), palette.selection.rgba) }
    if let node = waveform(picture.waveform) { snapshot.append(node) }
    if let selection = picture.selection {
      let edge = min(line, selection.count)
      snapshot.fill(
        strip(selection.lowerBound..<selection.lowerBound + edge), palette.selectionEdge.rgba)
      snapshot.fill(
        strip(selection.upperBound - edge..<selection.upperBound), palette.selectionEdge.rgba)
    }
    if let window = picture.window { appendWindow(snapshot, window) }
    drawnPlayhead = picture.playhead
    let x = min(picture.playhead, max(stripWidth - line, 0))
    snapshot.fill(strip(x..<x + line), palette.playhead.rgba)
  }

  /// A box with a grip at either edge.
  private func appendWindow(_ snapshot: Snapshot, _ window: Range<Int>) {
    let color = palette.overviewWindow.rgba
    snapshot.border(strip(window), radius: Self.radius, width: 1, color)
    let box = strip(window)
    let grip = (width: 4.0, height: 14.0)
    let y = box.y + (box.height - grip.height) / 2
    for edge in [box.x + 0.5, box.x + box.width - 0.5] {
      // Whole at the ends of the strip as well.
      let x = min(max((edge - grip.width / 2).rounded(.down), 0), bounds.width - grip.width)
      let place = Rect(x: x, y: y, width: grip.width, height: grip.height)
      snapshot.fill(place, radius: grip.width / 2, color)
    }
  }

  private func describe(_ frames: FrameRange) {
    guard diagram.sampleRate > 0 else { return }
    let start = diagram.time(ofFrame: frames.lowerBound), end = diagram.time(ofFrame: frames.upperBound)
    let length = diagram.time(ofLength: diagram.length)
    setAccessibleDescription(localized("\(start) to \(end) of \(length) is visible"))
  }

  // MARK: Waveform

  /// Small bars in any style of the diagram, so that the strip always looks the same.
  private static let look = WaveformLook()

  private func columns(_ geometry: OverviewGeometry) -> (grid: PixelGrid, count: Int) {
    let metrics = Self.look.bars.scaled(by: pixels.factor)
    let count = (geometry.width + metrics.gap) / metrics.pitch
    return (metrics.grid(over: geometry.grid), max(count, 1))
  }

  /// The kept picture of all channels in one lane; painted now if the key has changed.
  private func waveform(_ key: WaveformKey) -> RenderNode? {
    if let kept {
      var known = kept.key
      known.isExact = key.isExact
      // Columns that were exact stay, even if the samples at their edges have been dropped.
      if known == key, kept.key.isExact || !key.isExact { return kept.node }
    }
    guard let node = paint(key.geometry) else { return nil }
    kept = (key, node)
    onPaint?()
    return node
  }

  private func paint(_ geometry: OverviewGeometry) -> RenderNode? {
    let pixels = pixels
    let height = pixels.device(Self.stripHeight - 2 * Self.air)
    guard let surface = try? ImageSurface(width: geometry.width, height: height, scale: pixels.factor) else {
      return nil
    }
    let tile = tile(geometry)
    WaveformPainter(look: Self.look, palette: palette, height: height, factor: pixels.factor).paint(
      tile, into: surface)
    let place = Rect(
      x: 0, y: pixels.edge(Double(Self.padding + Self.air)), width: pixels.logical(geometry.width),
      height: pixels.logical(height))
    return RenderNode.cairo(bounds: place) { surface.draw(in: $0, x: place.x, y: place.y) }
  }

  /// All channels of all waveforms as one. Shows what has not been read only for a single waveform.
  private func tile(_ geometry: OverviewGeometry) -> WaveformTile {
    let (axis, count) = columns(geometry)
    func lane(_ plot: PlotViewModel) -> LaneContent { .mixed(0..<plot.channels) }
    let known = diagram.plots.filter { $0.channels > 0 }
    let columns = known.map { plot in
      plot.columns(of: lane(plot), grid: diagram.placement(of: plot).grid(axis), first: 0, count: count)
    }
    guard known.count == 1 else { return WaveformTile(columns: .mixed(columns), state: .unplayed) }
    let plot = known[0]
    let grid = diagram.placement(of: plot).grid(axis)
    let limit = TileContents.previewLimit(
      grid: diagram.placement(of: plot).grid(geometry.grid), scale: pixels.line)
    let preview = plot.previewColumns(of: lane(plot), grid: grid, first: 0, count: count, limit: limit)
    let read = plot.isComplete ? nil : geometry.pixel(ofFrame: Double(plot.framesRead))
    return WaveformTile(columns: columns[0], state: .unplayed, unreadFrom: read, preview: preview)
  }
}
