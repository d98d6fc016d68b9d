// DiagramViewModel+Voices.swift
// Which waveforms are heard: all of them together, on one time axis. What changes the samples lets the player begin
// anew at the same place; mute, solo and what is chosen of a pair only change gains, which is heard without a gap.

import Playback

/// A recording and what noise reduction has made of it, while one is compared with the other.
@MainActor public struct SoundComparison {
  public let original: PlotViewModel
  public let clean: PlotViewModel
  public internal(set) var choice: ListeningChoice
}

/// What the player has been given.
struct PlayedVoices: Equatable {
  var voices: [PlayerVoice] = []
  /// Frames per second of the time axis.
  var sampleRate = 0
}

extension DiagramViewModel {
  /// Gives the player the samples of all waveforms; what plays goes on with them.
  func adoptSource() {
    adoptRate()
    let voices = heardPlots.compactMap(\.voice)
    let next = PlayedVoices(voices: voices, sampleRate: voices.isEmpty ? 0 : sampleRate)
    guard next != played else { return adoptGains() }
    let position = isPlaying ? player.position : nil
    played = next
    playedGains = []
    player.load(voices, sampleRate: sampleRate)
    player.length = length
    player.loop = loop
    adoptGains()
    if let position { player.start(at: min(position, Double(length)), rate: Double(sampleRate)) }
  }

  /// Lets the player know how loud each waveform is.
  func adoptGains() {
    let plots = heardPlots
    let pair = comparison.flatMap { comparison -> VoiceMix.Pair? in
      guard let original = plots.firstIndex(where: { $0 === comparison.original }),
        let clean = plots.firstIndex(where: { $0 === comparison.clean }), original != clean
      else { return nil }
      return VoiceMix.Pair(original: original, clean: clean, choice: comparison.choice)
    }
    let gains = VoiceMix(plots.map(\.mixLane), pair: pair).gains
    guard gains != playedGains else { return }
    playedGains = gains
    player.setGains(gains)
  }

  /// True unless a waveform is muted, or others are soloed: of a recording and its clean one, whichever is chosen.
  public func isAudible(_ plot: PlotViewModel) -> Bool {
    let plot = plot.isComputed ? plot.original ?? plot : plot
    let recordings = plots.filter { !$0.isComputed }
    guard let index = recordings.firstIndex(where: { $0 === plot }) else { return true }
    return VoiceMix(recordings.map(\.mixLane)).gains[index] != 0
  }

  /// Those that can be heard: a file that could not be read is silent, and keeps nobody else from being heard. Not in
  /// the order of their lanes: to move a lane changes nothing that is heard.
  private var heardPlots: [PlotViewModel] {
    let readable = plots.filter {
      if case .failed = $0.state { false } else { $0.source != nil }
    }
    return readable.sorted { $0.number < $1.number }
  }

  // MARK: Original, clean and residue

  /// From now on the two are heard as one: that which is chosen.
  ///
  /// - Parameter clean: lies over the original; nil: each is heard by itself again.
  public func compare(_ original: PlotViewModel, with clean: PlotViewModel?) {
    let choice = comparison?.choice ?? .clean
    comparison = clean.map { SoundComparison(original: original, clean: $0, choice: choice) }
    adoptGains()
  }

  /// Lets the original, the clean one or their difference be heard, at once and at the same place.
  public func listen(to choice: ListeningChoice) {
    guard comparison != nil, comparison?.choice != choice else { return }
    comparison?.choice = choice
    adoptGains()
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
