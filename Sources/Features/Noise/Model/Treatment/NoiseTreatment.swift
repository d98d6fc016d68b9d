// NoiseTreatment.swift
// The noise reduction of one waveform: how it is done, and the clean waveform that grows over the original.
// `NoiseReduction` owns it as long as the waveform is among the lanes. Main actor; its job runs on a thread that nobody
// waits for.

import HostIO
import Localization
import Observation
import Recording
import Spectral
import WaveformCore
import WaveformModel

/// How the noise of a waveform is reduced, and its clean waveform while one is wanted.
///
/// Another recipe supersedes what is being computed at once; the clean waveform before stays, place by place, until there
/// is another one.
@Observable @MainActor final class NoiseTreatment {
  /// The waveform whose noise is reduced.
  private(set) var original: PlotViewModel
  private(set) var recipe: NoiseRecipe
  /// True when there is a clean waveform, or will be when the original has been read.
  private(set) var isClean = false
  /// True when a clean waveform was kept that takes long to compute again, and nobody has asked for it yet.
  private(set) var isWaiting = false { didSet { if isWaiting != oldValue { onWait() } } }
  /// The clean waveform; nil before the original has been read.
  private(set) var plot: PlotViewModel? { didSet { onPlot() } }
  /// Why there is no clean waveform although one was wanted: sentences.
  private(set) var problem: String?
  /// Called when there is another clean waveform, or none any more.
  @ObservationIgnored var onPlot: @MainActor () -> Void = {}
  /// Called when `isWaiting` changes.
  @ObservationIgnored var onWait: @MainActor () -> Void = {}
  /// Called with `problem` when the clean waveform that was wanted has come to an end by itself.
  @ObservationIgnored var onEnd: @MainActor (String) -> Void = { _ in }

  private let lanes: LaneList
  private let navigation: Navigation
  private let place: SpoolPlace
  private let turns: NoiseJobTurns
  /// Samples up to which a clean waveform that was kept comes back unasked.
  private let mostUnasked: Int
  /// True as long as the clean waveform that is wanted is one that was kept, and not begun.
  @ObservationIgnored private var isRecalled = false
  /// The samples of the original, and the number of the waveform that they are of.
  @ObservationIgnored private var opened: (number: Int, access: PlotAccess)?
  /// Of the lane that is about to begin; nil: those of a new one.
  @ObservationIgnored private var look: LaneSettings?
  /// The job at hand.
  @ObservationIgnored private weak var work: NoiseReductionJob?
  /// True when something else was asked for before the job at hand had anything to show: it would never have, if each
  /// one were given up.
  @ObservationIgnored private var isOutdated = false

  /// - Parameters:
  ///   - lanes: gets the clean waveform.
  ///   - navigation: what is visible is computed first.
  ///   - place: where clean samples are kept.
  ///   - turns: of the jobs of all treatments.
  ///   - mostUnasked: samples up to which a clean waveform that was kept comes back unasked.
  init(
    of original: PlotViewModel, _ recipe: NoiseRecipe, in lanes: LaneList, _ navigation: Navigation,
    _ place: SpoolPlace, _ turns: NoiseJobTurns, mostUnasked: Int
  ) {
    self.original = original
    self.recipe = recipe
    self.lanes = lanes
    self.navigation = navigation
    self.place = place
    self.turns = turns
    self.mostUnasked = mostUnasked
  }

  isolated deinit { opened?.access.end() }

  // MARK: What is asked for

  /// Reduces the noise in this way from now on. A clean waveform begins where the recipe takes something away; one that
  /// there is stays, even when it becomes equal to the original.
  func reduce(by recipe: NoiseRecipe) {
    self.recipe = recipe
    problem = nil
    guard isClean || recipe.isEffective else { return }
    (isRecalled, isWaiting) = (false, false)
    isClean = true
    compute()
  }

  /// Goes back to what was.
  ///
  /// - Parameters:
  ///   - isClean: true when there was a clean waveform.
  ///   - look: of its lane; nil: that of a new one.
  func restore(_ recipe: NoiseRecipe, isClean: Bool, look: LaneSettings? = nil) {
    self.recipe = recipe
    problem = nil
    guard isClean else { return discard() }
    if plot == nil { self.look = look }
    self.isClean = true
    compute()
  }

  /// Takes over what was kept with a recording. A clean waveform of a long one waits until somebody asks for it: nobody who opens
  /// an hour of sound expects a minute of work.
  func recall(_ recipe: NoiseRecipe, isClean: Bool) {
    isRecalled = isClean
    restore(recipe, isClean: isClean)
  }

