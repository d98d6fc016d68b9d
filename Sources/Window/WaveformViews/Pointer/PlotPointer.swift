// PlotPointer.swift
// Clicks and drags on a plot: the playhead, the selection of time and frequencies, and with Alt a recording that is moved in time. A
// single click takes effect without waiting for a second one.
// Places from GTK are logical pixels; the model wants device pixels (`PixelScale`).

import GtkBridge
import WaveformCore
import WaveformModel

/// The pointer over the plots of one diagram.
@MainActor final class PlotPointer {
  /// A press of the button that has not been released yet.
  private struct Press {
    /// What a drag does.
    enum Purpose { case select, moveEdge, moveBand, moveLane }
    let purpose: Purpose
    /// True once the pointer has moved far enough for a drag.
    var isDragging = false
    /// The frame under the pointer when the button was pressed, and the selection that is being changed.
    let frame: Int
    var selection: Selection
    /// The selection before the press.
    let before: Selection?
    /// Where the pointer is now, in logical pixels.
    var x: Double, y = 0.0
    /// The frequencies that the drag selects or changes; nil where it selects time only.
    var band: BandDrag?
    /// True while a key inverts snapping.
    var invertsSnapping = false
    /// The lane in which a selection of some lanes began, the one that it has reached, and the one that it extends.
    var lanes: (first: Int, last: Int, extended: Selection?)?
  }

  /// A waveform that is dragged along the time axis.
  private struct MovedLane {
    let plot: PlotViewModel
    /// The waveform's offset when the drag began, and the frames by which a logical pixel moves it.
    let offset: Int, framesPerPoint: Double
  }

  private let diagram: DiagramViewModel
  private let hover: HoverLine
  private let kinetic: KineticPan
  private let scrolling: PlotScrolling
  private let edgeScroller = EdgeScroller()
  private var pointer: Point?
  private var press: Press?
  /// The number of quick presses at one place, the present one included.
  private var pressCount = 0
  private var moved: MovedLane?

  /// Logical pixels within which an edge of the selection can be grabbed.
  private static let grabDistance = 5.0

  init(_ diagram: DiagramViewModel, hover: HoverLine, kinetic: KineticPan) {
    self.diagram = diagram
    self.hover = hover
    self.kinetic = kinetic
    scrolling = PlotScrolling(diagram, kinetic)
  }

  func connect(to view: PlotView) {
    _ = MotionController(on: view) { [weak self, weak view] in
      guard let self, let view else { return }
      pointer = $0
      updateCursor(view)
      hover.move(over: view, to: $0)
    }
    scrolling.connect(to: view) { [weak self] in self?.pointer }
    _ = ClickGesture(on: view) { [weak self] count, _ in self?.pressCount = count }
    _ = DragGesture(on: view) { [weak self, weak view] phase, start, now, modifiers in
      guard let self, let view else { return }
      switch phase {
      case .began: begin(view, at: start, modifiers)
      case .moved: move(view, from: start, to: now, modifiers)
      case .ended: end(view, at: now, modifiers)
      case .cancelled: cancel()
      }
    }
  }

  /// The recording that a drag with Alt moves: the front one of the lane, if there is another to move it
  /// against. Its computed waveform moves with it.
  private func movablePlot(in view: PlotView) -> PlotViewModel? {
    guard diagram.lanes.hasSeveralRecordings else { return nil }
    return diagram.lanes.rows.first { $0.first === view.plot }?.last { !$0.isComputed }
  }

