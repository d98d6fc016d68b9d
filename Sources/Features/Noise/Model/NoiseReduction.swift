// NoiseReduction.swift
// The noise reduction of a diagram: which waveforms are cleaned, which of them is shown, and what is heard. Each has a
// `NoiseTreatment` of its own. Main actor; what takes time happens on threads that nobody waits for.

import AudioFormats
import Comparing
import HostIO
import Localization
import Observation
import Recording
import Spectral
import WaveformCore
import WaveformModel

/// Reduces the noise of the waveforms of a diagram, each with a profile and settings of its own.
///
/// One of them is shown: the first recording unless another is chosen. Profile, settings, clean waveform and what became
/// of it are those of the shown one (`target`); `listening` is one choice for all. What is chosen about profile and
/// settings is a step of the history, and so is a clean waveform that begins or goes.
@Observable @MainActor final class NoiseReduction {
  /// What is heard of all waveforms that are cleaned; the original as long as there are none.
  var listening = ListeningChoice.original { didSet { tell() } }
  /// What the settings are before anybody changes them, and again after `reset`.
  var standard = NoiseReductionSettings()

  let lanes: LaneList
  let treatments: NoiseTreatments
  private let voices: Voices
  private let events: ModelEvents<DiagramEvent>
  private let reader = NoiseProfileReader()
  /// The number of the lane that was chosen; nil for the first one.
  private var chosen: Int?
  /// The profile that a waveform starts with that was chosen after another one, as long as nothing is known of it.
  private var offer: (lane: Int, profile: NoiseProfile)?
  /// Why the last request came to nothing.
  private var refusal: String?
  /// The profile that others were told of.
  @ObservationIgnored private var told: NoiseProfile?
  /// How long a slider rests before its next change is a step of its own.
  @ObservationIgnored var restTime = Duration.seconds(1)
  /// Ends the step of a slider; nil while none is under way.
  @ObservationIgnored private(set) var rest: Delay?

  /// - Parameters:
  ///   - lanes: the waveforms to choose from; what is computed is put among them.
  ///   - voices: let the original or the clean waveform be heard.
  ///   - navigation: what is visible is computed first.
  ///   - events: tell of another profile.
  init(
    _ lanes: LaneList, _ voices: Voices, _ navigation: Navigation, _ events: ModelEvents<DiagramEvent>
  ) {
    self.lanes = lanes
    self.voices = voices
    self.events = events
    treatments = NoiseTreatments(lanes, navigation)
    treatments.onPlot = { [weak self] in self?.tell() }
    treatments.onEnd = { [weak self] in self?.lost($0, $1) }
    treatments.onWait = { [weak self] in self?.settle() }
  }

  /// Where clean samples are kept.
  var place: SpoolPlace {
    get { treatments.place }
    set { treatments.place = newValue }
  }

  // MARK: What is shown

  /// The waveform whose noise is to be reduced; nil without a recording.
  var target: PlotViewModel? {
    let recordings = lanes.plots.filter { !$0.isComputed }
    return recordings.first { $0.laneNumber == chosen } ?? recordings.first
  }

  private var treatment: NoiseTreatment? { target.flatMap { treatments[$0] } }

  /// What noise sounds like; nil before anybody said so.
  var profile: NoiseProfile? { target.flatMap { recipe(for: $0).profile } }

  /// What there is to know about the profile: a sentence. Nil when that is nothing.
  var remark: String? { treatment?.recipe.remark }

  /// How its noise is reduced; a change is a step of the history, successive ones of a slider are one. Without a recording
  /// there is nothing to change.
  var settings: NoiseReductionSettings {
    get { treatment?.recipe.settings ?? standard }
    set { change(to: newValue) }
  }

  /// The clean waveform; nil while there is none.
  var plot: PlotViewModel? { treatment?.plot }

  /// Why the last request came to nothing, and what can be done: sentences. Nil when it did not.
  var problem: String? { refusal ?? treatment?.problem }

