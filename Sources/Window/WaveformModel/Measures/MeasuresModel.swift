// MeasuresModel.swift
// The measures of a diagram's waveforms. Main actor; a waveform is measured once, on threads that nobody waits for, and any
// stretch is answered from that.

import HostIO
import Localization
import Measures
import Observation
import WaveformCore

/// Measures the waveforms of a diagram for whoever needs it.
///
/// Nothing is measured before: opening a recording must not take longer for what may never be asked for. While somebody
/// looks, every waveform that has been read to its end is measured once.
@Observable @MainActor public final class MeasuresModel {
  /// True while loudness over time can be seen.
  var isDrawn = false {
    didSet { if isDrawn != oldValue { update() } }
  }
  /// Loudness over time, by the numbers of waveforms; empty while it cannot be seen.
  private var curves: [Int: LoudnessCurve] = [:]

  private let lanes: LaneList
  @ObservationIgnored private var measurements: [Int: PlotMeasurement] = [:]
  /// Who waits for the blocks of a waveform, by its number.
  @ObservationIgnored private var waiting: [Int: [@MainActor (Result<MeasuredBlocks, Problem>) -> Void]] = [:]
  /// Who looks at all of them.
  @ObservationIgnored private var watcher: (@MainActor () -> Void)?

  /// Why something could not be measured, and what can be done: sentences.
  package struct Problem: Error {
    package let text: String

    package init(text: String) { self.text = text }
  }

  init(_ lanes: LaneList) {
    self.lanes = lanes
    lanes.events.listen(self) { measures, event in
      if case .advanced = event { return }
      measures.update()
    }
  }

  /// Loudness over time, as far as it has been measured; nil while it cannot be seen.
  public func curve(of plot: PlotViewModel) -> LoudnessCurve? { curves[plot.number] }

  /// Has a waveform measured, once it has been read to its end.
  ///
  /// - Parameter answer: called when it has been, at once if it is already, or when the waveform goes before.
  package func ask(
    for plot: PlotViewModel, _ answer: @escaping @MainActor (Result<MeasuredBlocks, Problem>) -> Void
  ) {
    waiting[plot.number, default: []].append(answer)
    update()
  }

  /// Has all waveforms measured, for the one who looks at them: there is one at a time.
  ///
  /// - Parameter changed: called at once, and whenever more is known or the waveforms are others; nil: nobody looks any more.
  package func watch(_ changed: (@MainActor () -> Void)?) {
    watcher = changed
    update()
  }

  /// What is known of a waveform; nil while it is not measured.
  package func measurement(of plot: PlotViewModel) -> PlotMeasurement? { measurements[plot.number] }

  /// Forgets all waveforms.
  func forget() {
    waiting = [:]
    for measurement in measurements.values { measurement.cancel() }
    measurements = [:]
    curves = [:]
  }

  private func update() {
    guard watcher != nil || isDrawn || !waiting.isEmpty else {
      if !curves.isEmpty { curves = [:] }
      return
    }
    let plots = lanes.plots
    func isGone(_ number: Int) -> Bool { !plots.contains { $0.number == number } }
    for (number, measurement) in measurements where isGone(number) || measurement.isOutdated {
      measurement.cancel()
      measurements[number] = nil
    }
    for number in Array(waiting.keys) where isGone(number) {
      tell(
        number,
        .failure(Problem(text: localized("The recording was removed, or is read again: search again."))))
    }
    for plot in plots where plot.isComplete {
      // What is drawn over another waveform has no line.
      guard watcher != nil || isDrawn && !plot.coversOriginal || waiting[plot.number] != nil else { continue }
      if plot.isFailed {
        tell(plot.number, .failure(Problem(text: localized("“\(plot.path.displayName)” could not be read."))))
      } else if measurements[plot.number] == nil {
        measurements[plot.number] = PlotMeasurement(plot) { [weak self] in self?.show() }
      }
    }
    show()
  }

  private func tell(_ number: Int, _ answer: Result<MeasuredBlocks, Problem>) {
    for each in waiting.removeValue(forKey: number) ?? [] { each(answer) }
  }

  private func show() {
    for number in waiting.keys {
      guard let measurement = measurements[number] else { continue }
      if let blocks = measurement.measurer?.blocks {
        tell(number, .success(blocks))
      } else if let problem = measurement.problem {
        tell(number, .failure(Problem(text: problem)))
      }
    }
    let drawn = isDrawn ? measurements.mapValues(\.curve) : [:]
    if drawn != curves { curves = drawn }
    watcher?()
  }
}