  private func begin(_ view: PlotView, at start: Point, _ modifiers: Modifiers) {
    kinetic.stop()
    view.grabFocus()
    guard let viewport = diagram.viewport else { return }
    let pixels = view.pixels, scale = pixels.factor
    let x = pixels.x(start.x)
    let frame = viewport.frameIndex(at: x)
    let before = diagram.selection
    let lane = view.lane(at: start.y)
    func press(_ purpose: Press.Purpose, _ selection: Selection) {
      self.press = Press(purpose: purpose, frame: frame, selection: selection, before: before, x: start.x)
    }
    if modifiers.contains(.alt), let plot = movablePlot(in: view) {
      press(.moveLane, Selection(0..<0))
      moved = MovedLane(
        plot: plot, offset: plot.settings.offset, framesPerPoint: viewport.framesPerPixel * scale)
    } else if let selection = diagram.selection, !modifiers.contains(.shift),
      let edge = selection.edge(near: x, tolerance: Self.grabDistance * scale, in: viewport),
      diagram.isSelected(lane: lane, of: view.plot)
    {
      press(.moveEdge, selection.grabbed(at: edge))
    } else if let selection = diagram.selection, let band = selection.band, modifiers.isEmpty,
      let spectrum = view.spectrumLane(at: start.y, diagram),
      let edge = selection.bandEdge(at: x, start.y, in: spectrum, viewport)
    {
      press(.moveBand, selection)
      self.press?.band = BandDrag(band, moving: edge, from: start.y, in: spectrum)
    } else if modifiers.contains(.shift) {
      diagram.extendSelection(to: frame)
      guard let selection = diagram.selection else { return }
      press(.moveEdge, selection.extended(to: frame))
    } else {
      press(.select, Selection(anchor: frame, head: frame))
      if !modifiers.contains(.control) {
        self.press?.band = view.spectrumLane(at: start.y, diagram).map { BandDrag(from: start.y, in: $0) }
      } else {
        let isExtended = before?.scope != nil && !diagram.isSelected(lane: lane, of: view.plot)
        self.press?.lanes = (lane, lane, isExtended ? before : nil)
      }
    }
  }

  private func move(_ view: PlotView, from start: Point, to now: Point, _ modifiers: Modifiers) {
    guard let isWhole = press.map({ $0.lanes == nil }) else { return }
    press?.x = now.x
    press?.y = now.y
    press?.invertsSnapping = isWhole && modifiers.contains(.control)
    press?.lanes?.last = view.lane(at: now.y)
    if press?.isDragging == false {
      guard DragGesture.isDrag(on: view, from: start, to: now) else { return }
      press?.isDragging = true
      // The fixed end snaps once, where the drag began.
      if press?.purpose == .select, let anchor = press?.selection.anchor {
        let place = snapped(anchor, in: view)
        press?.selection.anchor = place
      }
    }
    if let moved {
      diagram.lanes.change(moved.plot, .dragged(lane: moved.plot.number)) {
        $0.offset = moved.offset + Int(((now.x - start.x) * moved.framesPerPoint).rounded())
      }
      return
    }
    let scale = view.pixels.factor
    dragSelection(view)
    // A band has no other place in time.
    guard press?.purpose != .moveBand else { return }
    edgeScroller.run(on: view, from: start.x, x: { [weak self] in self?.press?.x }) {
      [weak self, weak view] in
      self?.diagram.navigation.pan(by: $0 * scale)
      if let view { self?.dragSelection(view) }
    }
  }

  /// Moves the selection's moving end to the pointer, but not beyond the edge of the view, or to what lies near.
  private func dragSelection(_ view: PlotView) {
    guard let viewport = diagram.viewport, let press else { return }
    if press.purpose == .moveBand {
      if let band = press.band?.band(at: press.y) {
        var selection = press.selection
        selection.band = band
        // Each band needs another filter: it is heard when the drag ends.
        diagram.select(selection, isDraft: true)
      }
      return
    }
    let x = min(max(view.pixels.x(press.x), 0), Double(viewport.width))
    let place = snapped(viewport.frameIndex(at: x), in: view)
    self.press?.selection.head = place
    guard var selection = self.press?.selection else { return }
    if let drag = press.band { selection.band = drag.band(at: press.y) }
    if let lanes = press.lanes {
      let reached = min(lanes.first, lanes.last)...max(lanes.first, lanes.last)
      selection.scope = diagram.scope(ofLanes: reached, of: view.plot)
      if let extended = lanes.extended { selection = extended.joined(with: selection) }
    }
    diagram.select(selection, isDraft: press.purpose == .select)
  }