  /// What was told in passing, of whatever waveform.
  private(set) var notice = NoiseNotice()

  /// True while the samples of a stretch of noise, or a file, are being read.
  var isBusy: Bool { reader.isBusy }

  // MARK: All that are cleaned

  /// True while there is a clean waveform, of whatever recording.
  var hasClean: Bool { !treatments.pairs.isEmpty }

  /// The clean waveform of a recording; nil while there is none.
  func cleanPlot(of plot: PlotViewModel) -> PlotViewModel? { plot.isComputed ? nil : treatments[plot]?.plot }

  /// How the noise of a recording is reduced, or would be.
  func recipe(for plot: PlotViewModel) -> NoiseRecipe {
    let offered = offer.flatMap { $0.lane == plot.laneNumber ? $0.profile : nil }
    return treatments[plot]?.recipe ?? NoiseRecipe(profile: offered, settings: standard)
  }

  // MARK: What is asked for

  /// Shows another waveform from now on; of what is computed, that of its original. The clean waveforms that there are
  /// stay.
  ///
  /// One of which nothing is known yet starts with the profile that was shown, and with the standard settings; it is
  /// cleaned at once if the one before was. Where that profile says nothing of it, `problem` says so.
  func choose(_ plot: PlotViewModel) {
    let next = plot.isComputed ? plot.original : plot
    guard let next, !next.isFailed else { return }
    // It stays the shown one wherever its lane goes.
    guard next !== target else { return chosen = next.laneNumber }
    let (lane, shown, isClean) = (next.laneNumber, profile, treatment?.isClean == true)
    chosen = lane
    offer = nil
    refusal = nil
    // A stretch of another recording was being read.
    reader.forget()
    if treatments[next] == nil, let shown {
      refusal = NoiseRecipe.problem(of: shown, at: next.sampleRate)
      if refusal == nil {
        offer = (lane, shown)
        if isClean { reduce(next, by: recipe(for: next), .added) }
      }
    }
    tell()
  }

  /// Takes the standard settings again.
  func reset() { settings = standard }

  /// Ends the step of a slider: its next change is undone by itself. That happens of itself when it rests for a second.
  func endChange() {
    rest = nil
    if case .adjusted = lanes.undoChange?.own(CleanChange.self) { lanes.endChange() }
  }

  /// True while the clean waveform that was kept with the shown recording waits until somebody asks for it.
  var isWaiting: Bool { treatment?.isWaiting == true }

  /// How many recordings have such a clean waveform.
  var waitingCount: Int { treatments.waiting.count }

  /// Computes all clean waveforms that wait: a step for each.
  func cleanAgain() {
    for plot in treatments.waiting.sorted(by: { $0.laneNumber < $1.laneNumber }) {
      reduce(plot, by: recipe(for: plot), .added)
    }
  }

  /// Takes the clean waveform of the shown recording away; profile and settings stay. It is no step.
  func discard() {
    treatment?.discard()
    settle()
  }

  func forget() {
    reader.forget()
    rest = nil
    treatments.dropAll()
    chosen = nil
    offer = nil
    refusal = nil
    settle()
  }

  private func change(to settings: NoiseReductionSettings) {
    guard let target, settings != self.settings else { return }
    var recipe = recipe(for: target)
    let part = NoiseSettingsPart(from: recipe.settings, to: settings)
    recipe.settings = settings
    reduce(target, by: recipe, .adjusted(lane: target.laneNumber, part))
    rest = part.isSlider ? Delay(restTime) { [weak self] in self?.endChange() } : nil
  }

  /// Tells something in passing: sentences.
  func tell(_ text: String) { notice.tell(text) }

  /// The clean waveform of a recording has gone, shown or not.
  private func lost(_ original: PlotViewModel, _ problem: String) {
    let name = original.laneName
    notice.tell(localized("“\(name)” is not cleaned any more. \(problem)"))
    settle()
  }

