// Comparison.swift
// The comparison of two waveforms of a diagram: which two, how the second is laid over the first, and their difference,
// a lane of its own. Main actor; what takes time happens on threads that nobody waits for.

import AudioFormats
import Localization
import Observation
import Projects
import WaveformCore
import WaveformModel

/// Compares two waveforms, A and B: their difference is B − A on the frames of A.
///
/// Moving one of them, or changing gain or polarity of B, supersedes what is being computed at once; the difference
/// before stays, place by place, until there is another one.
@Observable @MainActor final class Comparison {
  /// What is compared; nil while nothing is.
  private(set) var pair: ComparedPair?
  /// How B is laid over A.
  private(set) var adjustment = PairAdjustment() { didSet { if adjustment != oldValue { tell() } } }
  /// The difference; nil before both have been read.
  var plot: PlotViewModel? { lane.plot }
  /// True when B follows where A is moved.
  var keepsAligned = false
  /// Why there is no difference, and what can be done: sentences. Nil when there is one.
  var problem: String? { lane.problem }

  /// Which of the three is heard.
  let sound: ComparedSound
  /// Lays B over A by itself.
  let search: AlignmentSearch
  /// Where they differ.
  let differences: DifferenceFinder

  let lanes: LaneList
  private let lane: DifferenceLane
  /// How the difference looks as soon as it is there; nil: as a new lane does.
  @ObservationIgnored private var look: DifferenceLook?
  /// Recordings that were replaced during a blind test, by others of which nobody knows yet whether they are the same.
  @ObservationIgnored private var replacements: [(old: PlotViewModel, next: PlotViewModel)] = []
  /// True while undo puts back what was: that is no step of its own.
  @ObservationIgnored private var isRestoring = false

  /// - Parameters:
  ///   - lanes: the waveforms to choose from; the difference is put among them.
  ///   - navigation: what is visible is computed first.
  init(_ lanes: LaneList, _ voices: Voices, _ navigation: Navigation, _ measures: MeasuresModel) {
    self.lanes = lanes
    lane = DifferenceLane(lanes, navigation)
    sound = ComparedSound(voices, measures)
    search = AlignmentSearch()
    differences = DifferenceFinder()
    lane.onPlot = { [weak self] in
      self?.dress()
      self?.tell()
    }
    lane.onCompletion = { [weak self] reading, laid in
      guard let self, let pair else { return }
      differences.look(reading, laid, length: pair.first.framesRead)
    }
  }

  // MARK: What there is

  /// What is needed to compute the difference once more, whatever becomes of it meanwhile; nil while there is none.
  var copy: ComparedCopy? {
    guard let pair, let laid = lane.laid, plot?.isComplete == true else { return nil }
    return ComparedCopy(pair, laid)
  }

  // MARK: What is asked for

  /// Compares two waveforms from now on.
  ///
  /// - Parameter isStep: false when it belongs to the opening of both, which is not undone.
  func compare(_ first: PlotViewModel, _ second: PlotViewModel, isStep: Bool = true) {
    let next = ComparedPair(first: first, second: second)
    guard first !== second, next.isWithin(choices), !next.isSame(as: pair) else { return }
    if isStep { lanes.record(.compared(pair == nil ? .begun : .exchanged)) }
    let exchanged = pair.flatMap { next.exchanged.isSame(as: $0) ? adjustment.exchanged(of: $0, lanes) : nil }
    begin(next, exchanged ?? PairAdjustment())
  }

  /// Compares the only two that there are, unless something is compared already.
  func compareOnlyPair() {
    if pair == nil, let (first, second) = onlyPair { compare(first, second) }
  }

  /// Lets A and B change places.
  func exchange() { if let pair { compare(pair.second, pair.first) } }

  /// Raises B by some dB for the difference and where it is compared; successive changes are one step of undo.
  func raise(to gain: Double) {
    guard gain.isFinite else { return }
    change { $0.gain = gain.clamped(to: PairAdjustment.gains) }
  }

