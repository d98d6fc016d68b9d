// DiagramView+Hover.swift
// What is under the pointer: a thin line in plot and ruler, and a value for whoever shows it. While the pointer is
// elsewhere nothing is worked out or drawn.

import GtkBridge
import WaveformCore
import WaveformModel

extension DiagramView {
  /// What the value under the pointer depends on, but for the pointer.
  struct HoverBasis: Equatable, Sendable {
    let viewport: Viewport?
    let framesRead: Int, revision: Int
    let look: WaveformLook
    let format: TimeFormat
  }

  /// The picture may change under a pointer that rests.
  func followHover() {
    let diagram = diagram
    observer.follow({
      HoverBasis(
        viewport: diagram.viewport, framesRead: diagram.plots.first?.framesRead ?? 0,
        revision: diagram.plots.first?.revision ?? 0, look: diagram.look, format: diagram.timeFormat)
    }) { [weak self] _ in
      if let self, hovered != nil { showHover() }
    }
  }

  /// The pointer moved over `view`, or left it.
  func hover(_ view: PlotView, at place: Point?) {
    hovered?.hoverX = nil
    hovered = place == nil ? nil : view
    showHover()
  }

  private func showHover() {
    guard let view = hovered, let place = pointer, let viewport = diagram.viewport, place.x >= 0,
      place.x < Double(view.width)
    else {
      ruler.hoverX = nil
      onHover?(nil)
      return
    }
    let x = (place.x * scale).rounded(.down)
    view.hoverX = Int(x)
    ruler.hoverX = Int(x)
    let value = view.plot.value(
      at: x, channels: view.channels(at: place.y), in: viewport, diagram.placement(of: view.plot))
    onHover?(value)
    frames?.pointed(at: value)
  }
}

extension PlotView {
  /// The channels that are drawn at `y`, in logical pixels from the top of the view.
  fileprivate func channels(at y: Double) -> [Int] {
    let (lanes, lane) = (lanes, lane(at: y))
    guard lane < lanes.count else { return [] }
    guard case .mirrored(let above, let below) = lanes[lane] else { return lanes[lane].channels }
    let axis = layout.top(ofLane: lane, offset: laneOffset) + layout.laneHeight / 2
    return [Int((y - Double(Self.margin)) * Double(scaleFactor)) < axis ? above : below]
  }
}
