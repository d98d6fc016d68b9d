// DiagramViewModel.swift
// The container: the models of a diagram, each with its own state, and what belongs to none of them: the
// selection, and how waveforms are drawn and times written. Positions are frames, so they survive zoom,
// resize and style. Knows no view: views observe it.

import Observation
import Playback
import WaveformCore

/// The drawing of a selection.
private struct SelectionDrawing {
  /// What was selected when the last change of it ended: undo goes back to it.
  var settled: Selection?
  /// True while a new selection is being drawn: the loop does not change until the drag ends.
  var isUnderWay = false
  /// The channels of it that are heard alone.
  var heard: ChannelScope?
}

/// A diagram of waveforms over one time axis.
///
/// Each model below knows only those above it. What has to reach all of them, such as a new length of the
/// time axis, comes from the lanes as an event; the diagram then tells the others in the right order.
@Observable @MainActor public final class DiagramViewModel {
  /// The waveforms.
  public let lanes = LaneList()
  /// The visible part of the time axis, and how it follows the playhead.
  public let navigation: Navigation
  /// Which waveforms are heard.
  public let voices: Voices
  /// The playhead, and how playback sounds.
  public let transport: Transport
  /// Reads files again in place.
  public let reloader: Reloader
  /// The noise reduction of the waveforms.
  public let noise: NoiseReduction
  /// Loudness and levels of what is selected.
  public let measures: MeasuresModel
  /// The comparison of two waveforms.
  public let comparison: Comparison
  /// Loudness over time.
  public let loudness: LoudnessLine
  /// Spectra, of the waveforms that show them.
  public let spectrograms: SpectrogramModel
  /// The marks of the first recording.
  public let marks: RecordingMarks
  /// What is heard now.
  public let listening: Listening
  /// Whether edges snap that are dragged, and to what.
  public let snapping = Snapping()

  public private(set) var selection: Selection? {
    get { lanes.selection }
    set {
      lanes.selection = newValue
      adoptLoop()
      tellSelection()
    }
  }
  @ObservationIgnored private var drawing = SelectionDrawing()
  /// True once somebody has selected something; what was restored does not count.
  public private(set) var hasSelected = false
  /// True when amplitudes are written beside the lanes.
  public var showsAmplitudeRuler = true
  /// How positions are written.
  public var timeFormat = TimeFormat.clock
  /// True when positions are times of day, as far as the recording has one.
  public var showsTimeOfDay = false

  /// What is looked for.
  public let finder = PlaceFinder()
  /// Brings back a view that was kept, while recordings are still being opened.
  @ObservationIgnored var restorer: ViewRestorer?

