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

/// A recording and its clean version, while the user compares them.
@MainActor public struct SoundComparison {
  public let original: PlotViewModel
  public let clean: PlotViewModel
  public fileprivate(set) var choice: ListeningChoice
}

/// Waveforms of which one is heard at a time: two that are compared, and their difference.
@MainActor struct ComparedVoices {
  /// Each with what its samples are multiplied by; 0: it is not heard.
  let factors: [(plot: PlotViewModel, factor: Float)]
  /// True in a blind test: nothing that is seen may tell which of them is heard.
  let isSecret: Bool
}

/// The waveforms that the player has been given, and how loud each of them is.
@Observable @MainActor public final class Voices {
  /// The frequencies that are heard; nil: all. `load` makes it heard.
  @ObservationIgnored var band: FrequencyBand?
  /// The two waveforms that are compared; nil while none are.
  public private(set) var comparison: SoundComparison?
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
          source: $0.source, channelLabels: whole[$0.place].channelLabels, offset: whole[$0.place].offset)
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
    return PlayerVoice(source: source, channelLabels: voice.channelLabels, offset: voice.offset)
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

  /// Takes all samples from the player, and ends the comparison.
  func unload() {
    player.load([], sampleRate: lanes.sampleRate)
    loaded = LoadedVoices()
    gains = []
    partial = []
    filtered = []
    band = nil
    comparison = nil
    compared = nil
  }

  /// True unless the waveform is muted, or only others are soloed or selected. Of two that are compared, the chosen one
  /// is audible.
  public func isAudible(_ plot: PlotViewModel) -> Bool {
    let plot = plot.coversOriginal ? plot.original ?? plot : plot
    let recordings = lanes.plots.filter { !$0.coversOriginal }
    guard let index = recordings.firstIndex(where: { $0 === plot }) else { return true }
    guard lanes.selectedChannels(of: plot)?.isEmpty != true else { return false }
    var factors = factors(of: recordings)
    if compared?.isSecret == true { factors = factors.mapValues { _ in 1 } }
    return VoiceMix(recordings.map(\.mixLane), factors: factors).gains[index] != 0
  }

  // MARK: Original, clean and residue

  /// Plays the two waveforms as one from now on: the chosen one is heard.
  ///
  /// - Parameter clean: the clean waveform, which lies over the original; nil: each is heard by itself again.
  func compare(_ original: PlotViewModel, with clean: PlotViewModel?) {
    let choice = comparison?.choice ?? .clean
    comparison = clean.map { SoundComparison(original: original, clean: $0, choice: choice) }
    adoptGains()
  }

  /// Chooses the original, the clean version or their difference; heard at once, at the same place.
  func listen(to choice: ListeningChoice) {
    guard comparison != nil, comparison?.choice != choice else { return }
    comparison?.choice = choice
    adoptGains()
  }

  /// Lets some waveforms be heard one at a time, in place of each other; nil: each is heard by itself again.
  func hear(_ compared: ComparedVoices?) {
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
  var audible: [(plot: PlotViewModel, gain: Float)] { mix.filter { $0.gain != 0 } }

  /// The waveforms that can be heard, and their gains.
  private var mix: [(plot: PlotViewModel, gain: Float)] {
    let plots = heardPlots
    let pair = comparison.flatMap { comparison -> VoiceMix.Pair? in
      guard let original = plots.firstIndex(where: { $0 === comparison.original }),
        let clean = plots.firstIndex(where: { $0 === comparison.clean }), original != clean
      else { return nil }
      return VoiceMix.Pair(original: original, clean: clean, choice: comparison.choice)
    }
    let mix = VoiceMix(plots.map(\.mixLane), pair: pair, factors: factors(of: plots))
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
      PlayerVoice(source: $0, channelLabels: description?.channelLabels ?? [], offset: settings.offset)
    }
  }

  fileprivate var mixLane: VoiceMix.Lane {
    VoiceMix.Lane(isMuted: settings.isMuted, isSoloed: settings.isSoloed)
  }
}

/// Which version of a recording is heard.
public enum ListeningChoice: String, CaseIterable, Sendable {
  case original, clean
  /// What was taken out: the original minus the clean version.
  case residue

  /// The gains of both; their sum is exactly what is heard.
  public var gains: (original: Float, clean: Float) {
    switch self {
    case .original: (1, 0)
    case .clean: (0, 1)
    case .residue: (1, -1)
    }
  }
}

/// Turns mute, solo and the comparison into gains.
public struct VoiceMix: Equatable, Sendable {
  /// Mute and solo of one waveform.
  public struct Lane: Equatable, Sendable {
    public var isMuted: Bool
    public var isSoloed: Bool

    public init(isMuted: Bool = false, isSoloed: Bool = false) {
      self.isMuted = isMuted
      self.isSoloed = isSoloed
    }
  }

  /// Two waveforms that are compared; mute and solo of the original hold for both.
  public struct Pair: Equatable, Sendable {
    /// Their places among the lanes.
    public var original: Int, clean: Int
    public var choice: ListeningChoice

    public init(original: Int, clean: Int, choice: ListeningChoice) {
      self.original = original
      self.clean = clean
      self.choice = choice
    }
  }

  public var lanes: [Lane]
  public var pair: Pair?
  /// What lanes are multiplied by that are compared, by their places: one of them is heard at a time, so the solo of one
  /// holds for all of them.
  public var factors: [Int: Float]

  public init(_ lanes: [Lane], pair: Pair? = nil, factors: [Int: Float] = [:]) {
    self.lanes = lanes
    self.pair = pair
    self.factors = factors
  }

  /// One gain for each lane: solo wins over mute, and soloed lanes are heard together.
  public var gains: [Float] {
    // The clean version is no lane of its own: its solo does not silence the others.
    let isAnySoloed = lanes.indices.contains { $0 != pair?.clean && lanes[$0].isSoloed }
    let isComparisonSoloed = factors.keys.contains { lanes[$0].isSoloed }
    var gains = lanes.enumerated().map { place, lane -> Float in
      let isSoloed = lane.isSoloed || isComparisonSoloed && factors[place] != nil
      return (isAnySoloed ? isSoloed : !lane.isMuted) ? factors[place] ?? 1 : 0
    }
    if let pair {
      let share = gains[pair.original]
      gains[pair.clean] = share * pair.choice.gains.clean
      gains[pair.original] = share * pair.choice.gains.original
    }
    return gains
  }
}
