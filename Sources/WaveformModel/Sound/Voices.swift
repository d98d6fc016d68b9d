// Voices.swift
// Which waveforms are heard: all of them together, on one time axis. What changes the samples lets the player begin
// anew at the same place; mute, solo and what is chosen of a pair only change gains, which is heard without a gap.

import Observation
import Playback

/// A recording and what noise reduction has made of it, while one is compared with the other.
@MainActor public struct SoundComparison {
  public let original: PlotViewModel
  public let clean: PlotViewModel
  public fileprivate(set) var choice: ListeningChoice
}

/// What the player has been given to play of the waveforms of a diagram, and how loud each of them is.
@Observable @MainActor public final class Voices {
  /// Of which two waveforms one is heard at a time; nil while none are compared.
  public private(set) var comparison: SoundComparison?
  @ObservationIgnored private var loaded = LoadedVoices()
  @ObservationIgnored private var gains: [Float] = []
  private let player: any Player
  private let lanes: LaneList

  /// What the player has been given.
  private struct LoadedVoices: Equatable {
    var voices: [PlayerVoice] = []
    /// Frames per second of the time axis.
    var sampleRate = 0
  }

  init(_ player: any Player, of lanes: LaneList) {
    self.player = player
    self.lanes = lanes
  }

  /// Gives the player the samples of all waveforms, and how loud they are.
  ///
  /// - Returns: true when the samples are other ones: the player has ended what it played.
  func load() -> Bool {
    let voices = heardPlots.compactMap(\.voice)
    let next = LoadedVoices(voices: voices, sampleRate: voices.isEmpty ? 0 : lanes.sampleRate)
    let isOther = next != loaded
    if isOther {
      loaded = next
      gains = []
      player.load(voices, sampleRate: lanes.sampleRate)
    }
    adoptGains()
    return isOther
  }

  /// Takes all samples from the player, and compares nothing any more.
  func unload() {
    player.load([], sampleRate: lanes.sampleRate)
    loaded = LoadedVoices()
    gains = []
    comparison = nil
  }

  /// True unless a waveform is muted, or others are soloed: of a recording and its clean one, whichever is chosen.
  public func isAudible(_ plot: PlotViewModel) -> Bool {
    let plot = plot.isComputed ? plot.original ?? plot : plot
    let recordings = lanes.plots.filter { !$0.isComputed }
    guard let index = recordings.firstIndex(where: { $0 === plot }) else { return true }
    return VoiceMix(recordings.map(\.mixLane)).gains[index] != 0
  }

  // MARK: Original, clean and residue

  /// From now on the two are heard as one: that which is chosen.
  ///
  /// - Parameter clean: lies over the original; nil: each is heard by itself again.
  func compare(_ original: PlotViewModel, with clean: PlotViewModel?) {
    let choice = comparison?.choice ?? .clean
    comparison = clean.map { SoundComparison(original: original, clean: $0, choice: choice) }
    adoptGains()
  }

  /// Lets the original, the clean one or their difference be heard, at once and at the same place.
  func listen(to choice: ListeningChoice) {
    guard comparison != nil, comparison?.choice != choice else { return }
    comparison?.choice = choice
    adoptGains()
  }

  // MARK: Inner parts

  /// Lets the player know how loud each waveform is.
  private func adoptGains() {
    let plots = heardPlots
    let pair = comparison.flatMap { comparison -> VoiceMix.Pair? in
      guard let original = plots.firstIndex(where: { $0 === comparison.original }),
        let clean = plots.firstIndex(where: { $0 === comparison.clean }), original != clean
      else { return nil }
      return VoiceMix.Pair(original: original, clean: clean, choice: comparison.choice)
    }
    let next = VoiceMix(plots.map(\.mixLane), pair: pair).gains
    guard next != gains else { return }
    gains = next
    player.setGains(next)
  }

  /// Those that can be heard: a file that could not be read is silent, and keeps nobody else from being heard. Not in
  /// the order of their lanes: to move a lane changes nothing that is heard.
  private var heardPlots: [PlotViewModel] {
    lanes.plots.filter { !$0.isFailed && $0.source != nil }.sorted { $0.number < $1.number }
  }
}

extension PlotViewModel {
  /// What the player is given of it.
  fileprivate var voice: PlayerVoice? {
    source.map {
      PlayerVoice(source: $0, channelLabels: description?.channelLabels ?? [], offset: settings.offset)
    }
  }

  fileprivate var mixLane: VoiceMix.Lane {
    VoiceMix.Lane(isMuted: settings.isMuted, isSoloed: settings.isSoloed)
  }
}
