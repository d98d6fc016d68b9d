// DiagramView+Pointer.swift
// Wheel, touchpad, pinch, click and drag on a plot. Places from GTK are logical pixels; the model wants device
// pixels, so every x is multiplied by the scale factor here and nowhere else.

import Glibc
import GtkBridge
import WaveformCore
import WaveformModel

/// A press of the button that has not been released yet.
struct PointerPress {
  /// What a drag does.
  enum Purpose { case select, moveEdge, moveLane }
  let purpose: Purpose
  /// True once the pointer has gone far enough to be dragging.
  var isDragging = false
  /// The frame under the pointer when the button was pressed, and the selection that is being changed.
  let frame: Int
  var selection: Selection
  /// What was selected before.
  let before: Selection?
  /// Where the pointer is now, in logical pixels.
  var x: Double
}

/// A waveform that is dragged along the time axis.
struct MovedLane {
  let plot: PlotViewModel
  /// Where it began, and how far a logical pixel moves it.
  let offset: Int, framesPerPoint: Double
}

extension DiagramView {
  /// What a drag with Alt moves: the front recording of the lane, where there is anything that it could move against.
  /// What was made of it comes with it.
  private func movablePlot(in view: PlotView) -> PlotViewModel? {
    guard diagram.hasSeveralRecordings else { return nil }
    return diagram.lanes.first { $0.first === view.plot }?.last { !$0.isComputed }
  }

  /// Logical pixels within which an edge of the selection can be grabbed.
  private static var grabDistance: Double { 5 }
  /// One detent of a wheel zooms by the fourth root of two.
  static var detentsPerOctave: Double { 4 }
  /// Logical pixels of a touchpad's vertical scroll that double the zoom.
  static var touchpadPixelsPerOctave: Double { 120 }

  func connectPointer(to view: PlotView) {
    _ = MotionController(on: view) { [weak self, weak view] in
      guard let self, let view else { return }
      pointer = $0
      updateCursor(view)
      hover(view, at: $0)
    }
    _ = ScrollController(
      on: view,
      scrolled: { [weak self, weak view] dx, dy, unit, modifiers in
        guard let self, let view else { return false }
        scroll(view, dx, dy, unit, modifiers)
        return true
      },
      flung: { [weak self] velocity, _ in
        // GTK tells of a velocity after every swipe, also of one that zoomed.
        guard let self, lastScrollPanned else { return }
        kinetic?.fling(velocity: velocity)
      })
    _ = PinchGesture(on: view) { [weak self] scale, centre in self?.pinch(scale, centre) }
    _ = DragGesture(on: view) { [weak self, weak view] phase, start, now, modifiers in
      guard let self, let view else { return }
      switch phase {
      case .began: beginPress(view, at: start, modifiers)
      case .moved: movePress(view, from: start, to: now)
      case .ended: endPress(view, modifiers)
      case .cancelled: cancelPress()
      }
    }
  }

  // MARK: Zoom and scroll

  private func scroll(
    _ view: PlotView, _ dx: Double, _ dy: Double, _ unit: ScrollController.Unit, _ modifiers: Modifiers
  ) {
    kinetic?.stop()
    lastScrollPanned = !modifiers.contains(.alt) && (modifiers.contains(.shift) || abs(dx) >= abs(dy))
    if modifiers.contains(.alt) {
      raise(view, by: dx + dy, unit, all: modifiers.contains(.shift))
      return
    }
    let wheelPan = Double(view.deviceWidth) / 10
    // Scroll events carry no place; the motion controller knows it.
    let x = (pointer?.x ?? Double(view.width) / 2) * scale
    switch (unit, modifiers.contains(.shift)) {
    case (.wheel, true): diagram.pan(by: (dx + dy) * wheelPan)
    case (.wheel, false):
      if dy != 0 { diagram.zoom(by: exp2(-dy / Self.detentsPerOctave), around: x, .detent) }
      if dx != 0 { diagram.pan(by: dx * wheelPan) }
    case (.surface, true): diagram.pan(by: (dx + dy) * scale)
    case (.surface, false):
      // A sideways swipe is never perfectly level: only the stronger direction counts.
      if abs(dx) >= abs(dy) {
        diagram.pan(by: dx * scale)
      } else {
        diagram.zoom(by: exp2(-dy / Self.touchpadPixelsPerOctave), around: x)
      }
    }
  }

  /// One detent of a wheel raises or lowers by 1.5 dB, as do 12 pixels of a touchpad.
  private func raise(_ view: PlotView, by distance: Double, _ unit: ScrollController.Unit, all: Bool) {
    let steps = amplitudeWheel.steps(for: distance, unit)
    guard steps != 0 else { return }
    let lane = view.lane(at: pointer?.y ?? Double(view.height) / 2)
    if all {
      diagram.raise(by: steps * 1.5)
    } else {
      diagram.raise(lane: lane, of: view.plot, by: steps * 1.5)
    }
  }

