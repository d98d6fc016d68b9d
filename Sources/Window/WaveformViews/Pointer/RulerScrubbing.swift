// RulerScrubbing.swift
// A click on the ruler places the playhead; a drag moves it and plays grains there.

import GtkBridge
import WaveformCore
import WaveformModel

/// The pointer over the ruler of one diagram.
@MainActor final class RulerScrubbing {
  private let diagram: DiagramViewModel
  private let ruler: RulerView
  private let kinetic: KineticPan
  private let edgeScroller = EdgeScroller()
  /// The pointer's place in logical pixels while it drags the playhead; nil otherwise.
  private var x: Double?
  /// The playhead before the drag, in frames.
  private var start = 0.0

  private var scale: Double { ruler.pixels.factor }

  init(_ diagram: DiagramViewModel, ruler: RulerView, kinetic: KineticPan) {
    self.diagram = diagram
    self.ruler = ruler
    self.kinetic = kinetic
    connect()
  }

  private func connect() {
    _ = DragGesture(on: ruler) { [weak self] phase, start, now, _ in
      guard let self else { return }
      switch phase {
      case .began:
        kinetic.stop()
        self.start = diagram.playhead
      case .moved: move(from: start, to: now)
      case .ended: end(at: now)
      case .cancelled:
        if x != nil { diagram.transport.scrub(to: self.start) }
        finish()
      }
    }
    _ = ScrollController(
      on: ruler,
      scrolled: { [weak self] in
        guard let self, let width = diagram.viewport?.width else { return false }
        diagram.navigation.pan(by: ScrollPolicy(width: Double(width), scale: scale).pan(for: $0))
        return true
      })
  }

  private func move(from start: Point, to now: Point) {
    if x == nil {
      guard DragGesture.isDrag(on: ruler, from: start, to: now) else { return }
      diagram.transport.beginScrubbing()
    }
    x = now.x
    scrub()
    edgeScroller.run(on: ruler, from: start.x, x: { [weak self] in self?.x }) { [weak self] in
      guard let self else { return }
      diagram.navigation.pan(by: $0 * scale)
      scrub()
    }
  }

  /// Moves the playhead to the pointer, but not beyond the edge of the view.
  private func scrub() {
    guard let viewport = diagram.viewport, let x else { return }
    let pixel = min(max(ruler.pixels.x(x), 0), Double(viewport.width))
    diagram.transport.scrub(to: Double(viewport.frameIndex(at: pixel)))
  }

  private func end(at place: Point) {
    if x != nil {
      finish()
    } else if let viewport = diagram.viewport {
      diagram.transport.movePlayhead(to: Double(viewport.frameIndex(at: ruler.pixels.x(place.x))))
    }
  }

  private func finish() {
    x = nil
    edgeScroller.stop()
    diagram.transport.endScrubbing()
  }
}
