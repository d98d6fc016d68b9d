// WaveformDescription.swift
// Describes the picture to assistive technology in words, but not at every step of the playhead.

import GtkBridge
import Localization
import WaveformCore
import WaveformModel

/// Describes the first waveform of a window.
@MainActor final class WaveformDescription {
  private let diagram: DiagramViewModel
  private let view: DiagramView
  private let observer = ModelObserver()
  /// More would not be listened to.
  private static let mostNames = 5

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
    let marks: Int

    @MainActor init(_ diagram: DiagramViewModel) {
      isPlaying = diagram.isPlaying
      selection = diagram.selection?.range
      scope = diagram.scopeText
      band = diagram.selection?.band
      playhead = diagram.isPlaying ? nil : diagram.playheadFrame
      look = diagram.look
      gains = LaneDecibels(diagram)
      marks = diagram.marks.version
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
    view.setAccessibleLabel(localized("Waveform of \(plot.path.displayName)"))
    let place = diagram.time(ofFrame: diagram.playheadFrame), length = diagram.time(ofLength: diagram.length)
    var parts = [localized("Playhead at \(place) of \(length)")]
    if let range = diagram.selection?.range {
      let start = diagram.time(ofFrame: range.lowerBound), end = diagram.time(ofFrame: range.upperBound)
      parts.append(
        diagram.scopeText.map {
          // Translators: two times, and the channels that are selected.
          localized("selected \(start) to \(end) in \($0)")
        } ?? localized("selected \(start) to \(end)"))
      // Translators: a band of frequencies.
      if let band = diagram.selection?.band { parts.append(localized("only \(band.text)")) }
    }
    if let level = levelText(of: plot) { parts.append(level) }
    parts += marksTexts()
    if diagram.isPlaying { parts.append(localized("playing")) }
    let value = (parts + amplitudeTexts(of: plot)).joined(separator: ", ")
    view.setAccessibleValue(value)
    // GTK 4.8 passes the value text to AT-SPI only for ranges, but the description for every widget.
    view.setAccessibleDescription(value)
  }

  /// How loud the picture says it is at the playhead; nil while it moves, and where there is nothing.
  private func levelText(of plot: PlotViewModel) -> String? {
    guard !diagram.isPlaying, let viewport = diagram.viewport, diagram.playheadFrame < viewport.length else {
      return nil
    }
    let x = (Double(diagram.playheadFrame) - viewport.start) / viewport.framesPerPixel
    let value = plot.value(
      at: x, channels: Array(0..<plot.channels), in: viewport, diagram.placement(of: plot))
    // Translators: a level such as "−12.3 dB", to which "FS" is added: relative to full scale.
    return value.levelText.isEmpty ? nil : localized("level there \(value.levelText)FS")
  }

  /// The marks at the playhead, by name, and how many there are.
  private func marksTexts() -> [String] {
    let tiers = diagram.marks.tiers
    let count = tiers.reduce(0) { $0 + $1.marks.count }
    guard count > 0, !diagram.isPlaying else { return [] }
    // The playhead in frames of the recording.
    let place = diagram.marks.placement.position(ofAxis: Double(diagram.playheadFrame))
    let frame = Int(place.rounded())
    var names: [String] = []
    for tier in tiers {
      // There may be a hundred thousand marks: only those that are there are looked at.
      tier.forEachPlace(touching: frame..<frame + 1) { place in
        let name = tier.marks[place].name
        names.append(name.isEmpty ? localized("a mark without a name") : name)
        return names.count < Self.mostNames
      }
    }
    let list = names.prefix(Self.mostNames).joined(separator: ", ")
    let total = localized("\(count) mark", plural: "\(count) marks", count: count)
    // Translators: names of marks, with commas.
    return [total] + (list.isEmpty ? [] : [localized("here: \(list)")])
  }

  /// What heights mean, unless they are as recorded.
  private func amplitudeTexts(of plot: PlotViewModel) -> [String] {
    let gains = plot.lanes(diagram.look.channels).indices.map {
      GainBadges.text(diagram.look(ofLane: $0, in: plot).amplitude)
    }
    guard let first = gains.first else { return [] }
    let all = gains.map { $0 ?? "0 dB" }.joined(separator: ", ")
    let raised =
      Set(gains).count == 1
      ? first.map { localized("raised by \($0)") }
      // Translators: the gain of each lane, such as "+6 dB, 0 dB".
      : localized("lanes raised by \(all)")
    let unit = diagram.look.amplitude.unit == .decibels ? localized("in decibels") : nil
    return [unit, raised].compactMap(\.self)
  }
}