  /// Has a file written; it is whatever is asked for meanwhile.
  ///
  /// - Parameter plot: whose profile it is: an error is told in any case, and shown as long as that is.
  func write(
    of plot: PlotViewModel, _ body: @escaping @Sendable () throws(NoiseProfileReader.Failure) -> Void
  ) {
    refusal = nil
    reader.write(body) { [weak self, weak plot] failure in
      guard let self else { return }
      notice.tell(failure.text)
      if plot === target { refusal = failure.text }
    }
  }

  /// True while a profile is being written.
  var isSaving: Bool { reader.isWriting }

  /// Says why something cannot be done; nil: it has been.
  func report(_ problem: String?) { refusal = problem }

  /// Reads on another thread; what it finds is the profile from then on, if it is one.
  ///
  /// - Parameters:
  ///   - plot: what it is about: the answer counts only as long as that is shown.
  ///   - then: called when it was read and counts.
  func read(
    for plot: PlotViewModel?,
    _ body: @escaping @Sendable () throws(NoiseProfileReader.Failure) -> NoiseFinding,
    then: @escaping @MainActor (NoiseFinding) -> Void = { _ in }
  ) {
    refusal = nil
    reader.read(body) { [weak self, weak plot] result in
      guard let self, plot == nil || plot === target else { return }
      switch result {
      case .success(let finding):
        if let profile = finding.profile { adopt(profile, finding.remark) }
        then(finding)
      case .failure(let failure): refusal = failure.text
      }
    }
  }

  /// A profile that says nothing of this recording leaves the one before.
  private func adopt(_ profile: NoiseProfile, _ remark: String?) {
    guard let target else { return }
    refusal = NoiseRecipe.problem(of: profile, at: target.sampleRate)
    guard refusal == nil else { return }
    var recipe = recipe(for: target)
    (recipe.profile, recipe.remark) = (profile, remark)
    // Who takes one wants it to count.
    recipe.settings.isAdaptive = false
    let isFirst = treatment?.isClean != true
    reduce(target, by: recipe, isFirst ? .added : .profiled)
  }

  // MARK: Inner parts

  /// Reduces the noise of a recording in another way: a step that undo takes back.
  private func reduce(_ plot: PlotViewModel, by recipe: NoiseRecipe, _ change: CleanChange) {
    let wasClean = treatments[plot]?.isClean == true, wasAnyClean = treatments.wantClean
    if !wasClean || recipe != self.recipe(for: plot) { lanes.record(.clean(change)) }
    refusal = nil
    // It stays the shown one wherever its lane goes.
    chosen = plot.laneNumber
    let treatment = treatments.made(for: plot, recipe)
    treatment.reduce(by: recipe)
    // Who has asked for it wants to hear it; the original is a key away.
    if !wasClean, !wasAnyClean, treatment.isClean { listening = .clean }
    settle()
  }

  /// Goes back to what was, or to what was kept: that is no step of its own. `settle` ends it.
  func restore(_ recipe: NoiseRecipe, isClean: Bool, look: LaneSettings? = nil, for plot: PlotViewModel) {
    let isNew = isClean && !treatments.wantClean
    let treatment = treatments.made(for: plot, recipe)
    treatment.restore(recipe, isClean: isClean, look: look)
    if isNew { listening = .clean }
  }

  /// Shows the waveform of a lane.
  func show(lane: Int) { chosen = lane }

  /// Forgets what is as if nobody had touched it, and lets the originals be heard when nothing is cleaned any more.
  func settle() {
    treatments.dropUntouched(since: standard)
    if listening != .original, !treatments.wantClean { listening = .original }
    tell()
  }

  /// Each original is heard as one with its clean waveform; whoever compares with the profile learns of it.
  private func tell() {
    voices.compare(treatments.pairs, listening)
    guard profile != told else { return }
    told = profile
    events.send(.referencesChanged)
  }
}
