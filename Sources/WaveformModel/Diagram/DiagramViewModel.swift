// DiagramViewModel.swift
// The container: the models of a diagram, each with a state of its own, and what belongs to none of them: what is
// selected, and how everything is drawn and written. Positions are frames, so they survive zoom, resize and style.
// Knows no view: views watch it.

import Observation
import Playback
import WaveformCore

/// A diagram of waveforms over one time axis.
///
/// Each model below knows only those above it; what has to reach all of them, such as another length of the time axis,
/// comes from the lanes as an event, and the diagram tells the others in the right order.
@Observable @MainActor public final class DiagramViewModel {
  /// The waveforms.
  public let lanes = LaneList()
  /// What of them is visible.
  public let navigation: Navigation
  /// Which of them are heard.
  public let voices: Voices
  /// Where playback is, and how it sounds.
  public let transport: Transport
  /// The files that are read again.
  public let reloader: Reloader
  /// The noise reduction of one waveform.
  public let noise: NoiseReduction

  public private(set) var selection: Selection? { didSet { adoptLoop() } }
  /// True from the first move of a new selection to its end: a loop waits for it.
  @ObservationIgnored private var isDrawingSelection = false
  /// How waveforms are drawn.
  public var look = WaveformLook()
  /// True when amplitudes are written beside the lanes.
  public var showsAmplitudeRuler = true
  /// How positions are written.
  public var timeFormat = TimeFormat.clock

  public init(player: any Player) {
    let playhead = Playhead()
    navigation = Navigation(following: playhead) { player.now }
    voices = Voices(player, of: lanes)
    transport = Transport(player, moving: playhead, voices, of: lanes, navigation)
    reloader = Reloader(lanes)
    noise = NoiseReduction(lanes, voices, navigation)
    lanes.attach(noise)
    lanes.events.listen(self) { diagram, event in
      switch event {
      case .soundChanged: diagram.transport.adoptVoices()
      case .lengthChanged(let replacement): diagram.adoptLength(replacement: replacement)
      case .outdated: break
      }
    }
  }

  // MARK: What is asked most

  /// See `LaneList.plots`.
  public var plots: [PlotViewModel] { lanes.plots }
  /// See `LaneList.placement`.
  public func placement(of plot: PlotViewModel) -> LanePlacement { lanes.placement(of: plot) }
  /// Frames of the time axis.
  public var length: Int { lanes.length }
  /// Frames per second of the time axis; 0 as long as there is none.
  public var sampleRate: Int { lanes.sampleRate }
  /// What is visible; nil as long as no waveform has a length.
  public var viewport: Viewport? { navigation.viewport }
  /// In frames of the time axis: see `Transport.playhead`.
  public var playhead: Double { transport.playhead }
  public var isPlaying: Bool { transport.isPlaying }

  // MARK: Selection

  /// Replaces the selection; an empty one stays while it is being drawn up.
  ///
  /// - Parameter isDraft: true while a new one is being drawn up: a loop takes it when it is settled.
  public func select(_ selection: Selection?, isDraft: Bool = false) {
    isDrawingSelection = isDraft
    let next = selection?.clamped(toLength: length)
    if next != self.selection { self.selection = next }
  }

  /// Ends a drag: a selection without frames is none.
  public func settleSelection() {
    isDrawingSelection = false
    if selection?.isEmpty == true { selection = nil }
    adoptLoop()
  }

  public func clearSelection() { if selection != nil { selection = nil } }

  public func toggleLoop() {
    transport.setLooping(!transport.isLooping)
    adoptLoop()
  }

  private func adoptLoop() {
    // An edge that is dragged across the other: the loop stays until something is selected again, or nothing.
    guard !isDrawingSelection, selection?.isEmpty != true else { return }
    transport.setLoop(over: selection?.range)
  }

  // MARK: The time axis

  /// Takes all waveforms out; their readers are cancelled, never waited for.
  public func removeAll() {
    transport.pause()
    noise.forget()
    transport.forget()
    reloader.forget()
    lanes.removeAll()
    navigation.forget()
    selection = nil
  }

  /// - Parameter replacement: the waveform that has taken the place of another.
  private func adoptLength(replacement: PlotViewModel?) {
    let length = length
    guard length > 0 else {
      if !plots.isEmpty, lanes.areComplete { showNothing() }
      return
    }
    transport.adoptLength()
    adoptLoop()
    // A view of the end of something that grows stays at the end.
    let isLonger = replacement.map { lanes.end(of: $0) > viewport?.length ?? 0 } ?? false
    navigation.setLength(length, staysAtEnd: isLonger || plots.contains(where: \.isFollowing))
    if lanes.areComplete {
      let clamped = selection?.clamped(toLength: length)
      if clamped != selection { selection = clamped?.isEmpty == true ? nil : clamped }
      transport.limitPlayhead()
    }
  }

  /// What was promised did not come: there is nothing to see, select or play.
  private func showNothing() {
    transport.pause()
    navigation.forget()
    transport.adoptLength()
    adoptLoop()
  }
}
