// WaveformDescription.swift
// Describes the picture to assistive technology in words, but not at every step of the playhead.

import GtkBridge
import WaveformCore
import WaveformModel

/// Describes the first waveform of a window.
@MainActor final class WaveformDescription {
  private let diagram: DiagramViewModel
  private let view: DiagramView
  private let observer = ModelObserver()

  /// When one of these changes, the description is updated; the phases of a recording update it too.
  private struct Occasion: Equatable, Sendable {
    let isPlaying: Bool
    let selection: FrameRange?
    let scope: String?
    let band: FrequencyBand?
    /// Nil during playback.
    let playhead: Int?
    let look: WaveformLook
    let gains: LaneDecibels?

    @MainActor init(_ diagram: DiagramViewModel) {
      isPlaying = diagram.isPlaying
      selection = diagram.selection?.range
      scope = diagram.scopeText
      band = diagram.selection?.band
      playhead = diagram.isPlaying ? nil : diagram.playheadFrame
      look = diagram.look
      gains = LaneDecibels(diagram)
    }
  }

  init(of diagram: DiagramViewModel, in view: DiagramView) {
    self.diagram = diagram
    self.view = view
    observer.follow({ Occasion(diagram) }) { [weak self] _ in self?.update() }
  }

  func update() {
    guard let plot = diagram.plots.first, let view = view.plotViews.first, plot.sampleRate > 0 else {
      return
    }
    view.setAccessibleLabel("Waveform of \(plot.path.displayName)")
    let time = diagram.time(ofFrame:)
    var value = "Playhead at \(time(diagram.playheadFrame)) of \(diagram.time(ofLength: diagram.length))"
    if let range = diagram.selection?.range {
      value += ", selected \(time(range.lowerBound)) to \(time(range.upperBound))"
      if let scope = diagram.scopeText { value += " in \(scope)" }
      if let band = diagram.selection?.band { value += ", only \(band.text)" }
    }
    if diagram.isPlaying { value += ", playing" }
    if let amplitude = amplitudeText(of: plot) { value += ", \(amplitude)" }
    view.setAccessibleValue(value)
    // GTK 4.8 passes the value text to AT-SPI only for ranges, but the description for every widget.
    view.setAccessibleDescription(value)
  }

  /// What heights mean, unless they are as recorded.
  private func amplitudeText(of plot: PlotViewModel) -> String? {
    let gains = plot.lanes(diagram.look.channels).indices.map {
      GainBadges.text(diagram.look(ofLane: $0, in: plot).amplitude)
    }
    let raised =
      Set(gains).count == 1
      ? gains[0].map { "raised by \($0)" }
      : "lanes raised by " + gains.map { $0 ?? "0 dB" }.joined(separator: ", ")
    let unit = diagram.look.amplitude.unit == .decibels ? "in decibels" : nil
    let parts = [unit, raised].compactMap(\.self)
    return gains.isEmpty || parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