  public init(player: any Player) {
    let playhead = Playhead()
    navigation = Navigation(following: playhead) { player.now }
    voices = Voices(player, of: lanes)
    transport = Transport(player, moving: playhead, voices, of: lanes, navigation)
    reloader = Reloader(lanes)
    noise = NoiseReduction(lanes, voices, navigation)
    measures = MeasuresModel(lanes)
    comparison = Comparison(lanes, voices, navigation, measures)
    loudness = LoudnessLine(measures)
    spectrograms = SpectrogramModel(lanes, noise)
    spectrograms.stretch.isHeld = { [navigation] in navigation.isHeld }
    marks = RecordingMarks(lanes)
    listening = Listening(lanes, navigation)
    lanes.companions.attach(noise)
    lanes.companions.attach(comparison)
    lanes.companions.attach(marks)
    lanes.events.listen(self) { diagram, event in
      switch event {
      case .soundChanged: diagram.transport.adoptVoices()
      case .lengthChanged(let replacement):
        diagram.adoptLength(replacement: replacement)
        diagram.marks.adopt()
      case .selectionRestored: diagram.adoptRestoredSelection()
      case .outdated, .completed, .advanced: break
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
  /// Frames heard up to now; nil in a diagram that does not listen.
  public var heardFrames: Int? { listening.isOn ? plots.first { $0.isHeard }?.framesRead : nil }
  /// Frames per second of the time axis; 0 while it has no rate.
  public var sampleRate: Int { lanes.sampleRate }
  /// See `LaneList.look`.
  public var look: WaveformLook {
    get { lanes.look }
    set { lanes.look = newValue }
  }
  /// What is visible; nil while no waveform has a length.
  public var viewport: Viewport? { navigation.viewport }
  /// In frames of the time axis: see `Transport.playhead`.
  public var playhead: Double { transport.playhead }
  /// The frame nearest to the playhead: where a selection from it begins, and what is shown as its place.
  public var playheadFrame: Int { Int(playhead.rounded()) }
  public var isPlaying: Bool { transport.isPlaying }

  // MARK: Times

  /// As many decimals as the view can tell apart.
  public var timePrecision: TimePrecision {
    // That of the view to come: so a zoom changes it once.
    guard sampleRate > 0, let view = navigation.destination else { return .milliseconds }
    return .ofView(framesPerPixel: view.framesPerPixel, sampleRate: sampleRate)
  }

  /// The time of day at which the recording begins, in frames since midnight; nil when it does not say, or when several
  /// share the time axis.
  public var timeOfDay: Int? {
    guard plots.count(where: { !$0.isComputed }) == 1, let plot = plots.first, plot.settings.offset == 0,
      plot.sampleRate == sampleRate
    else { return nil }
    return plot.information?.broadcast?.timeReference(sampleRate: sampleRate)
  }

  /// What the first frame of the time axis is called, in frames: 0, or a time of day.
  public var timeOrigin: Int { showsTimeOfDay && timeFormat != .frames ? timeOfDay ?? 0 : 0 }

  /// A place on the time axis, as it is written wherever it is shown.
  public func time(ofFrame frame: Int) -> String {
    timeFormat.text(
      ofFrame: frame + timeOrigin, sampleRate: max(sampleRate, 1), precision: timePrecision)
  }

  /// A length on the time axis, as it is written wherever it is shown.
  ///
  /// - Parameter isFinest: with all decimals that frames can have.
  public func time(ofLength frames: Int, isFinest: Bool = false) -> String {
    let rate = max(sampleRate, 1)
    return timeFormat.text(
      ofLength: frames, sampleRate: rate, precision: isFinest ? .ofFrames(sampleRate: rate) : timePrecision)
  }

  // MARK: Selection

  /// Replaces the selection, until `settleSelection` makes that a step that can be undone. An empty selection stays
  /// while it is being drawn.
  ///
  /// - Parameter isDraft: true while a new one is being drawn; the loop takes it over in `settleSelection`.
  public func select(_ selection: Selection?, isDraft: Bool = false) {
    drawing.isUnderWay = isDraft
    var next = selection?.clamped(toLength: length)
    if let scope = next?.scope, lanes.isEverything(scope) { next?.scope = nil }
    if next != self.selection { self.selection = next }
  }

  /// Ends a drag, or whatever else has changed the selection: the whole can be undone. A selection without frames
  /// becomes nil.
  ///
  /// - Parameter isNudge: true for a small step, which is undone together with those before it.
  public func settleSelection(isNudge: Bool = false) {
    drawing.isUnderWay = false
    if selection?.isEmpty == true { selection = nil }
    adoptLoop()
    guard
      selection?.range != drawing.settled?.range || selection?.scope != drawing.settled?.scope
        || selection?.band != drawing.settled?.band
    else { return }
    let change = LaneChange.SelectionChange(from: drawing.settled, to: selection)
    lanes.record(isNudge && change == .edge ? .nudged : change, since: drawing.settled)
    drawing.settled = selection
    if selection != nil, !hasSelected { hasSelected = true }
  }

  public func clearSelection() {
    select(nil)
    settleSelection()
  }

  /// Selects what was kept, which is no step to undo.
  func restore(_ selection: Selection) {
    select(selection)
    drawing.settled = self.selection
  }

  /// What is known of a selection is of this one from now on.
  private func tellSelection() {
    measures.select(lanes.selection?.range, lanes.scope)
    spectrograms.stretch.select(lanes.selection)
  }

  private func adoptRestoredSelection() {
    drawing.settled = selection
    adoptLoop()
    tellSelection()
    guard let range = selection?.range, let view = navigation.destination,
      !view.visibleFrames.overlaps(range)
    else { return }
    navigation.center(on: Double(range.lowerBound))
  }

  public func toggleLoop() {
    // A mark that is selected says what is meant, if nothing else does.
    if !transport.isLooping, selection == nil, let mark = marks.selectedMark, !mark.isPoint {
      select(selection(of: mark))
      settleSelection()
    }
    transport.setLooping(!transport.isLooping)
    adoptLoop()
  }

  private func adoptLoop() {
    // While one edge is dragged across the other the selection is empty for a moment: keep the loop.
    guard !drawing.isUnderWay, selection?.isEmpty != true else { return }
    transport.setLoop(over: selection?.range)
    // What is selected in some lanes, or of some frequencies, is heard alone.
    guard lanes.scope != drawing.heard || selection?.band != voices.band else { return }
    drawing.heard = lanes.scope
    voices.band = selection?.band
    transport.adoptVoices()
  }

  // MARK: The time axis

  /// Takes all waveforms out. Cancels their readers without waiting for them.
  public func removeAll() {
    transport.pause()
    listening.forget()
    restorer = nil
    finder.forget()
    comparison.forget()
    noise.forget()
    measures.forget()
    spectrograms.forget()
    marks.forget()
    transport.forget()
    reloader.forget()
    lanes.removeAll()
    navigation.forget()
    selection = nil
    drawing.settled = nil
  }

  /// - Parameter replacement: the waveform that has replaced another; nil when none has.
  private func adoptLength(replacement: PlotViewModel?) {
    let length = length
    guard length > 0 else {
      if !plots.isEmpty, lanes.areComplete { showNothing() }
      return
    }
    transport.adoptLength()
    adoptLoop()
    // When a recording grows, a view of its end stays at its end.
    let isLonger = replacement.map { lanes.end(of: $0) > viewport?.length ?? 0 } ?? false
    navigation.setLength(
      length, staysAtEnd: isLonger || plots.contains(where: \.isFollowing),
      rolls: plots.contains { $0.isHeard && $0.isFollowing })
    if lanes.areComplete {
      let part = selection?.part(ofLength: length)
      if part != selection {
        selection = part
        drawing.settled = part
      }
      transport.limitPlayhead()
    }
  }

  /// No waveform turned out to have a length: there is nothing to see, select or play.
  private func showNothing() {
    transport.pause()
    navigation.forget()
    transport.adoptLength()
    adoptLoop()
  }

  // MARK: Look

  /// How a lane is drawn, with the gains of normalizing and of the user.
  public func look(ofLane lane: Int, in plot: PlotViewModel) -> WaveformLook {
    var look = look
    look.style = lanes.style(of: plot)
    // Pictures of waveforms stay the same however spectra are drawn.
    if !look.style.showsSpectrogram {
      let settings = look.spectrogram.settings
      look.spectrogram = SpectrogramLook()
      // Tints are made of spectra, but have no other colors.
      if look.style.needsSpectra { look.spectrogram.settings = settings }
    }
    look.amplitude.gain *= normalization(of: plot)
    let raised = plot.gains[lane]
    if raised != 0 { look.amplitude.gain *= ratio(ofDecibels: Float(raised)) }
    return look
  }

  /// The gain at which the largest sample of a recording has full height. All its lanes share it, so that
  /// they stay comparable. 1 until everything has been read, since otherwise the picture would shrink with
  /// every louder sound.
  public func normalization(of plot: PlotViewModel) -> Float {
    // A computed waveform takes the gain of its original, so that the two stay comparable.
    let measured = plot.coversOriginal ? lanes.base(of: plot) ?? plot : plot
    guard look.isNormalized, let peak = measured.peak else { return 1 }
    return WaveformLook.normalization(ofPeak: peak)
  }

  /// Raises a lane, or all lanes, by `decibels` dB; of one waveform, or of all.
  public func raise(lane: Int? = nil, of plot: PlotViewModel? = nil, by decibels: Double) {
    for raised in plots
    where plot == nil || raised === plot || (raised.coversOriginal && lanes.base(of: raised) === plot) {
      raised.gains.change(lane: lane, by: decibels)
    }
  }

  /// Resets the gains of all lanes to 0 dB.
  public func resetGains() { for plot in plots where !plot.gains.isUnchanged { plot.gains = LaneGains() } }

  /// True when `resetGains` would change something.
  public var canResetGains: Bool { plots.contains { !$0.gains.isUnchanged } }

  /// Changes how channels share lanes.
  public func show(_ channels: ChannelMode) {
    guard channels != look.channels else { return }
    look.channels = channels
    for plot in plots { plot.gains.forgetLanes() }
  }

  // MARK: Selecting by commands

  public func selectAll() {
    guard length > 0 else { return }
    select(Selection(0..<length))
    settleSelection()
  }

  /// Selects what lies between two silences, or the silence itself: see `SoundStretch`.
  ///
  /// - Parameters:
  ///   - frame: a place on the time axis.
  ///   - channels: those of `plot` that decide what is silent.
  public func selectSound(around frame: Int, of plot: PlotViewModel, channels: [Int]) {
    let placement = placement(of: plot)
    let place = Int(placement.position(ofAxis: Double(frame)).rounded(.down))
    guard let found = plot.sound(around: place, channels: channels) else { return }
    select(Selection(placement.axisFrames(within: found)))
    settleSelection()
  }

  /// Moves the nearer edge of the selection to `frame`, as the beginning of a drag. Without a selection, selects from
  /// the playhead to `frame`.
  public func extendSelection(to frame: Int) { select(presentSelection.extended(to: frame)) }

  /// Moves the selection's moving end to the start or the end of the recording.
  public func extendSelection(toEnd: Bool) { extendHead { _ in toEnd ? length : 0 } }

  /// Shows the selection as large as it fits; a second call goes back to the view before.
  public func toggleSelectionZoom() { navigation.toggleZoom(to: selection?.range) }

  /// Plays from the start of the selection, even if playback is running; without a selection, from the
  /// playhead.
  public func playSelection() {
    play(from: selection?.isEmpty == false ? selection?.range.lowerBound : nil)
  }

  /// Plays from a frame of the time axis, even if playback is running elsewhere; nil: from the playhead.
  public func play(from frame: Int?) {
    if let frame { transport.jump(to: Double(frame)) }
    if isPlaying { navigation.followAgain() } else { transport.play() }
  }

  /// Looks for noise in what has been read so far of the waveform whose noise is reduced: selects and shows a stretch of
  /// nothing else, as soon as it is found; where there is none, the noise is guessed and taken away.
  public func selectNoise() {
    noise.suggest { [weak self] found in
      guard let self else { return }
      select(Selection(found))
      settleSelection()
      for end in [found.upperBound, found.lowerBound] { navigation.reveal(Double(end)) }
    }
  }

  /// Moves the selection's moving end, and keeps it in view. Without a selection it starts from the playhead.
  func extendHead(_ change: (Int) -> Int) {
    var next = presentSelection
    next.head = change(next.head)
    // It is turned over rather than lost, unless it began there: at the playhead.
    if next.isEmpty, next.anchor != playheadFrame {
      next.head += (next.head - presentSelection.head).signum()
    }
    select(next)
    if let selection { navigation.reveal(Double(selection.head)) }
    navigation.letGoOutOfView()
    settleSelection(isNudge: true)
  }

  /// The selection; an empty one at the playhead when there is none.
  var presentSelection: Selection {
    selection ?? Selection(anchor: playheadFrame, head: playheadFrame)
  }
}
