// RulerView.swift
// The time ruler above the lanes. Ticks are kept as one node until the view changes; the playhead's mark is a
// node of its own.

import GtkBridge
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

  private let diagram: DiagramViewModel
  private let observer = ModelObserver()
  private var kept: (key: Key, node: RenderNode)?

  private struct Key: Equatable {
    let ticks: RulerTicks
    let width: Int, height: Int, scale: Int
  }

  private struct Picture: Equatable, Sendable {
    let viewport: Viewport?
    let playhead: Int
    let sampleRate: Int
  }

  /// Logical pixels.
  private static let labelSpacing = 104
  private static let contentHeight = 26

  init(diagram: DiagramViewModel) {
    self.diagram = diagram
    super.init(role: .presentation)
    set("hexpand", true)
    setContentSize(height: Self.contentHeight)
    observer.follow({
      Picture(
        viewport: diagram.viewport, playhead: diagram.steps.map { $0.pixel(at: diagram.playhead) } ?? 0,
        sampleRate: diagram.sampleRate)
    }) { [weak self] _ in self?.queueDraw() }
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(diagram:) only") }

  override func snapshot(_ snapshot: Snapshot) {
    guard let viewport = diagram.viewport, let steps = diagram.steps, width > 0 else { return }
    let key = Key(
      ticks: RulerTicks(
        viewport: viewport, sampleRate: diagram.sampleRate, labelSpacing: Self.labelSpacing * scaleFactor),
      width: width, height: height, scale: scaleFactor)
    if kept?.key != key { kept = draw(key.ticks).map { (key, $0) } }
    let bounds = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    snapshot.clip(to: bounds) {
      if let kept { snapshot.append(kept.node) }
      appendPlayhead(snapshot, x: steps.pixel(at: diagram.playhead) - viewport.firstPixel, viewport.width)
    }
  }

  private func draw(_ ticks: RulerTicks) -> RenderNode? {
    let scale = Double(scaleFactor)
    return RenderNode.recording { snapshot in
      let bottom = Double(height)
      for tick in ticks.ticks {
        let x = Double(tick.x) / scale
        let length = tick.label == nil ? 4.0 : bottom
        let color = tick.label == nil ? palette.rulerMinorTick : palette.rulerMajorTick
        snapshot.fill(Rect(x: x, y: bottom - length, width: 1 / scale, height: length), color.rgba)
        if let label = tick.label {
          let layout = TextLayout(label, for: self, scale: 0.85)
          snapshot.text(layout, x: x + 5, y: 3, palette.rulerText.rgba)
        }
      }
      snapshot.fill(
        Rect(x: 0, y: bottom - 1 / scale, width: Double(width), height: 1 / scale), palette.laneSeparator.rgba
      )
    }
  }

  /// A small triangle on whole pixels, its point on the playhead's line.
  private func appendPlayhead(_ snapshot: Snapshot, x: Int, _ viewWidth: Int) {
    guard x >= 0, x <= viewWidth else { return }
    let scale = Double(scaleFactor)
    let middle = Double(min(x, viewWidth - scaleFactor)) / scale
    for row in 0..<5 {
      let half = Double(4 - row)
      snapshot.fill(
        Rect(x: middle - half, y: Double(height) - 6 + Double(row), width: 2 * half + 1, height: 1),
        palette.playhead.rgba)
    }
  }
}
