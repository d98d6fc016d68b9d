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
  /// Loudness and levels of the waveforms.
  public let measures: MeasuresModel
  /// Loudness over time.
  public let loudness: LoudnessLine
  /// Spectra, of the waveforms that show them.
  public let spectrograms: SpectrogramModel
  /// The marks of the first recording.
  public let marks: RecordingMarks
  /// Sound that comes while the diagram is shown.
  package let live = LiveSound()
  /// Whether edges snap that are dragged, and to what.
  public let snapping = Snapping()
  /// What models of features hear of.
  package let events = ModelEvents<DiagramEvent>()
  @ObservationIgnored var models = FeatureModels()

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
    measures = MeasuresModel(lanes)
    loudness = LoudnessLine(measures, of: lanes)
    spectrograms = SpectrogramModel(lanes)
    marks = RecordingMarks(lanes)
    lanes.companions.attach(marks)
    lanes.companions.attach(loudness)
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

  /// The model of a feature for this diagram.
  ///
  /// A feature wraps this into a property of the diagram, so that nobody else calls it. A model that is a `LaneCompanion`
  /// follows the lanes from then on.
  ///
  /// - Parameter make: called when there is none yet. A model may hold parts of the diagram, but not the diagram.
  package func model<Model: AnyObject>(_ make: (DiagramViewModel) -> Model) -> Model {
    if let known = models[Model.self] { return known }
    let model = make(self)
    models[Model.self] = model
    if let companion = model as? any LaneCompanion { lanes.companions.attach(companion) }
    return model
  }

  // MARK: What is asked most

  /// See `LaneList.plots`.
  public var plots: [PlotViewModel] { lanes.plots }
  /// See `LaneList.placement`.
  public func placement(of plot: PlotViewModel) -> LanePlacement { lanes.placement(of: plot) }
  /// Frames of the time axis.
  public var length: Int { lanes.length }
  /// Frames heard up to now; nil in a diagram that does not listen.
  public var heardFrames: Int? { plots.first { $0.isHeard }?.framesRead }
  /// Frames per second of the time axis; 0 while it has no rate.
  public var sampleRate: Int { lanes.sampleRate }
  /// See `LaneList.look`.
  public var look: WaveformLook {
    get { lanes.look }
    set { lanes.look = newValue }
  }
  /// See `LaneList.timeFormat`.
  public var timeFormat: TimeFormat { lanes.timeFormat }
  /// What is visible; nil while no waveform has a length.
  public var viewport: Viewport? { navigation.viewport }
  /// In frames of the time axis: see `Transport.playhead`.
  public var playhead: Double { transport.playhead }
  /// The frame nearest to the playhead: where a selection from it begins, and what is shown as its place.
  public var playheadFrame: Int { Int(playhead.rounded()) }
  public var isPlaying: Bool { transport.isPlaying }
  /// The frame at which commands act: what is heard now, of a recording or of a source, else the playhead's.
  public var presentFrame: Int {
    if let heard = transport.heard { return min(Int(heard.rounded()), length) }
    return live.isComing ? live.frames() : playheadFrame
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
    events.send(.selected)
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
      select(marks.extent(of: mark))
      settleSelection()
    }
    transport.setLooping(!transport.isLooping)
    adoptLoop()
  }

  private func adoptLoop() {
    // While one edge is dragged across the other the selection is empty for a moment: keep the loop.
    guard !drawing.isUnderWay, selection?.isEmpty != true else { return }
    // What is selected in some lanes, or of some frequencies, is heard alone.
    let hasOtherBand = transport.adopt(selection)
    guard lanes.scope != drawing.heard || hasOtherBand else { return }
    drawing.heard = lanes.scope
    transport.adoptVoices()
  }

  // MARK: The time axis

  /// Takes all waveforms out. Cancels their readers without waiting for them.
  public func removeAll() {
    transport.pause()
    restorer = nil
    finder.forget()
    for companion in lanes.companions.all { companion.forget() }
    measures.forget()
    spectrograms.forget()
    events.send(.emptied)
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
}
