// RulerView.swift
// The time ruler above the lanes. Drawn when the view changes, never during playback.

import GtkBridge
import Localization
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The ruler of a diagram.
final class RulerView: SnapshotArea {
  var palette = Palette.light {
    didSet {
      if palette != oldValue {
        kept = nil
        queueDraw()
      }
    }
  }

  /// The device pixel under the pointer; nil while it is elsewhere.
  var hoverX: Int? { didSet { if hoverX != oldValue { queueDraw() } } }

  private let diagram: DiagramViewModel
  private let observer = ModelObserver()
  private lazy var labels = GlyphText(for: self, scale: 0.85)
  private var kept: (key: Key, node: RenderNode)?

  private struct Key: Equatable {
    let ticks: RulerTicks
    let bounds: Rect
    let factor: Double
  }

  private struct Picture: Equatable, Sendable {
    let viewport: Viewport?
    let sampleRate: Int
    let format: TimeFormat
    let origin: Int
    let snap: SnapPlace?
  }

  private static let contentHeight = 26

  init(diagram: DiagramViewModel) {
    self.diagram = diagram
    super.init(role: .label)
    set("hexpand", true)
    // For its menu; arrow keys move the playhead from here as well.
    set("focusable", true)
    addStyleClass("stop")
    setAccessibleLabel(localized("Time"))
    setContentSize(height: Self.contentHeight)
    observer.follow({
      Picture(
        viewport: diagram.navigation.restingViewport, sampleRate: diagram.sampleRate,
        format: diagram.timeFormat, origin: diagram.timeOrigin, snap: diagram.snapping.place)
    }) { [weak self] _ in self?.queueDraw() }
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(diagram:) only") }

  override func snapshot(_ snapshot: Snapshot) {
    guard let viewport = diagram.viewport, diagram.sampleRate > 0, width > 0 else { return }
    let bounds = bounds
    let key = Key(
      ticks: RulerTicks(
        viewport: viewport, sampleRate: diagram.sampleRate,
        labelSpacing: pixels.device(RulerTicks.labelSpacing), format: diagram.timeFormat,
        origin: diagram.timeOrigin),
      bounds: bounds, factor: pixels.factor)
    if kept?.key != key {
      // The picture of a view that rolls is drawn once: to make one picture of it would be work for nothing.
      let isRolling = diagram.live.isOn && viewport.isAtEnd && !diagram.navigation.isHeld
      kept = draw(key).map { (key, isRolling ? $0 : optimized($0)) }
    }
    snapshot.clip(to: bounds) {
      if let kept { snapshot.append(kept.node) }
      if let hoverX {
        snapshot.fill(
          Rect(x: pixels.logical(hoverX), y: bounds.height - 9, width: 1, height: 9), palette.rulerText.rgba)
      }
      appendSnapLine(to: snapshot, of: diagram, palette, top: bounds.height - 9)
    }
  }

  private func draw(_ key: Key) -> RenderNode? {
    let scale = key.factor
    return RenderNode.recording(on: pixels) { snapshot in
      let bottom = key.bounds.height
      for tick in key.ticks.ticks {
        let x = Double(tick.x) / scale
        let length = tick.label == nil ? 4.0 : bottom
        let color = tick.label == nil ? palette.rulerMinorTick : palette.rulerMajorTick
        snapshot.fill(Rect(x: x, y: bottom - length, width: 1 / scale, height: length), color.rgba)
        if let label = tick.label.map(Numerals.shown) {
          let line = labels.line(label)
          // A label that the edge would cut could be misread, so it is left out.
          if x + 5 < 0 || x + 5 + line.size.x > key.bounds.width { continue }
          snapshot.text(line, x: x + 5, y: 3, palette.rulerText.rgba)
        }
      }
      snapshot.fill(
        Rect(x: 0, y: bottom - 1 / scale, width: key.bounds.width, height: 1 / scale),
        palette.laneSeparator.rgba
      )
    }
  }
}
