// SpectrogramModel.swift
// Which waveforms of a diagram show spectra, and how those are made. Main actor.

import Observation
import WaveformCore

/// A waveform by its lane, which stays when a file is read again.
public struct LaneWaveform: Hashable, Sendable {
  private let lane: Int
  private let isComputed: Bool

  @MainActor package init(_ plot: PlotViewModel) {
    lane = plot.laneNumber
    isComputed = plot.isComputed
  }
}

/// The spectrograms of a diagram.
///
/// Nothing is computed of a waveform before it is shown: see `MeasuresModel`.
@Observable @MainActor public final class SpectrogramModel {
  /// How spectra are made. A change makes all that are shown anew.
  public var settings = SpectrogramSettings() {
    didSet {
      guard settings != oldValue else { return }
      update()
      changes.send(settings)
    }
  }

  /// Tells when spectra are made in another way from now on.
  package let changes = ModelEvents<SpectrogramSettings>()

  private var shown: Set<LaneWaveform> = []
  /// Those that were shown by the last update.
  @ObservationIgnored private var plots: [PlotViewModel] = []
  private let lanes: LaneList

  init(_ lanes: LaneList) {
    self.lanes = lanes
    lanes.events.listen(self) { model, _ in model.update() }
  }

  /// True when a waveform has to show its spectra: nobody sees those of a hidden one.
  public func isWanted(_ plot: PlotViewModel) -> Bool {
    !plot.settings.isHidden && lanes.style(of: plot).needsSpectra
  }

  /// True when a waveform's spectra are shown.
  public func isShown(_ plot: PlotViewModel) -> Bool { shown.contains(LaneWaveform(plot)) }

  /// Makes a waveform's spectra from now on, or forgets them.
  public func setShown(_ isShown: Bool, _ plot: PlotViewModel) {
    guard self.isShown(plot) != isShown else { return }
    if isShown { shown.insert(LaneWaveform(plot)) } else { shown.remove(LaneWaveform(plot)) }
    update()
  }

  /// The share of a waveform's coarse spectra that is there, 0…1; nil when they are not being made.
  public func progress(of plot: PlotViewModel) -> Double? {
    _ = plot.spectrogramRevision
    return plot.samples.spectra.progress
  }

  /// The same of the waveform that lacks most.
  public var progress: Double? { lanes.plots.compactMap(progress).min() }

  /// Why a waveform has no coarse spectra, and what can be done: sentences; nil when nothing is wrong.
  public func problem(of plot: PlotViewModel) -> String? { plot.samples.spectra.problem }

  /// Forgets all waveforms.
  func forget() {
    shown = []
    plots = []
  }

  private func update() {
    let present = lanes.plots.filter(isShown)
    // Undo may bring back what was removed; until then nothing is made or kept of it.
    for plot in plots where !present.contains(where: { $0 === plot }) {
      plot.samples.spectra.show(nil, of: plot.spectrumSubject)
    }
    plots = present
    for plot in plots { plot.samples.spectra.show(settings, of: plot.spectrumSubject) }
  }
}
