// NoiseTreatments.swift
// The waveforms of a diagram whose noise is treated, each by its `NoiseTreatment`: from the first thing that somebody
// chooses about one until its lane goes. Main actor.

import Observation
import Recording
import Spectral
import WaveformCore
import WaveformModel

/// What was chosen about the noise of each waveform, and their clean waveforms.
///
/// They are known by the numbers of their lanes: a waveform that is read again takes over what its lane has.
@Observable @MainActor final class NoiseTreatments {
  /// Called when there is another clean waveform, or one less.
  @ObservationIgnored var onPlot: @MainActor () -> Void = {}
  /// Called when the clean waveform of a recording has come to an end by itself, with why: sentences.
  @ObservationIgnored var onEnd: @MainActor (PlotViewModel, String) -> Void = { _, _ in }
  /// Called when a clean waveform that was kept begins or ceases to wait until somebody asks for it.
  @ObservationIgnored var onWait: @MainActor () -> Void = {}
  /// Samples up to which a clean waveform that was kept comes back unasked: ten minutes of stereo, some seconds of work.
  @ObservationIgnored var mostUnasked = 600 * 2 * 48_000
  /// Where clean samples are kept.
  @ObservationIgnored var place = SpoolPlace.standard

  private var all: [Int: NoiseTreatment] = [:]
  private let lanes: LaneList
  private let navigation: Navigation
  private let turns = NoiseJobTurns()

  init(_ lanes: LaneList, _ navigation: Navigation) {
    self.lanes = lanes
    self.navigation = navigation
  }

  /// Nil for a waveform of which nobody has chosen anything.
  subscript(plot: PlotViewModel) -> NoiseTreatment? { all[plot.laneNumber] }

  /// The treatment that a clean waveform comes from; nil for any other waveform.
  func treatment(of clean: PlotViewModel) -> NoiseTreatment? { all.values.first { $0.plot === clean } }

  /// True when a clean waveform is wanted, of whatever recording.
  var wantClean: Bool { all.values.contains(where: \.isClean) }

  /// The recordings whose clean waveforms wait until somebody asks for them.
  var waiting: [PlotViewModel] { all.values.filter(\.isWaiting).map(\.original) }

  /// The recordings with their clean waveforms.
  var pairs: [SoundPair] {
    all.sorted { $0.key < $1.key }.compactMap { _, treatment in
      treatment.plot.map { SoundPair(original: treatment.original, clean: $0) }
    }
  }

  /// What is needed to do all of it again.
  ///
  /// - Parameter standard: settings that nobody has changed.
  func treatedLanes(since standard: NoiseReductionSettings) -> [TreatedLane] {
    all.values.compactMap { $0.lane(since: standard) }.sorted { $0.lane < $1.lane }
  }

  /// The treatment of a recording; a new one begins with `recipe`, of which nothing is done yet.
  func made(for plot: PlotViewModel, _ recipe: @autoclosure () -> NoiseRecipe) -> NoiseTreatment {
    if let known = self[plot] { return known }
    let made = NoiseTreatment(
      of: plot, recipe(), in: lanes, navigation, place, turns, mostUnasked: mostUnasked)
    made.onPlot = { [weak self] in self?.onPlot() }
    made.onWait = { [weak self] in self?.onWait() }
    made.onEnd = { [weak self, weak made] problem in
      if let self, let made { onEnd(made.original, problem) }
    }
    all[plot.laneNumber] = made
    return made
  }

  /// Forgets what was chosen about a waveform; its clean one goes.
  func drop(_ lane: Int) { all.removeValue(forKey: lane)?.discard() }

  func dropAll() { for lane in Array(all.keys) { drop(lane) } }

  /// Forgets those that are as if nobody had touched them.
  func dropUntouched(since standard: NoiseReductionSettings) {
    for (lane, treatment) in all where treatment.problem == nil && treatment.lane(since: standard) == nil {
      drop(lane)
    }
  }

  /// These are the waveforms of the diagram: what the others have goes with them, and those that took the place of
  /// another are cleaned again.
  func adopt(_ plots: [PlotViewModel]) {
    for (lane, treatment) in all {
      guard let plot = plots.first(where: { !$0.isComputed && $0.laneNumber == lane }) else {
        drop(lane)
        continue
      }
      if plot !== treatment.original { treatment.become(plot) }
    }
  }
}
