// DiagramViewModel.swift
// The container: its waveforms, what of them is visible, what is selected, where the playhead stands. Positions
// are frames, so they survive zoom, resize and style. Knows no view: views watch it.

import HostIO
import Observation
import Playback
import WaveformCore

/// A diagram of waveforms over one time axis.
@Observable @MainActor public final class DiagramViewModel {
  /// From top to bottom.
  public private(set) var plots: [PlotViewModel] = []
  /// What is visible; nil as long as no waveform has a length.
  public internal(set) var viewport: Viewport?
  /// The zoom that is on its way; nil while the view stands still, or follows a hand.
  var transition: ViewportTransition?
  /// Counts the zooms that had a way to go.
  public internal(set) var travels = 0
  /// The time of the frame that was drawn last on its way.
  @ObservationIgnored var viewTime: Double?
  /// True when commands may take their time to be seen to zoom. Somebody must then call `advanceView`.
  public var animatesZoom = false
  /// Where the view was before.
  var history = ViewHistory()
  public internal(set) var selection: Selection? { didSet { adoptLoop() } }
  /// Where playback is or will begin, in frames. While playing it moves in whole device pixels only, and these
  /// steps are not announced to observers: who asks for a step draws it (`advancePlayhead`).
  public internal(set) var playhead: Double {
    get {
      access(keyPath: \.playhead)
      return steppedPlayhead
    }
    set { withMutation(keyPath: \.playhead) { steppedPlayhead = newValue } }
  }
  @ObservationIgnored var steppedPlayhead = 0.0
  /// Counts the times that the playhead was put somewhere: it may return to where an observer saw it last, with
  /// steps between that the observer was not told of.
  public internal(set) var placements = 0
  public internal(set) var isPlaying = false
  /// How waveforms are drawn.
  public var look = WaveformLook()
  /// True when amplitudes are written beside the lanes.
  public var showsAmplitudeRuler = true
  /// How positions are written.
  public var timeFormat = TimeFormat.clock
  /// How the view keeps up with the playhead.
  public internal(set) var followMode = FollowMode.page

  @ObservationIgnored public let player: any Player
  /// The noise reduction of the first waveform.
  @ObservationIgnored public let noise = NoiseReduction()
  /// Set while the user scrolls during playback: the view stays until playback begins anew.
  @ObservationIgnored var hasLetGo = false
  /// True when the selection is played again and again, or the whole without one.
  public internal(set) var isLooping = false
  /// What is played again and again now.
  public internal(set) var loop: FrameRange?
  /// True from the first move of a new selection to its end: a loop waits for it.
  @ObservationIgnored var isDrawingSelection = false
  public internal(set) var speed = 1.0
  /// As the control shows it, 0…1; what is heard is its cube.
  public internal(set) var volume = 1.0
  public internal(set) var isMuted = false
  /// True while the playhead is dragged along the ruler.
  public internal(set) var isScrubbing = false
  @ObservationIgnored var playsAfterScrubbing = false
  /// What the player has been given.
  @ObservationIgnored var played = PlayedVoices()
  @ObservationIgnored var playedGains: [Float] = []
  /// Of which two waveforms one is heard at a time; nil while none are compared.
  public internal(set) var comparison: SoundComparison?
  /// What became of the sound.
  public internal(set) var sound = SoundState()
  /// Where "zoom to selection" goes back to.
  var beforeSelectionZoom: Viewport?
  @ObservationIgnored var width = 1
  /// What was done to the lanes.
  var laneHistory = UndoHistory<LaneArrangement, LaneChange>()
  /// Frames per second of the time axis: the rate of the first waveform that came, until all are gone. 0 before.
  public private(set) var sampleRate = 0
  /// Readings that have nothing to show yet.
  @ObservationIgnored var successors: [Successor] = []
  /// Readings that will begin after a pause, by the waveform that will be read.
  @ObservationIgnored var refreshes: [ObjectIdentifier: Delay] = [:]
  /// Why the last `reload` came to nothing; nil when it did not.
  public internal(set) var reloadFailure: AudioFileError?
  /// Counts the waveforms that took the place of another of the same file.
  public internal(set) var reloads = 0

  public init(player: any Player) {
    self.player = player
    noise.diagram = self
    player.onEvent = { [weak self] event in
      // Any thread: hop to the main actor; a diagram that is gone by then hears nothing.
      Task { @MainActor in self?.receive(event) }
    }
  }