  private func snapped(_ frame: Int, in view: PlotView) -> Int {
    diagram.snapped(
      frame, over: view.plot, isInverted: press?.invertsSnapping ?? false, scale: view.pixels.line)
  }

  private func end(_ view: PlotView, at place: Point, _ modifiers: Modifiers) {
    defer { finish() }
    guard let press else { return }
    // A click near an edge of the selection is an ordinary click.
    if !press.isDragging, !modifiers.contains(.shift), press.purpose != .moveLane {
      if let lanes = press.lanes, press.before?.isEmpty == false, pressCount <= 1,
        let scope = diagram.scope(ofLanes: lanes.first...lanes.first, of: view.plot)
      {
        diagram.toggle(scope)
      } else {
        click(view, at: place, frame: press.frame)
      }
    }
    updateCursor(view)
  }

  private func click(_ view: PlotView, at place: Point, frame: Int) {
    switch pressCount {
    case ...1:
      diagram.clearSelection()
      diagram.transport.movePlayhead(to: Double(frame))
    case 2: diagram.selectSound(around: frame, of: view.plot, channels: view.channels(ofLaneAt: place.y))
    default: diagram.selectAll()
    }
  }

  /// Takes back what the drag did.
  private func cancel() {
    defer { finish() }
    guard let press else { return }
    if let moved {
      // All changes of the drag were recorded as one step.
      if moved.plot.settings.offset != moved.offset { diagram.lanes.undo() }
    } else if diagram.selection != press.before {
      diagram.select(press.before)
      diagram.settleSelection()
    }
  }

  private func finish() {
    // A click with Shift has changed the selection as well.
    if press != nil, moved == nil { diagram.settleSelection() }
    if press?.isDragging == true, moved != nil { diagram.lanes.endChange() }
    press = nil
    moved = nil
    diagram.snapping.end()
    edgeScroller.stop()
  }

  private func updateCursor(_ view: PlotView) {
    guard press == nil else { return }
    var isAtEdge = false, isAtBand = false
    if let pointer, let selection = diagram.selection, let viewport = diagram.viewport {
      let pixels = view.pixels, x = pixels.x(pointer.x)
      isAtEdge =
        diagram.isSelected(lane: view.lane(at: pointer.y), of: view.plot)
        && selection.edge(near: x, tolerance: Self.grabDistance * pixels.factor, in: viewport) != nil
      isAtBand =
        view.spectrumLane(at: pointer.y, diagram).flatMap {
          selection.bandEdge(at: x, pointer.y, in: $0, viewport)
        } != nil
    }
    view.setCursor(isAtEdge ? "ew-resize" : isAtBand ? "ns-resize" : "text")
  }
}

extension PlotView {
  /// The lane at `y`, in logical pixels from the top of the view; nil where it shows no spectra.
  func spectrumLane(at y: Double, _ diagram: DiagramViewModel) -> SpectrumLane? {
    let lane = lane(at: y)
    guard diagram.lanes.style(of: plot).showsSpectrogram, lanes.indices.contains(lane), plot.sampleRate > 0
    else { return nil }
    return SpectrumLane(
      axis: diagram.look.spectrogram.axis(height: layout.laneHeight, sampleRate: plot.sampleRate),
      top: pixels.device(Self.margin) + layout.top(ofLane: lane, offset: laneOffset), pixels: pixels)
  }

  /// The channels of the lane at `y`, in logical pixels from the top of the view; none before the file is open.
  func channels(ofLaneAt y: Double) -> [Int] {
    let (lanes, lane) = (lanes, lane(at: y))
    return lanes.indices.contains(lane) ? lanes[lane].channels : []
  }
}