  /// Turns B upside down.
  func invert(_ isInverted: Bool) { change { $0.isInverted = isInverted } }

  /// Compares each channel with the one that has its number.
  func resetChannels() { change { $0.channels = [] } }

  private func change(_ body: (inout PairAdjustment) -> Void) {
    var next = adjustment
    body(&next)
    guard pair != nil, next != adjustment else { return }
    lanes.record(.compared(.adjusted))
    adjustment = next
    search.forget()
    compute()
  }

  /// Looks for how B has to be laid over A, and lays it so: place, gain and polarity are one step of undo.
  func align() {
    guard let pair, pair.plots.allSatisfy(\.isRead),
      let reading = lane.opened(pair, LaidPair(pair, adjustment, lanes))
    else { return }
    search.run(reading) { [weak self] found in
      guard let self, pair.isSame(as: self.pair) else { return }
      lanes.record(.compared(.aligned))
      isRestoring = true
      adjustment = found.adjustment
      lanes.place(pair.second, at: found.offset(onAxisOf: pair, lanes))
      adjustment.fraction = found.offsetFrames - LaidPair(pair, PairAdjustment(), lanes).offset
      isRestoring = false
      compute()
      lanes.events.send(.soundChanged)
    }
  }

  /// Compares nothing any more: the difference goes.
  func end() {
    guard pair != nil else { return }
    lanes.record(.compared(.ended))
    discard()
  }

  // MARK: Inner parts

  /// - Parameter look: of the difference; nil: that which it has.
  private func begin(_ next: ComparedPair, _ adjustment: PairAdjustment, look: DifferenceLook? = nil) {
    let kept = look ?? presentLook
    discard()
    self.look = kept
    pair = next
    self.adjustment = adjustment
    tell()
    compute()
  }

  private var presentLook: DifferenceLook? {
    plot.map { DifferenceLook(settings: $0.settings, gains: $0.gains) } ?? look
  }

  /// Gives a new difference the looks that it is to have.
  private func dress() {
    guard let pair, let plot, let look else { return }
    self.look = nil
    plot.settings = look.settings.placed(at: pair.first.settings.offset)
    plot.gains = look.gains
  }

  /// Gives the difference its settings of before: the list knows only the lanes that there were, and this one may have gone
  /// and come back since.
  private func wear(_ past: DifferenceLook) {
    guard let plot else { return look = past }
    if plot.gains != past.gains { plot.gains = past.gains }
    let settings = past.settings.placed(at: plot.settings.offset)
    guard plot.settings != settings else { return }
    plot.settings = settings
    lanes.events.send(.soundChanged)
  }

  /// Begins, or begins anew, with what has been chosen.
  private func compute() {
    guard let pair, !isRestoring else { return }
    guard pair.plots.allSatisfy({ $0.isRead }) else {
      // What is still being read would be read twice, in two places.
      for waiting in pair.plots where !waiting.isRead {
        waiting.events.listen(self) { comparison, event in
          if event == .completed { comparison.compute() }
          if event == .advanced { comparison.judgeReading() }
        }
      }
      return
    }
    judgeReplacements()
    differences.forget()
    // A recording that was read again, or one of a project, may have other channels than those that were found.
    if !adjustment.channels.isEmpty, pair.plots.contains(where: { $0.channels != adjustment.channels.count })
    {
      adjustment.channels = []
    }
    lane.lay(pair, adjustment)
  }

  /// Answers of a blind test hold no more when a recording is another one.
  private func judgeReplacements() {
    let changed = replacements.first { !$0.next.hasSameSamples(as: $0.old) }
    replacements = []
    if let changed { sound.endTest(because: changed.next, .hasChanged) }
  }

  /// Nobody hears what was heard before when a recording, read again, cannot be read to its end.
  private func judgeReading() {
    if let failed = pair?.plots.first(where: \.isFailed) { sound.endTest(because: failed, .isLost) }
  }

