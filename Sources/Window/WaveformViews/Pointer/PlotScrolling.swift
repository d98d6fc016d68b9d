// PlotScrolling.swift
// Wheel, touchpad and pinch on a plot, and the glide after the fingers leave the touchpad. Places from GTK
// are logical pixels; the model wants device pixels (`PixelScale`).

import GtkBridge
import WaveformCore
import WaveformModel

/// Pans, zooms and raises by wheel and fingers.
@MainActor final class PlotScrolling {
  private let diagram: DiagramViewModel
  private let kinetic: KineticPan
  /// True when the last scroll moved the view sideways, so that it may glide on.
  private var lastScrollPanned = false
  /// Frames per device pixel when the pinch began.
  private var pinchStart: Double?
  private var amplitudeWheel = AmplitudeWheel()

  init(_ diagram: DiagramViewModel, _ kinetic: KineticPan) {
    self.diagram = diagram
    self.kinetic = kinetic
  }

  /// - Parameter pointer: the pointer's place over the view, because scroll events carry none.
  func connect(to view: PlotView, pointer: @escaping @MainActor () -> Point?) {
    _ = ScrollController(
      on: view,
      scrolled: { [weak self, weak view] scroll in
        guard let self, let view else { return false }
        self.scroll(view, scroll, at: pointer())
        return true
      },
      flung: { [weak self] velocity, _ in
        // GTK reports a velocity after every swipe, also after one that zoomed.
        guard let self, lastScrollPanned else { return }
        kinetic.fling(velocity: velocity)
      })
    _ = PinchGesture(on: view) { [weak self, weak view] scale, centre in
      guard let view else { return }
      self?.pinch(scale, around: view.pixels.x(centre.x))
    }
  }

  private func scroll(_ view: PlotView, _ scroll: Scroll, at pointer: Point?) {
    kinetic.stop()
    let isRaise = scroll.modifiers.contains(.alt)
    lastScrollPanned = !isRaise && scroll.isSideways
    if isRaise { return raise(view, scroll, at: pointer) }
    let pixels = view.pixels
    let x = pixels.x(pointer?.x ?? Double(view.width) / 2)
    let policy = ScrollPolicy(width: Double(view.deviceWidth), scale: pixels.factor)
    let weight = diagram.navigation.wheel.weight(ofNotches: ScrollPolicy.notches(of: scroll), at: scroll.time)
    for move in policy.moves(for: scroll, weight: weight) {
      switch move {
      case .pan(let pixels): diagram.navigation.pan(by: pixels)
      case .zoom(let factor, let isDetent):
        diagram.navigation.zoom(by: factor, around: x, isDetent ? .detent : .direct)
      }
    }
  }

  private func raise(_ view: PlotView, _ scroll: Scroll, at pointer: Point?) {
    guard let decibels = amplitudeWheel.decibels(for: scroll) else { return }
    if scroll.modifiers.contains(.shift) {
      diagram.lanes.raise(by: decibels)
    } else {
      let lane = view.lane(at: pointer?.y ?? Double(view.height) / 2)
      diagram.lanes.raise(lane: lane, of: view.plot, by: decibels)
    }
  }

  private func pinch(_ scale: Double?, around x: Double) {
    guard let viewport = diagram.viewport else { return }
    guard let scale else {
      pinchStart = viewport.framesPerPixel
      return
    }
    guard let pinchStart else { return }
    diagram.navigation.zoom(by: viewport.framesPerPixel * scale / pinchStart, around: x)
  }
}

/// A pan that slows down by itself.
@MainActor final class KineticPan {
  private let widget: Widget
  private let pan: (Double) -> Void
  private var frames: FrameCallback?
  private var velocity = 0.0
  private var last: Double?

  /// Seconds after which 1/e of the speed is left, as in GTK's own scrolling (deceleration 4 per second).
  private static let timeConstant = 0.25
  /// Logical pixels per second below which it stops.
  private static let stillness = 20.0

  /// - Parameter pan: moves the view by logical pixels.
  init(widget: Widget, pan: @escaping (Double) -> Void) {
    self.widget = widget
    self.pan = pan
  }

  /// Starts with `velocity` logical pixels per second.
  func fling(velocity: Double) {
    stop()
    guard abs(velocity) > Self.stillness else { return }
    self.velocity = velocity
    last = nil
    frames = widget.onEachFrame { [weak self] time in self?.advance(to: time) ?? false }
  }

  func stop() {
    frames?.remove()
    frames = nil
  }

  private func advance(to time: Double) -> Bool {
    defer { last = time }
    guard let last else { return true }
    let elapsed = min(time - last, 0.1)
    pan(velocity * elapsed)
    velocity -= velocity * min(elapsed / Self.timeConstant, 1)
    if abs(velocity) > Self.stillness { return true }
    frames = nil
    return false
  }
}
