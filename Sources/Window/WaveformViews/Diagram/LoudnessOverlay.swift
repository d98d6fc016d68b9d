// LoudnessOverlay.swift
// Loudness over time over a waveform, with its scale at the right edge and the target. Owned by its plot's view. What was
// drawn is kept, so that it costs nothing while the playhead moves; where it is not shown nothing is computed.

import GtkBridge
import Measures
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The line of loudness of one plot.
@MainActor final class LoudnessOverlay {
  private struct Key: Equatable {
    let curve: LoudnessCurve
    let grid: PixelGrid
    let pixels: Range<Int>
    let height: Int, factor: Double
    let target: Double?
    let palette: Palette
  }

  private var kept: (key: Key, node: RenderNode?)?

  /// Logical pixels between two labels, and from the right edge to them; the least height of a view with labels.
  private static let spacing = 40, inset = 6.0, leastHeight = 90

  func append(
    to snapshot: Snapshot, on view: SnapshotArea, of plot: PlotViewModel, _ palette: Palette,
    _ diagram: DiagramViewModel, _ viewport: Viewport
  ) {
    guard diagram.loudness.isShown, let curve = diagram.measures.curve(of: plot) else {
      kept = nil
      return
    }
    let key = Key(
      curve: curve, grid: diagram.placement(of: plot).grid(viewport.grid), pixels: viewport.pixels,
      height: view.deviceHeight, factor: view.pixels.factor, target: diagram.loudness.target,
      palette: palette)
    if kept?.key != key { kept = (key, draw(key, view)) }
    if let node = kept?.node { snapshot.append(node) }
  }

  private func draw(_ key: Key, _ view: SnapshotArea) -> RenderNode? {
    let width = key.pixels.count, vertical = LoudnessScale(height: key.height)
    func points(_ window: LoudnessCurve.Window) -> [LoudnessPoint] {
      key.curve.points(window, grid: key.grid, first: key.pixels.lowerBound, count: width)
    }
    let painter = LoudnessPainter(
      palette: key.palette, width: width, vertical: vertical, scale: key.factor)
    let (momentary, shortTerm) = (points(.momentary), points(.shortTerm))
    let lines = RenderNode.cairo(bounds: view.bounds, on: view.pixels) {
      painter.paint(momentary: momentary, shortTerm: shortTerm, target: key.target, in: $0)
    }
    return RenderNode.recording(on: view.pixels) { snapshot in
      snapshot.append(lines)
      appendScale(to: snapshot, key, vertical, view)
    }
  }

  private func appendScale(to snapshot: Snapshot, _ key: Key, _ vertical: LoudnessScale, _ view: SnapshotArea)
  {
    guard view.height >= Self.leastHeight else { return }
    let scale = key.factor
    let target = key.target.map { vertical.y(of: $0) / scale }
    var labels = vertical.levels(spacing: view.pixels.device(Self.spacing)).map { level in
      (text: "\u{2212}\(-level)", y: vertical.y(of: Double(level)) / scale, isTarget: false)
    }
    // The unit stands where 0 would.
    labels.insert(("LUFS", 0, false), at: 0)
    if let target { labels.removeAll { abs($0.y - target) < 16 && $0.y > 0 } }
    if let target, let value = key.target { labels.append((LoudnessLine.text(value), target, true)) }
    for label in labels {
      let text = TextLayout(label.text, for: view, scale: 0.75, isBold: label.isTarget)
      let pill = Rect(
        x: (Double(view.width) - Self.inset - text.size.x - 8).rounded(),
        y: min(max(label.y - text.size.y / 2 - 1, 2), Double(view.height) - text.size.y - 4).rounded(),
        width: text.size.x + 8, height: text.size.y + 2)
      let ground = label.isTarget ? key.palette.badge : key.palette.background
      let ink = label.isTarget ? key.palette.badgeText : key.palette.rulerText
      snapshot.fill(pill, radius: pill.height / 2, ground.rgba.withAlpha(label.isTarget ? 1 : 0.85))
      snapshot.text(text, x: pill.x + 4, y: pill.y + 1, ink.rgba)
    }
  }
}

/// Everything on which the line depends, besides what its plot is drawn again for.
struct LoudnessPicture: Equatable, Sendable {
  let blocks: Int
  let target: Double?
  let isShown: Bool

  @MainActor init(_ plot: PlotViewModel, _ diagram: DiagramViewModel) {
    isShown = diagram.loudness.isShown
    target = isShown ? diagram.loudness.target : nil
    blocks = isShown ? diagram.measures.curve(of: plot)?.count ?? 0 : 0
  }
}
