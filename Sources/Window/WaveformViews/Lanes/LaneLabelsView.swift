// LaneLabelsView.swift
// The column left of a plot: the names of its lanes and their rulers, of amplitudes or of frequencies. Drawn when the lanes
// change, never during playback.

import GtkBridge
import Localization
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The labels and the amplitude ruler of the lanes of one plot.
final class LaneLabelsView: SnapshotArea {
  /// Called to scroll the channels, by logical pixels; returns false when all are in view.
  var onScroll: ((Double) -> Bool)?

  /// Called with the width that it wants.
  var onWidth: ((Int) -> Void)? { didSet { fit() } }

  /// True when nothing was drawn, because the column was out of sight.
  private(set) var isLeftOut = false

  private let plotView: PlotView
  private let diagram: DiagramViewModel
  private let observer = ModelObserver()
  private var wheel = AmplitudeWheel()
  private var pointerY = 0.0
  private let frequencies: FrequencyRuler

  /// Everything on which the column depends, except for the size of the plot.
  private struct Contents: Equatable, Sendable {
    let look: WaveformLook
    let style: WaveformStyle
    let sampleRate: Int
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
    frequencies = FrequencyRuler(diagram, of: plotView)
    super.init(role: .label)
    addStyleClass("stop")
    let plot = plotView.plot
    observer.follow({
      Contents(
        look: diagram.look, style: diagram.lanes.style(of: plot), sampleRate: plot.sampleRate,
        gains: plot.gains, normalization: diagram.normalization(of: plot),
        showsRuler: diagram.showsAmplitudeRuler)
    }) { [weak self] in self?.show($0) }
    connectPointer()
    connectKeys()
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(for:diagram:) only") }

  private func show(_ contents: Contents) {
    let ruler =
      contents.style.showsSpectrogram
      // Translators: the scale: linear, mel …
      ? localized("Frequency, \(contents.look.spectrogram.scale.title)")
      : contents.look.amplitude.unit == .linear
        ? localized("Amplitude, linear") : localized("Amplitude, in decibels")
    setAccessibleLabel(contents.showsRuler ? ruler : localized("Channels"))
    setCursor(contents.showsRuler && contents.style.showsSpectrogram ? "ns-resize" : nil)
    set("focusable", contents.showsRuler)
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
    onWidth?(width > 0 ? Int(width + Self.padding) : 0)
    queueDraw()
  }

  // MARK: Pointer

  var plot: PlotViewModel { plotView.plot }

  /// True when the rulers are those of spectra.
  var showsFrequencies: Bool { diagram.lanes.style(of: plotView.plot).showsSpectrogram }

  private func connectPointer() {
    frequencies.connect(to: self)
    _ = MotionController(on: self) { [weak self] in if let y = $0?.y { self?.pointerY = y } }
    _ = ScrollController(
      on: self,
      scrolled: { [weak self] in self?.scroll($0) ?? false })
  }

  /// A ruler with the focus has keys for what the wheel does over it: up and down are its detents, with Alt those
  /// that zoom frequencies. Amplitudes rise by whole waveforms: channels one by one are for the pointer.
  private func connectKeys() {
    for (key, detents) in [("Up", -1.0), ("KP_Up", -1), ("Down", 1), ("KP_Down", 1)] {
      for (prefix, modifiers) in [("", Modifiers()), ("<Alt>", .alt)] {
        takeKey(prefix + key) { [weak self] in
          guard let self else { return false }
          let scroll = Scroll(dx: 0, dy: detents, unit: .wheel, modifiers: modifiers)
          if frequencies.scroll(scroll, at: Double(height) / 2) { return true }
          guard modifiers.isEmpty, let decibels = wheel.decibels(for: scroll) else { return false }
          diagram.lanes.raise(of: plotView.plot, by: decibels)
          return true
        }
      }
    }
  }

