// OverviewView+Pointer.swift
// Wheel, drag, click and keys on the overview. A drag is measured from where it began, so that errors do not
// add up.

import GtkBridge
import WaveformCore
import WaveformModel

/// A drag that has not been released yet.
struct OverviewPress {
  let part: OverviewGeometry.Part
  /// What was visible when the drag began.
  let view: Viewport
  let start: Point
  /// False for a click, even if the pointer moved a little.
  var isDrag = false
}

extension OverviewView {
  /// Logical pixels within which an edge of the window can be grabbed.
  private static var reach: Double { 6 }
  /// By which part of its width an arrow key moves the window.
  private static var part: Double { 0.1 }

  func connectPointer() {
    _ = MotionController(on: self) { [weak self] in
      self?.pointer = $0
      self?.updateCursor()
    }
    _ = DragGesture(on: self) { [weak self] phase, start, now, _ in
      guard let self else { return }
      switch phase {
      case .began: beginDrag(at: start)
      case .moved: drag(to: now)
      case .ended: endDrag()
      case .cancelled:
        if let press {
          diagram.navigation.show(.direct) { press.view.withLength($0.length).resized(toWidth: $0.width) }
        }
        finishDrag()
      }
    }
    _ = ClickGesture(on: self) { [weak self] count, _ in if count == 2 { self?.diagram.navigation.zoomOut() }
    }
    _ = ScrollController(
      on: self,
      scrolled: { [weak self] in
        self?.scroll($0)
        return true
      })
  }

  /// What the pointer does, by keys: arrows move the window and, up and down, zoom; Home and End show the ends.
  func connectKeys() {
    set("focusable", true)
    let navigation = diagram.navigation
    func take(_ keys: String..., action: @escaping @MainActor (OverviewView) -> Void) {
      for key in keys {
        takeKey(key) { [weak self] in
          guard let self, press == nil, geometry != nil else { return false }
          onPress?()
          action(self)
          return true
        }
      }
    }
    for (key, direction) in [("Left", -1.0), ("Right", 1.0)] {
      take(key, "KP_\(key)") { _ in navigation.page(by: direction * Self.part) }
    }
    take("Up", "KP_Up") { _ in navigation.zoom(by: 2) }
    take("Down", "KP_Down") { _ in navigation.zoom(by: 0.5) }
    for (key, end) in [("Home", 0.0), ("End", 1.0)] {
      take(key, "KP_\(key)") { view in
        guard let geometry = view.geometry else { return }
        navigation.show(.command) { geometry.centered($0, at: end * Double(geometry.width)) }
      }
    }
  }

  /// Device pixels from the strip's left edge.
  private func place(_ point: Point) -> Double { pixels.x(point.x) }

  private func part(at point: Point) -> OverviewGeometry.Part? {
    guard let geometry, let view = diagram.viewport else { return nil }
    return geometry.part(at: place(point), of: view, reach: Self.reach * pixels.factor)
  }

  private func beginDrag(at start: Point) {
    onPress?()
    guard let geometry, var part = part(at: start) else { return }
    if part == .outside {
      // The window jumps to the pointer, and the drag goes on from there.
      diagram.navigation.show(.command) { geometry.centered($0, at: place(start)) }
      part = .window
    }
    guard let view = diagram.navigation.destination else { return }
    press = OverviewPress(part: part, view: view, start: start)
    updateCursor()
  }

  private func drag(to now: Point) {
    guard var press, let geometry else { return }
    press.isDrag = press.isDrag || DragGesture.isDrag(on: self, from: press.start, to: now)
    self.press = press
    guard press.isDrag else { return }
    let pixels = (now.x - press.start.x) * pixels.factor
    diagram.navigation.show(.direct) { now in
      let view = press.view.withLength(now.length).resized(toWidth: now.width)
      return geometry.dragged(press.part, of: view, by: pixels)
    }
  }

  private func endDrag() {
    // A click beside the window, but near enough to grab its edge, still moves the window there.
    if let press, let geometry, !press.isDrag,
      !geometry.window(of: press.view).contains(Int(place(press.start).rounded(.down)))
    {
      diagram.navigation.show(.command) { geometry.centered($0, at: place(press.start)) }
    }
    finishDrag()
  }

  private func finishDrag() {
    press = nil
    updateCursor()
  }

  private func scroll(_ scroll: Scroll) {
    guard press == nil, let geometry, let view = diagram.viewport, let pointer else { return }
    onPress?()
    let policy = ScrollPolicy(width: Double(view.width), scale: pixels.factor)
    let x = place(pointer)
    let weight = diagram.navigation.wheel.weight(ofNotches: ScrollPolicy.notches(of: scroll), at: scroll.time)
    for move in policy.moves(for: scroll, weight: weight) {
      switch move {
      case .pan(let pixels): diagram.navigation.pan(by: pixels)
      case .zoom(let factor, let isDetent):
        diagram.navigation.show(isDetent ? .detent : .direct) { geometry.zoomed($0, by: factor, around: x) }
      }
    }
  }

  func updateCursor() {
    if let press { return setCursor(press.part == .window ? "grabbing" : "ew-resize") }
    switch pointer.flatMap(part) {
    case .window: setCursor("grab")
    case .start, .end: setCursor("ew-resize")
    case .outside, nil: setCursor(nil)
    }
  }
}
