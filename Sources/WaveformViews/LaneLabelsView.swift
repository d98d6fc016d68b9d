// LaneLabelsView.swift
// The channels' names beside their lanes. Drawn when the lanes move, never while playing.

import GtkBridge
import WaveformCore
import WaveformDrawing

/// The column of labels left of a plot.
final class LaneLabelsView: SnapshotArea {
  private let plotView: PlotView

  init(for plotView: PlotView) {
    self.plotView = plotView
    super.init(role: .presentation)
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(for:) only") }

  /// Takes the width that the widest label needs; none for a single channel.
  func fit() {
    let labels = (0..<plotView.plot.channels).compactMap { plotView.plot.label(ofChannel: $0) }
    let widest = labels.map { TextLayout($0, for: self, scale: 0.85, isBold: true).size.x }.max()
    setContentSize(width: widest.map { Int($0) + 16 } ?? 0)
    queueDraw()
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard width > 0, plotView.plot.channels > 1 else { return }
    let layout = plotView.layout
    let scale = Double(plotView.scaleFactor)
    snapshot.clip(to: Rect(x: 0, y: 0, width: Double(width), height: Double(height))) {
      for lane in layout.visibleLanes(offset: plotView.laneOffset) {
        guard let label = plotView.plot.label(ofChannel: lane) else { continue }
        let text = TextLayout(label, for: self, scale: 0.85, isBold: true)
        let top =
          Double(layout.top(ofLane: lane, offset: plotView.laneOffset)) / scale + Double(PlotView.margin)
        let middle = top + Double(layout.laneHeight) / scale / 2
        snapshot.text(
          text, x: ((Double(width) - text.size.x) / 2).rounded(), y: (middle - text.size.y / 2).rounded(),
          foreground.withAlpha(0.6))
      }
    }
  }
}
