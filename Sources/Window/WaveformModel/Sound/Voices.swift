// Voices.swift
// Which waveforms are heard: all of them together, on one time axis. When the samples change, the player
// begins anew at the same place; mute, solo and what is chosen of those that are compared only change gains, which is
// heard without a gap.

import Observation
import AudioFormats
import Playback
import Recording
import Spectral
import WaveformCore

/// A recording and its clean version, of which one is heard.
@MainActor package struct SoundPair {
  package let original: PlotViewModel
  package let clean: PlotViewModel

  package init(original: PlotViewModel, clean: PlotViewModel) {
    (self.original, self.clean) = (original, clean)
  }
}

/// Waveforms of which one is heard at a time: two that are compared, and their difference.
@MainActor package struct ComparedVoices {
  /// Each with what its samples are multiplied by; 0: it is not heard.
  let factors: [(plot: PlotViewModel, factor: Float)]
  /// True in a blind test: nothing that is seen may tell which of them is heard.
  let isSecret: Bool

  package init(factors: [(plot: PlotViewModel, factor: Float)], isSecret: Bool) {
    (self.factors, self.isSecret) = (factors, isSecret)
  }
}

/// The waveforms that the player has been given, and how loud each of them is.
@Observable @MainActor public final class Voices {
  /// The frequencies that are heard; nil: all. See `choose`.
  @ObservationIgnored private(set) var band: FrequencyBand?
  /// The recordings that are heard as one with their clean versions.
  private(set) var pairs: [SoundPair] = []
  /// What is heard of all pairs.
  private var choice = ListeningChoice.original
  /// The waveforms of different recordings that are compared; nil while none are.
  private var compared: ComparedVoices?
  @ObservationIgnored private var loaded = LoadedVoices()
  @ObservationIgnored private var gains: [Float] = []
  /// Sources of which only some channels sound now: the player knows them by their identity.
  @ObservationIgnored private var partial: [ChannelSource] = []
  /// What is left of the voices by the band that was loaded.
  @ObservationIgnored private var filtered: [FilteredVoice] = []
  private let player: any Player
  private let lanes: LaneList

  /// What the player has been given.
  private struct LoadedVoices: Equatable {
    var voices: [PlayerVoice] = []
    /// Frames per second of the time axis.
    var sampleRate = 0
    /// The band of those voices that are filtered; they stand behind the others.
    var band: FrequencyBand?
  }

  /// A voice of which only a band sounds.
  private struct FilteredVoice {
    /// The place of the whole voice among those that are loaded.
    let place: Int
    let source: BandSource
  }

  init(_ player: any Player, of lanes: LaneList) {
    self.player = player
    self.lanes = lanes
  }

  /// Chooses the frequencies that are heard. `load` makes it heard.
  ///
  /// - Returns: true when these are others than before.
  func choose(_ band: FrequencyBand?) -> Bool {
    defer { self.band = band }
    return band != self.band
  }

  /// Gives the player the samples of all waveforms, and their gains.
  ///
  /// - Returns: true when the samples have changed: the player then stops what it played.
  func load() -> Bool {
    let whole = heardPlots.compactMap { plot in plot.voice.map { voice($0, of: plot) } }
    partial.removeAll { source in !whole.contains { $0.source === source } }
    // All frequencies are heard again by other gains, without a gap; the filters go when it ends.
    let band = band ?? (player.isRunning ? loaded.band : nil)
    filter(whole, by: band)
    let voices =
      whole
      + filtered.map {
        PlayerVoice(
          source: $0.source, layout: whole[$0.place].layout, offset: whole[$0.place].offset)
      }
    let next = LoadedVoices(
      voices: voices, sampleRate: voices.isEmpty ? 0 : lanes.sampleRate, band: band)
    let isOther = next != loaded
    if isOther {
      loaded = next
      gains = []
      player.load(voices, sampleRate: lanes.sampleRate)
    }
    adoptGains()
    return isOther
  }

  /// The voice with the selected channels, if not all are.
  private func voice(_ voice: PlayerVoice, of plot: PlotViewModel) -> PlayerVoice {
    guard let channels = lanes.pickedChannels(of: plot), !channels.isEmpty else { return voice }
    let sounding = Set(channels)
    let known = partial.first { $0.base === voice.source && $0.sounding == sounding }
    let source = known ?? ChannelSource(voice.source, sounding: sounding)
    if known == nil { partial.append(source) }
    return PlayerVoice(source: source, layout: voice.layout, offset: voice.offset)
  }

  /// Makes filters of those voices that a band cuts something off; those that are there stay.
  private func filter(_ voices: [PlayerVoice], by band: FrequencyBand?) {
    let known = filtered.map(\.source)
    filtered = voices.indices.compactMap { place in
      let base = voices[place].source
      guard let pass = band.flatMap({ BandPass($0, sampleRate: base.sampleRate) }) else { return nil }
      return FilteredVoice(
        place: place,
        source: known.first { $0.base === base && $0.pass == pass } ?? BandSource(base, pass))
    }
  }