  private func scroll(_ scroll: Scroll) -> Bool {
    if frequencies.scroll(scroll, at: pointerY) { return true }
    guard !scroll.modifiers.isDisjoint(with: [.alt, .control]) else {
      return onScroll?(scroll.dy * (scroll.unit == .wheel ? 48 : 1)) ?? false
    }
    guard let decibels = wheel.decibels(for: scroll) else { return true }
    if scroll.modifiers.contains(.shift) {
      diagram.lanes.raise(by: decibels)
    } else {
      diagram.lanes.raise(lane: plotView.lane(at: pointerY), of: plotView.plot, by: decibels)
    }
    return true
  }

  // MARK: Drawing

  override func snapshot(_ snapshot: Snapshot) {
    isLeftOut = !plotView.isInSight()
    guard width > 0, !isLeftOut, let node = RenderNode.recording(on: pixels, draw) else { return }
    snapshot.append(optimized(node))
  }

  private func draw(_ snapshot: Snapshot) {
    let layout = plotView.layout
    let lanes = plotView.lanes
    // The rows of the plot: both stand beside each other.
    let pixels = plotView.pixels
    snapshot.clip(to: bounds) {
      for lane in layout.visibleLanes(offset: plotView.laneOffset) where lane < lanes.count {
        let top = pixels.logical(
          pixels.device(PlotView.margin) + layout.top(ofLane: lane, offset: plotView.laneOffset))
        if diagram.showsAmplitudeRuler {
          if showsFrequencies {
            appendFrequencies(snapshot, top: top)
          } else {
            appendRuler(snapshot, lane, lanes[lane], top: top)
          }
        }
        guard let label = label(lanes[lane]) else { continue }
        let text = self.layout(of: label)
        let middle = top + pixels.logical(layout.laneHeight) / 2
        snapshot.text(
          text, x: Self.padding, y: (middle - text.size.y / 2).rounded(), plotView.palette.rulerText.rgba)
      }
    }
  }

  private func appendRuler(_ snapshot: Snapshot, _ lane: Int, _ content: LaneContent, top: Double) {
    let pixels = plotView.pixels
    let line = TextLayout("0", for: self, scale: Self.textScale)
    let isMirrored = if case .mirrored = content { true } else { false }
    let ticks = AmplitudeTicks(
      height: plotView.layout.laneHeight,
      amplitude: diagram.look(ofLane: lane, in: plotView.plot).amplitude,
      labelHeight: pixels.device(Int(line.size.y)), overhang: pixels.device(PlotView.laneGap / 2),
      isMirrored: isMirrored)
    for tick in ticks.ticks {
      append(snapshot, y: tick.y, label: tick.label.map(Numerals.shown), labelTop: tick.labelTop, top: top)
    }
  }

  private func appendFrequencies(_ snapshot: Snapshot, top: Double) {
    let pixels = plotView.pixels
    let line = TextLayout("0", for: self, scale: Self.textScale)
    let axis = diagram.look.spectrogram.axis(
      height: plotView.layout.laneHeight, sampleRate: plotView.plot.sampleRate)
    let ticks = FrequencyTicks(
      axis, labelHeight: pixels.device(Int(line.size.y)), overhang: pixels.device(PlotView.laneGap / 2))
    for tick in ticks.ticks {
      append(snapshot, y: tick.y, label: tick.label.map(Numerals.shown), labelTop: tick.labelTop, top: top)
    }
  }

  /// - Parameters:
  ///   - y, labelTop: in device pixels from the top of the lane.
  ///   - top: of the lane, in logical pixels.
  private func append(_ snapshot: Snapshot, y: Int, label: String?, labelTop: Int, top: Double) {
    let (scale, palette, right) = (plotView.pixels.factor, plotView.palette, bounds.width)
    let length = label == nil ? Self.minorTickLength : Self.tickLength
    let color = label == nil ? palette.rulerMinorTick : palette.rulerMajorTick
    snapshot.fill(
      Rect(x: right - length, y: top + Double(y) / scale, width: length, height: 1 / scale), color.rgba)
    guard let label else { return }
    let text = TextLayout(label, for: self, scale: Self.textScale)
    snapshot.text(
      text, x: (right - Self.tickLength - 3 - text.size.x).rounded(),
      y: top + Double(labelTop) / scale, palette.rulerText.rgba)
  }
}