  /// What is heard is of these from now on.
  private func tell() { sound.adopt(pair, difference: plot, adjustment) }

  func forget() {
    discard()
    keepsAligned = false
  }
}

extension Comparison: LaneCompanion {
  var memory: (any LaneMemory)? { comparedLanes }

  var comparedLanes: ComparedLanes? {
    pair.map { ComparedLanes(pair: $0, adjustment: adjustment, look: presentLook) }
  }

  func restore(_ past: (any LaneMemory)?, across change: LaneChange, back: Set<Int>) {
    let past = past as? ComparedLanes
    guard change.isDrawing else { return restore(past) }
    if let past, past.pair.isSame(as: pair), let look = past.look { wear(look) }
  }

  func restore(_ past: ComparedLanes?) {
    guard let past else { return discard() }
    // What was remembered outside of the history may have been read again since.
    guard past.pair.isWithin(lanes.plots) else { return }
    guard past.pair.isSame(as: pair) else { return begin(past.pair, past.adjustment, look: past.look) }
    adjustment = past.adjustment
    if let past = past.look { wear(past) }
  }

  func lost(_ plot: PlotViewModel) {
    if pair?.plots.contains(where: { $0 === plot }) == true { sound.endTest(because: plot, .isLost) }
  }

  func moved(_ plot: PlotViewModel?, by frames: Int) {
    guard let pair else { return }
    if keepsAligned, let plot, plot === pair.first {
      lanes.place(pair.second, at: pair.second.settings.offset + frames)
    }
    lane.follow(pair)
    guard let laid = lane.laid, LaidPair(pair, adjustment, lanes) != laid, !isRestoring else { return }
    // What was found is not how they lie now.
    search.forget()
    compute()
  }

  func removal(of plot: PlotViewModel) -> LaneRemoval? {
    plot === self.plot ? LaneRemoval(.compared(.ended)) { [weak self] in self?.discard() } : nil
  }

  func keepOnly(_ plots: [PlotViewModel]) { if pair?.isWithin(plots) == false { discard() } }

  func keep(_ recordings: [PlotViewModel], in project: inout Project) {
    project.comparison = kept(among: recordings)
  }

  func restore(_ project: Project, _ plots: [PlotViewModel?]) {
    if let kept = project.comparison, let first = plots[kept.first], let second = plots[kept.second] {
      restore(kept, first, second)
    }
  }

  /// Takes the difference away; what was kept aligned stays so.
  func discard() {
    sound.adopt(nil, difference: nil, PairAdjustment())
    search.forget()
    differences.forget()
    for plot in pair?.plots ?? [] { plot.events.stop(self) }
    pair = nil
    adjustment = PairAdjustment()
    look = nil
    replacements = []
    lane.discard()
  }

  func replaced(_ replaced: PlotViewModel, by next: PlotViewModel, among plots: [PlotViewModel]) {
    guard let pair, pair.plots.contains(where: { $0 === replaced }) else { return }
    replaced.events.stop(self)
    let following = pair.replacing(replaced, by: next)
    self.pair = following
    // What was found of the samples before says nothing of these.
    search.forget()
    differences.forget()
    if let index = replacements.firstIndex(where: { $0.next === replaced }) {
      replacements[index].next = next
    } else if sound.test != nil {
      replacements.append((replaced, next))
    }
    sound.exchange(for: following)
    // Another track of the same file may have other channels: the difference is computed anew, in its lane's looks.
    let kept = presentLook
    lane.discard()
    look = kept
    tell()
    compute()
  }
}

extension PlotViewModel {
  /// True when all its samples can be read.
  fileprivate var isRead: Bool { if case .complete = state { framesRead > 0 } else { false } }
}

extension LaneSettings {
  fileprivate func placed(at offset: Int) -> LaneSettings {
    var settings = self
    settings.offset = offset
    return settings
  }
}