  /// Takes all samples from the player, and ends what is compared.
  func unload() {
    player.load([], sampleRate: lanes.sampleRate)
    loaded = LoadedVoices()
    gains = []
    partial = []
    filtered = []
    band = nil
    pairs = []
    compared = nil
  }

  /// The numbers of the waveforms that are not heard: they are muted, or only others are soloed or selected. Of two that are
  /// compared, the chosen one is heard.
  public var silent: Set<Int> {
    let recordings = lanes.plots.filter { !$0.coversOriginal }
    var factors = factors(of: recordings)
    if compared?.isSecret == true { factors = factors.mapValues { _ in 1 } }
    let gains = VoiceMix(recordings.map(\.mixLane), factors: factors).gains
    var silent: Set<Int> = []
    for (plot, gain) in zip(recordings, gains)
    where gain == 0 || lanes.selectedChannels(of: plot)?.isEmpty == true {
      silent.insert(plot.number)
    }
    for plot in lanes.plots where plot.coversOriginal {
      if let original = plot.original, silent.contains(original.number) { silent.insert(plot.number) }
    }
    return silent
  }

  /// True for a waveform that is not `silent`.
  public func isAudible(_ plot: PlotViewModel) -> Bool { !silent.contains(plot.number) }

  // MARK: Original, clean and residue

  /// Plays each recording and its clean version as one from now on; those that were pairs before are heard by themselves
  /// again. Heard at once, at the same place.
  ///
  /// - Parameter choice: what is heard of all of them: the original, the clean version or their difference.
  package func compare(_ pairs: [SoundPair], _ choice: ListeningChoice) {
    let isSame =
      choice == self.choice
      && pairs.elementsEqual(self.pairs) { $0.original === $1.original && $0.clean === $1.clean }
    guard !isSame else { return }
    self.pairs = pairs
    self.choice = choice
    adoptGains()
  }

  /// Lets some waveforms be heard one at a time, in place of each other; nil: each is heard by itself again.
  package func hear(_ compared: ComparedVoices?) {
    self.compared = compared
    adoptGains()
  }

  // MARK: Inner parts

  /// By their places among `plots`.
  private func factors(of plots: [PlotViewModel]) -> [Int: Float] {
    var factors: [Int: Float] = [:]
    for (plot, factor) in compared?.factors ?? [] {
      if let place = plots.firstIndex(where: { $0 === plot }) { factors[place] = factor }
    }
    return factors
  }

  /// Tells the player how loud each waveform is.
  private func adoptGains() {
    let mix = mix
    let next =
      mix.enumerated().map { place, voice in isWhole(voice.plot, at: place) ? voice.gain : 0 }
      + filtered.map { band != nil && mix.indices.contains($0.place) ? mix[$0.place].gain : 0 }
    guard next != gains else { return }
    gains = next
    player.setGains(next)
  }

  /// True when the band cuts nothing off a waveform.
  private func isWhole(_ plot: PlotViewModel, at place: Int) -> Bool {
    guard let band else { return true }
    return !filtered.contains { $0.place == place } && band.low < Double(plot.sampleRate) / 2
  }

  /// The waveforms that sound now, each with its gain, in the order of the player's voices.
  package var audible: [(plot: PlotViewModel, gain: Float)] { mix.filter { $0.gain != 0 } }

  /// The waveforms that can be heard, and their gains.
  private var mix: [(plot: PlotViewModel, gain: Float)] {
    let plots = heardPlots
    let pairs = pairs.compactMap { pair -> VoiceMix.Pair? in
      guard let original = plots.firstIndex(where: { $0 === pair.original }),
        let clean = plots.firstIndex(where: { $0 === pair.clean }), original != clean
      else { return nil }
      return VoiceMix.Pair(original: original, clean: clean, choice: choice)
    }
    let mix = VoiceMix(plots.map(\.mixLane), pairs: pairs, factors: factors(of: plots))
    return zip(plots, mix.gains).map { plot, gain in
      // What is selected in other lanes is heard alone.
      (plot, lanes.selectedChannels(of: plot)?.isEmpty == true ? 0 : gain)
    }
  }

  /// The waveforms that can be heard: a file that could not be read must not silence the others. Sorted
  /// independently of their lanes, so that moving a lane does not restart playback.
  private var heardPlots: [PlotViewModel] {
    lanes.plots.filter { !$0.isFailed && $0.source != nil }.sorted { $0.number < $1.number }
  }
}

extension PlotViewModel {
  /// The samples and the place in time that the player is given.
  fileprivate var voice: PlayerVoice? {
    source.map {
      PlayerVoice(source: $0, layout: description?.layout, offset: settings.offset)
    }
  }

  fileprivate var mixLane: VoiceMix.Lane {
    VoiceMix.Lane(isMuted: settings.isMuted, isSoloed: settings.isSoloed)
  }
}