  // MARK: Plots

  /// Adds a waveform below the others and begins to read it.
  public func add(_ plot: PlotViewModel) { add(plot, over: nil) }

  /// Begins to read a waveform that is about to be shown.
  func begin(_ plot: PlotViewModel) {
    connect(plot)
    plot.start()
  }

  /// Shows these waveforms, in this order.
  func arrange(_ next: [PlotViewModel]) {
    let next = ordered(next)
    // There is nothing above it.
    if next.first?.settings.isOver == true { next[0].settings.isOver = false }
    plots = next
    adoptSource()
    adoptLength()
    // Its original is gone.
    if let clean = noise.plot, !next.contains(where: { $0 === clean }) { noise.discard() }
  }

  /// Puts a waveform that is being read in the place of another.
  func put(_ plot: PlotViewModel, at index: Int) {
    let replaced = plots[index]
    plot.adoptLook(of: replaced)
    plots[index] = plot
    for computed in plots where computed.original === replaced { computed.original = plot }
    laneHistory.mapStates { state in
      for index in state.plots.indices where state.plots[index] === replaced { state.plots[index] = plot }
      if state.clean?.original === replaced { state.clean?.original = plot }
    }
    // The axis of a single recording is its own, whatever it was taken for before.
    if plots.count == 1 { sampleRate = plot.sampleRate }
    let isAtEnd =
      viewport?.isAtEnd == true && placement(of: plot).end(ofLength: plot.length) > viewport!.length
    connect(plot)
    noise.replace(replaced, with: plot)
    adoptSource()
    adoptLength()
    if isAtEnd { adapt { $0.atEnd() } }
  }

  private func connect(_ plot: PlotViewModel) {
    plot.events.listen(self) { [weak plot] diagram, event in
      switch event {
      case .lengthChanged:
        diagram.adoptLength()
        // It may have come to nothing.
        diagram.adoptSource()
      case .sourceChanged: diagram.adoptSource()
      case .outdated: if let plot { diagram.refresh(plot) }
      case .advanced, .completed: break
      }
    }
  }

  /// Takes all waveforms out; their readers are cancelled, never waited for.
  public func removeAll() {
    pause()
    noise.forget()
    player.load([], sampleRate: sampleRate)
    played = PlayedVoices()
    playedGains = []
    comparison = nil
    sound = SoundState(lostOutputOf: sound)
    for plot in plots + laneHistory.states.flatMap(\.plots) { plot.cancel() }
    laneHistory = UndoHistory()
    dropSuccessors()
    reloadFailure = nil
    plots = []
    forgetView()
    selection = nil
    playhead = 0
    sampleRate = 0
  }

  /// Frames of the time axis: up to where the last waveform ends.
  public var length: Int { plots.map { placement(of: $0).end(ofLength: $0.length) }.max() ?? 0 }

  /// The axis takes the rate of the first recording whose rate is known.
  func adoptRate() {
    if sampleRate == 0 { sampleRate = plots.first { $0.sampleRate > 0 }?.sampleRate ?? 0 }
  }

  func adoptLength() {
    adoptRate()
    let length = length
    guard length > 0 else {
      if !plots.isEmpty, plots.allSatisfy(\.isComplete) { showNothing() }
      return
    }
    player.length = length
    adoptLoop()
    // A view of the end of something that grows stays at the end.
    let isAtEnd = viewport?.isAtEnd == true && plots.contains(where: \.isFollowing)
    if viewport == nil { viewport = Viewport(length: length, width: width) }
    adapt { $0.withLength(length) }
    if isAtEnd { adapt { $0.atEnd() } }
    if plots.allSatisfy(\.isComplete) {
      let clamped = selection?.clamped(toLength: length)
      if clamped != selection { selection = clamped?.isEmpty == true ? nil : clamped }
      if playhead > Double(length) { playhead = Double(length) }
    }
  }

  /// What was promised did not come: there is nothing to see, select or play.
  private func showNothing() {
    pause()
    forgetView()
    player.length = 0
    adoptLoop()
  }
}

extension PlotViewModel {
  /// True when nothing more will come.
  public var isComplete: Bool {
    switch state {
    case .complete, .failed: true
    case .opening, .reading: false
    }
  }
}
