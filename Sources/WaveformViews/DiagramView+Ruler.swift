// DiagramView+Ruler.swift
// A click on the ruler puts the playhead there; a drag takes it along and lets it be heard.

import GtkBridge
import WaveformCore

extension DiagramView {
  func connectRuler() {
    _ = DragGesture(on: ruler) { [weak self] phase, start, now, _ in
      guard let self else { return }
      switch phase {
      case .began:
        kinetic?.stop()
        scrubStart = diagram.playhead
      case .moved: moveScrub(from: start, to: now)
      case .ended: endScrub(at: now)
      case .cancelled:
        if scrubX != nil { diagram.scrub(to: scrubStart) }
        finishScrub()
      }
    }
    _ = ScrollController(
      on: ruler,
      scrolled: { [weak self] dx, dy, unit, _ in
        guard let self, let view = plotViews.first else { return false }
        diagram.pan(by: (dx + dy) * (unit == .wheel ? Double(view.deviceWidth) / 10 : scale))
        return true
      }, flung: { _, _ in })
  }

  private func moveScrub(from start: Point, to now: Point) {
    if scrubX == nil {
      guard DragGesture.isDrag(on: ruler, from: start, to: now) else { return }
      diagram.beginScrubbing()
    }
    scrubX = now.x
    scrub()
    startScrubAutoscroll()
  }

  /// The playhead goes where the pointer is, at most to the edge of the view.
  private func scrub() {
    guard let viewport = diagram.viewport, let scrubX else { return }
    let x = min(max(scrubX * scale, 0), Double(viewport.width))
    diagram.scrub(to: Double(viewport.frameIndex(at: x)))
  }

  private func endScrub(at place: Point) {
    if scrubX != nil {
      finishScrub()
    } else if let viewport = diagram.viewport {
      diagram.movePlayhead(to: Double(viewport.frameIndex(at: place.x * scale)))
    }
  }

  private func finishScrub() {
    scrubX = nil
    autoscroll?.remove()
    autoscroll = nil
    diagram.endScrubbing()
  }

  /// While the pointer is beyond the edge the view moves on, the faster the farther.
  private func startScrubAutoscroll() {
    let beyond = { [weak self] () -> Double in
      guard let self, let x = scrubX else { return 0 }
      return x < 0 ? x : max(0, x - Double(ruler.width))
    }
    guard beyond() != 0, autoscroll == nil else { return }
    var last: Double?
    autoscroll = ruler.onEachFrame { [weak self] time in
      guard let self, beyond() != 0 else {
        self?.autoscroll = nil
        return false
      }
      let elapsed = min(time - (last ?? time), 0.1)
      last = time
      diagram.pan(by: beyond() * 12 * elapsed * scale)
      scrub()
      return true
    }
  }
}
