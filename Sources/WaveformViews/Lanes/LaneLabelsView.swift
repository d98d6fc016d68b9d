// LaneLabelsView.swift
// The column left of a plot: the names of its lanes and their amplitude rulers. Drawn when the lanes change,
// never during playback.

import GtkBridge
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The labels and the amplitude ruler of the lanes of one plot.
final class LaneLabelsView: SnapshotArea {
  /// Called to scroll the channels, by logical pixels; returns false when all are in view.
  var onScroll: ((Double) -> Bool)?

  private let plotView: PlotView
  private let diagram: DiagramViewModel
  private let observer = ModelObserver()
  private var wheel = AmplitudeWheel()
  private var pointerY = 0.0

  /// Everything on which the column depends, except for the size of the plot.
  private struct Contents: Equatable, Sendable {
    let look: WaveformLook
    let gains: LaneGains
    let normalization: Float
    let showsRuler: Bool
  }

  /// Logical pixels.
  private static let padding = 8.0, tickLength = 5.0, minorTickLength = 3.0
  private static let textScale = 0.78

  init(for plotView: PlotView, diagram: DiagramViewModel) {
    self.plotView = plotView
    self.diagram = diagram
    super.init(role: .label)
    let plot = plotView.plot
    observer.follow({
      Contents(
        look: diagram.look, gains: plot.gains, normalization: diagram.normalization(of: plot),
        showsRuler: diagram.showsAmplitudeRuler)
    }) { [weak self] in self?.show($0) }
    connectPointer()
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(for:diagram:) only") }

  private func show(_ contents: Contents) {
    let unit = contents.look.amplitude.unit == .linear ? "linear" : "in decibels"
    setAccessibleLabel(contents.showsRuler ? "Amplitude, \(unit)" : "Channels")
    fit()
  }

  /// The name of a lane; nil for a single channel.
  private func label(_ lane: LaneContent) -> String? { plotView.plot.label(of: lane) }

  private func layout(of label: String) -> TextLayout {
    TextLayout(label, for: self, scale: 0.85, isBold: true)
  }

  /// Takes the width of the widest label and of the ruler; no width for a single channel without a ruler.
  func fit() {
    let widest = plotView.lanes.compactMap(label).map { layout(of: $0).size.x }.max()
    let ruler = TextLayout("\u{2212}0.05", for: self, scale: Self.textScale).size.x + Self.tickLength + 4
    let width = (widest.map { $0 + Self.padding } ?? 0) + (diagram.showsAmplitudeRuler ? ruler : 0)
    setContentSize(width: width > 0 ? Int(width + Self.padding) : 0)
    queueDraw()
  }

  // MARK: Pointer

  private func connectPointer() {
    _ = MotionController(on: self) { [weak self] in if let y = $0?.y { self?.pointerY = y } }
    _ = ScrollController(
      on: self,
      scrolled: { [weak self] in self?.scroll($0) ?? false })
  }

  private func scroll(_ scroll: Scroll) -> Bool {
    guard !scroll.modifiers.isDisjoint(with: [.alt, .control]) else {
      return onScroll?(scroll.dy * (scroll.unit == .wheel ? 48 : 1)) ?? false
    }
    guard let decibels = wheel.decibels(for: scroll) else { return true }
    if scroll.modifiers.contains(.shift) {
      diagram.raise(by: decibels)
    } else {
      diagram.raise(lane: plotView.lane(at: pointerY), of: plotView.plot, by: decibels)
    }
    return true
  }

  // MARK: Drawing

  override func snapshot(_ snapshot: Snapshot) {
    guard width > 0, let node = RenderNode.recording(draw) else { return }
    snapshot.append(optimized(node))
  }

  private func draw(_ snapshot: Snapshot) {
    let layout = plotView.layout
    let lanes = plotView.lanes
    let scale = Double(plotView.scaleFactor)
    snapshot.clip(to: Rect(x: 0, y: 0, width: Double(width), height: Double(height))) {
      for lane in layout.visibleLanes(offset: plotView.laneOffset) where lane < lanes.count {
        let top =
          Double(layout.top(ofLane: lane, offset: plotView.laneOffset)) / scale + Double(PlotView.margin)
        if diagram.showsAmplitudeRuler { appendRuler(snapshot, lane, lanes[lane], top: top) }
        guard let label = label(lanes[lane]) else { continue }
        let text = self.layout(of: label)
        let middle = top + Double(layout.laneHeight) / scale / 2
        snapshot.text(
          text, x: Self.padding, y: (middle - text.size.y / 2).rounded(), plotView.palette.rulerText.rgba)
      }
    }
  }

  private func appendRuler(_ snapshot: Snapshot, _ lane: Int, _ content: LaneContent, top: Double) {
    let scale = Double(plotView.scaleFactor)
    let palette = plotView.palette
    let line = TextLayout("0", for: self, scale: Self.textScale)
    let isMirrored = if case .mirrored = content { true } else { false }
    let ticks = AmplitudeTicks(
      height: plotView.layout.laneHeight,
      amplitude: diagram.look(ofLane: lane, in: plotView.plot).amplitude,
      labelHeight: Int(line.size.y * scale), overhang: PlotView.laneGap / 2 * plotView.scaleFactor,
      isMirrored: isMirrored)
    let right = Double(width)
    for tick in ticks.ticks {
      let length = tick.label == nil ? Self.minorTickLength : Self.tickLength
      let color = tick.label == nil ? palette.rulerMinorTick : palette.rulerMajorTick
      let y = top + Double(tick.y) / scale
      snapshot.fill(Rect(x: right - length, y: y, width: length, height: 1 / scale), color.rgba)
      guard let label = tick.label else { continue }
      let text = TextLayout(label, for: self, scale: Self.textScale)
      snapshot.text(
        text, x: (right - Self.tickLength - 3 - text.size.x).rounded(),
        y: top + Double(tick.labelTop) / scale, palette.rulerText.rgba)
    }
  }
}
