// FrequencyRuler.swift
// The pointer over the frequency rulers of a plot: a drag moves the range, Alt+wheel zooms about the pointer, a double click
// shows all. The range is the same for all lanes.

import Glibc
import GtkBridge
import WaveformCore
import WaveformModel

/// Changes the range of frequencies by hand.
@MainActor final class FrequencyRuler {
  private let diagram: DiagramViewModel
  private weak var view: PlotView?
  /// The axis when the drag began, and what was chosen of it.
  private var start: (axis: FrequencyAxis, range: FrequencyRange?)?

  /// One detent of a wheel zooms by the fourth root of two, as on the time axis.
  private static let detentsPerOctave = 4.0
  /// Logical pixels of a touchpad that double the zoom.
  private static let pixelsPerOctave = 120.0
  /// Detents that move the range by its height.
  private static let detentsPerHeight = 10.0

  init(_ diagram: DiagramViewModel, of view: PlotView) {
    self.diagram = diagram
    self.view = view
  }

  /// The axis of the lanes; nil where amplitudes stand beside them.
  private var axis: FrequencyAxis? {
    guard let view, diagram.showsAmplitudeRuler, diagram.lanes.style(of: view.plot).showsSpectrogram,
      view.plot.sampleRate > 0
    else { return nil }
    return diagram.look.spectrogram.axis(height: view.layout.laneHeight, sampleRate: view.plot.sampleRate)
  }

  private func show(_ range: FrequencyRange?) {
    diagram.lanes.drawSpectra { $0.range = range }
  }

  func connect(to labels: LaneLabelsView) {
    _ = ClickGesture(on: labels) { [weak self] count, _ in
      if let self, count == 2, axis != nil { diagram.lanes.showAllFrequencies() }
    }
    _ = DragGesture(on: labels) { [weak self] phase, start, now, _ in
      guard let self else { return }
      switch phase {
      case .began:
        self.start = axis.map { ($0, self.diagram.look.spectrogram.range) }
        diagram.lanes.endStep()
      case .moved:
        guard let before = self.start?.axis, let scale = view?.pixels.factor, abs(now.y - start.y) >= 1 else {
          return
        }
        show(before.panned(byRows: (now.y - start.y) * scale))
      case .ended:
        self.start = nil
        diagram.lanes.endStep()
      case .cancelled:
        // One step, or several where the hand has rested.
        while let start = self.start, diagram.look.spectrogram.range != start.range,
          diagram.lanes.undoChange == .spectra(.range)
        {
          diagram.lanes.undo()
        }
        self.start = nil
      }
    }
  }

  /// - Parameter y: of the pointer, in logical pixels from the top of the view.
  /// - Returns: false for what is not about frequencies.
  func scroll(_ scroll: Scroll, at y: Double) -> Bool {
    guard let axis, let view else { return false }
    let distance = scroll.dx + scroll.dy
    if scroll.modifiers.contains(.alt) {
      let octaves = -distance / (scroll.unit == .wheel ? Self.detentsPerOctave : Self.pixelsPerOctave)
      let layout = view.layout
      let row =
        Int(view.row(at: y))
        - layout.top(ofLane: view.lane(at: y), offset: view.laneOffset)
      show(axis.zoomed(by: exp2(octaves), aroundY: Double(min(max(row, 0), axis.height))))
      return true
    }
    // Over a waveform the wheel raises it, and Ctrl scrolls the channels.
    guard scroll.modifiers.isEmpty, diagram.lanes.style(of: view.plot) == .spectrogram else { return false }
    let rows =
      scroll.unit == .wheel
      ? distance / Self.detentsPerHeight * Double(axis.height) : distance * view.pixels.factor
    show(axis.panned(byRows: -rows))
    return true
  }
}