  private func pinch(_ scale: Double?, _ centre: Point) {
    guard let viewport = diagram.viewport else { return }
    guard let scale else {
      pinchStart = viewport.framesPerPixel
      return
    }
    guard let pinchStart else { return }
    diagram.zoom(by: viewport.framesPerPixel * scale / pinchStart, around: centre.x * self.scale)
  }

  // MARK: Click and drag

  private func beginPress(_ view: PlotView, at start: Point, _ modifiers: Modifiers) {
    kinetic?.stop()
    view.grabFocus()
    guard let viewport = diagram.viewport else { return }
    let x = start.x * scale
    let frame = viewport.frameIndex(at: x)
    let before = diagram.selection
    if modifiers.contains(.alt), let plot = movablePlot(in: view) {
      press = PointerPress(
        purpose: .moveLane, frame: frame, selection: Selection(0..<0), before: before, x: start.x)
      moved = MovedLane(
        plot: plot, offset: plot.settings.offset, framesPerPoint: viewport.framesPerPixel * scale)
    } else if let selection = diagram.selection, !modifiers.contains(.shift),
      let edge = selection.edge(near: x, tolerance: Self.grabDistance * scale, in: viewport)
    {
      press = PointerPress(
        purpose: .moveEdge, frame: frame, selection: selection.grabbed(at: edge), before: before, x: start.x)
    } else if modifiers.contains(.shift) {
      diagram.extendSelection(to: frame)
      guard let selection = diagram.selection else { return }
      let grabbed = selection.extended(to: frame)
      press = PointerPress(
        purpose: .moveEdge, frame: frame, selection: grabbed, before: before, x: start.x)
    } else {
      press = PointerPress(
        purpose: .select, frame: frame, selection: Selection(anchor: frame, head: frame), before: before,
        x: start.x)
    }
  }

  private func movePress(_ view: PlotView, from start: Point, to now: Point) {
    guard press != nil else { return }
    press?.x = now.x
    if press?.isDragging == false, !DragGesture.isDrag(on: view, from: start, to: now) { return }
    press?.isDragging = true
    if let moved {
      diagram.change(moved.plot, "Move in Time", kind: "drag") {
        $0.offset = moved.offset + Int(((now.x - start.x) * moved.framesPerPoint).rounded())
      }
      return
    }
    dragSelection()
    startAutoscroll(view)
  }

  /// The selection's moving end goes where the pointer is, at most to the edge of the view.
  private func dragSelection() {
    guard let viewport = diagram.viewport, let press else { return }
    let x = min(max(press.x * scale, 0), Double(viewport.width))
    self.press?.selection.head = viewport.frameIndex(at: x)
    diagram.select(self.press?.selection, isDraft: press.purpose == .select)
  }

  private func endPress(_ view: PlotView, _ modifiers: Modifiers) {
    defer { finishPress() }
    guard let press else { return }
    if !press.isDragging, !modifiers.contains(.shift), press.purpose != .moveLane {
      // A click near an edge of the selection is a click like any other.
      diagram.clearSelection()
      diagram.movePlayhead(to: Double(press.frame))
    }
    updateCursor(view)
  }

  /// What the drag did is taken back.
  private func cancelPress() {
    defer { finishPress() }
    guard let press else { return }
    if let moved {
      // As one step, with which all others of the drag were recorded.
      if moved.plot.settings.offset != moved.offset { diagram.undo() }
    } else if diagram.selection != press.before {
      diagram.select(press.before)
      diagram.settleSelection()
    }
  }

  private func finishPress() {
    if press?.isDragging == true {
      if moved == nil { diagram.settleSelection() } else { diagram.endLaneChange() }
    }
    press = nil
    moved = nil
    autoscroll?.remove()
    autoscroll = nil
  }

  /// While a drag is beyond the edge the view moves on, the faster the farther.
  private func startAutoscroll(_ view: PlotView) {
    let beyond = { [weak self, weak view] () -> Double in
      guard let x = self?.press?.x, let view else { return 0 }
      return x < 0 ? x : max(0, x - Double(view.width))
    }
    guard beyond() != 0, autoscroll == nil else { return }
    var last: Double?
    autoscroll = view.onEachFrame { [weak self] time in
      guard let self, press != nil, beyond() != 0 else {
        self?.autoscroll = nil
        return false
      }
      let elapsed = min(time - (last ?? time), 0.1)
      last = time
      // Twelve times the distance per second: 50 pixels beyond the edge scroll 600 pixels a second.
      diagram.pan(by: beyond() * 12 * elapsed * scale)
      dragSelection()
      return true
    }
  }

  private func updateCursor(_ view: PlotView) {
    guard press == nil else { return }
    var isAtEdge = false
    if let pointer, let selection = diagram.selection, let viewport = diagram.viewport {
      isAtEdge =
        selection.edge(near: pointer.x * scale, tolerance: Self.grabDistance * scale, in: viewport) != nil
    }
    view.setCursor(isAtEdge ? "ew-resize" : "text")
  }
}