  /// Another waveform has taken the place of the original: the same file read again, or another formula.
  func become(_ next: PlotViewModel) {
    original.events.stop(self)
    original = next
    if isClean { compute() }
  }

  /// Takes the clean waveform away; the recipe stays.
  func discard() {
    isClean = false
    (isRecalled, isWaiting) = (false, false)
    isOutdated = false
    look = nil
    original.events.stop(self)
    takeOut()
    opened?.access.end()
    opened = nil
  }

  /// What is needed to do all of it again; nil when it is that of a waveform which nobody has touched.
  ///
  /// - Parameter standard: settings that nobody has changed.
  func lane(since standard: NoiseReductionSettings) -> TreatedLane? {
    if !isClean, recipe.profile == nil, recipe.settings == standard { return nil }
    return TreatedLane(
      lane: original.laneNumber, recipe: recipe, isClean: isClean, look: plot?.settings ?? look)
  }

  // MARK: The clean waveform

  /// Begins, or begins anew.
  private func compute() {
    problem = nil
    if let problem = recipe.problem(at: original.sampleRate) { return end(because: problem) }
    guard case .complete = original.state, original.framesRead > 0 else {
      // What is still being read would be read twice, in two places.
      return original.events.listen(self) { treatment, event in
        if event == .completed, treatment.isClean { treatment.compute() }
      }
    }
    original.events.stop(self)
    if isRecalled {
      isRecalled = false
      if original.framesRead * max(1, original.channels) > mostUnasked {
        isClean = false
        isWaiting = true
        return
      }
    }
    // Another track of the same file may have other channels.
    if let plot, plot.channels > 0, plot.channels != original.channels {
      look = plot.settings
      takeOut()
    }
    guard open() else { return }
    guard let plot else { return insert() }
    // One that waits for others would show nothing for long; a new one goes before them.
    if !plot.isComplete, !plot.showsSomething, work?.isAtTurn == true {
      isOutdated = true
      return
    }
    isOutdated = false
    plot.startAgain()
  }

  /// - Returns: false, and `problem` says why, when the original cannot be read.
  private func open() -> Bool {
    if opened?.number == original.number { return true }
    opened?.access.end()
    opened = PlotAccess(original).map { (original.number, $0) }
    if opened != nil { return true }
    end(
      because: localized(
        "“\(original.path.displayName)” cannot be read any more. Reload it to reduce its noise."))
    return false
  }

  /// There can be no clean waveform, although one was wanted.
  private func end(because problem: String) {
    discard()
    self.problem = problem
    onEnd(problem)
  }

  private func insert() {
    let plot = PlotViewModel(
      computedFrom: original.path, options: original.options, feed: { [weak self] in self!.job($0) })
    plot.gains = original.gains
    plot.settings.name = localized("Clean", context: "recording")
    plot.settings.offset = original.settings.offset
    self.plot = plot
    lanes.insert(plot, over: original)
    if var look {
      look.offset = original.settings.offset
      plot.settings = look
    }
    look = nil
    plot.events.listen(self) { treatment, event in if event == .advanced { treatment.advanced() } }
  }

  private func takeOut() {
    guard let plot else { return }
    plot.events.stop(self)
    self.plot = nil
    lanes.discard(plot)
    // One whose original was taken out is not in the diagram any more.
    plot.cancel()
  }

  /// The job at hand has come further.
  private func advanced() {
    if isOutdated, plot?.showsSomething == true || plot?.isComplete == true { compute() }
  }

  private func job(_ onEvent: @escaping @Sendable (PeakReader.Event) -> Void) -> any PeakFeed {
    let work = NoiseReductionJob(
      NoiseReductionJob.Request(
        path: original.path, description: original.description!, length: original.framesRead,
        profile: recipe.effectiveProfile, settings: recipe.settings, visible: visible, place: place,
        turns: turns),
      of: opened!.access.source, onEvent: onEvent)
    self.work = work
    return work
  }

  /// What is looked at, and a little more: tiles reach beyond the view.
  private var visible: FrameRange {
    guard let viewport = navigation.viewport else { return 0..<0 }
    let frames = lanes.placement(of: original).frames(ofAxis: viewport.visibleFrames)
    let margin = min(frames.count / 8, original.sampleRate) + 2 * SincInterpolator.reach
    return (frames.lowerBound - margin..<frames.upperBound + margin).clamped(toLength: original.framesRead)
  }
}
