// NoiseReduction.swift
// The noise reduction of a diagram: the profile of a noise, what was chosen about its reduction, and the clean waveform
// that grows over the original. Main actor; what takes time happens on threads that nobody waits for.

import AudioFormats
import Comparing
import HostIO
import Localization
import Observation
import Projects
import Recording
import Spectral
import SystemPackage
import WaveformCore

/// Reduces the noise of one waveform of a diagram: of the first one unless another is chosen.
///
/// A change of profile or settings supersedes what is being computed at once; the waveform before stays, place by place,
/// until there is another one.
@Observable @MainActor public final class NoiseReduction {
  /// What noise sounds like; nil before anybody said so.
  public private(set) var profile: NoiseProfile? { didSet { onProfile?() } }
  /// Called when there is another profile, or none any more.
  @ObservationIgnored var onProfile: (@MainActor () -> Void)?
  /// Why the last request came to nothing, and what can be done: sentences. Nil when it did not.
  public private(set) var problem: String?
  /// What there is to know about the profile: a sentence. Nil when that is nothing.
  public internal(set) var remark: String?
  public var settings = NoiseReductionSettings() {
    didSet { if settings != oldValue, profile != nil { compute() } }
  }
  /// What the settings are before anybody changes them, and again after `reset`. Settings that nobody has changed follow
  /// it until there is a profile.
  public var standard = NoiseReductionSettings() {
    didSet { if settings == oldValue, profile == nil { settings = standard } }
  }
  /// What is heard; the original as long as there is nothing else.
  public var listening = ListeningChoice.original { didSet { voices.listen(to: listening) } }
  /// The clean waveform; nil before there is a profile.
  public private(set) var plot: PlotViewModel? { didSet { compare() } }

  /// True while undo puts back what was: that is no step of its own.
  @ObservationIgnored private var isRestoring = false
  /// The waveform that was chosen; nil for the first one.
  private var chosen: PlotViewModel?

  let lanes: LaneList
  private let voices: Voices
  private let navigation: Navigation
  private let reader = NoiseProfileReader()
  /// The waveform whose noise is reduced, as it was when the clean one began.
  @ObservationIgnored private weak var base: PlotViewModel?
  /// The samples of `base`, and whether they are nobody else's.
  @ObservationIgnored private var samples: (source: any SampleSource, isOwn: Bool)?
  /// True when something else was asked for before the job at hand had anything to show: it would never have, if each
  /// one were given up.
  @ObservationIgnored private var isOutdated = false
  /// Where clean samples are kept.
  @ObservationIgnored var place = SpoolPlace.standard

  /// - Parameters:
  ///   - lanes: the waveforms to choose from; what is computed is put among them.
  ///   - voices: let the original or the clean waveform be heard.
  ///   - navigation: what is visible is computed first.
  init(_ lanes: LaneList, _ voices: Voices, _ navigation: Navigation) {
    self.lanes = lanes
    self.voices = voices
    self.navigation = navigation
  }

  // MARK: What there is

  /// True while the samples of a stretch of noise, or a file, are being read.
  public var isBusy: Bool { reader.isBusy }

  /// The waveform whose noise is to be reduced; nil without a recording.
  public var target: PlotViewModel? {
    let plots = lanes.plots
    return plots.first { $0 === chosen } ?? plots.first { !$0.isComputed }
  }

  /// The clean samples: as soon as a clean waveform has begun, at every place.
  public var cleanSource: (any SampleSource)? {
    _ = plot?.restartCount
    return plot?.description == nil ? nil : plot?.source
  }

  /// The original minus the clean samples.
  public var residueSource: (any SampleSource)? {
    guard let clean = cleanSource, let whole = base?.source, whole.channels == clean.channels else {
      return nil
    }
    return AlignedDifference(whole, minus: clean)
  }

  /// The share of the recording that is clean, 0…1; nil when nothing is being computed.
  public var progress: Double? { plot?.isComplete == false ? plot?.progress ?? 0 : nil }

  /// Why the clean recording could not be made, in sentences.
  public var failure: String? {
    guard case .failed(let error) = plot?.state else { return nil }
    guard error.code == .noSpace else { return "\(error.message) \(error.advice)" }
    let name = error.path.displayName
    let cause = error.detail ?? localized("the disk is full")
    return localized(
      """
      There is no room for the clean samples of “\(name)”: \(cause). Make room there, then take the profile again.
      """)
  }

  // MARK: What is asked for

  /// Reduces the noise of another waveform from now on, with the profile that there is; of what is computed, that of
  /// its original. Where the profile says nothing of it, the clean waveform that there is stays until there is another
  /// profile, and `problem` says so.
  public func choose(_ plot: PlotViewModel) {
    let next = plot.isComputed ? plot.original : plot
    guard let next, next !== target, !next.isFailed else { return }
    chosen = next
    // A stretch of another recording was being read.
    reader.forget()
    problem = nil
    guard self.plot != nil else { return }
    compute()
    if self.plot?.original === next { listening = .clean }
  }

  /// Takes the standard settings again.
  public func reset() { settings = standard }

  /// Says why something cannot be done; nil: it has been.
  func report(_ problem: String?) { self.problem = problem }

  /// Reads on another thread; what it finds is the profile from then on, if it is one.
  ///
  /// - Parameters:
  ///   - plot: what it is about: the answer counts only as long as that is to be cleaned.
  ///   - then: called when it was read and counts.
  func read(
    for plot: PlotViewModel?,
    _ body: @escaping @Sendable () throws(NoiseProfileReader.Failure) -> NoiseProfile?,
    then: @escaping @MainActor () -> Void = {}
  ) {
    problem = nil
    reader.read(body) { [weak self, weak plot] result in
      guard let self, plot == nil || plot === target else { return }
      switch result {
      case .success(let profile):
        if let profile { adopt(profile) }
        then()
      case .failure(let failure): problem = failure.text
      }
    }
  }

  /// A profile that says nothing of this recording leaves the one before.
  private func adopt(_ profile: NoiseProfile) {
    if let target, target.sampleRate > 0, profile.sampleRate != target.sampleRate {
      return problem = Self.otherRate(profile, target)
    }
    self.profile = profile
    remark = nil
    let isFirst = plot == nil || plot?.original !== target
    compute()
    // Who has asked for it wants to hear it; the original is a key away.
    if isFirst, let plot, plot.original === target { listening = .clean }
  }

  // MARK: The clean waveform

  /// Begins, or begins anew, with what has been chosen.
  private func compute() {
    guard let profile, let target else { return }
    // A recording that is still being opened has no rate yet.
    guard target.sampleRate == 0 || profile.sampleRate == target.sampleRate else {
      if let plot, plot.original === target { discard() }
      return problem = Self.otherRate(profile, target)
    }
    problem = nil
    guard case .complete = target.state, target.framesRead > 0 else {
      // What is still being read would be read twice, in two places.
      target.events.listen(self) { [weak target, isRestoring] noise, event in
        guard event == .completed, target === noise.target else { return }
        noise.isRestoring = isRestoring
        defer { noise.isRestoring = false }
        noise.compute()
      }
      return
    }
    var isStep = !isRestoring
    // Another track of the same file may have other channels.
    if let plot, plot.original === target, plot.channels > 0, plot.channels != target.channels {
      discard()
      isStep = false
    }
    if isStep, plot?.original !== target { lanes.record(.clean(plot == nil ? .added : .exchanged)) }
    // Another one may be meant by now.
    if let plot, plot.original !== target { discard() }
    adopt(target)
    guard samples != nil else { return }
    guard let plot else {
      let plot = PlotViewModel(
        computedFrom: target.path, options: target.options, feed: { [weak self] in self!.job($0) })
      plot.gains = target.gains
      plot.settings.name = localized("Clean", context: "recording")
      plot.settings.offset = target.settings.offset
      self.plot = plot
      lanes.insert(plot, over: target)
      plot.events.listen(self) { noise, event in if event == .advanced { noise.advanced() } }
      return
    }
    if !plot.isComplete, !plot.showsSomething {
      isOutdated = true
      return
    }
    isOutdated = false
    plot.startAgain()
  }

  private static func otherRate(_ profile: NoiseProfile, _ target: PlotViewModel) -> String {
    let error = NoiseProfileError.otherRate(profile: profile.sampleRate, recording: target.sampleRate)
    return "\(error.message) \(localized("Take a profile of this recording."))"
  }

  /// The job at hand has come further.
  private func advanced() {
    if isOutdated, plot?.showsSomething == true || plot?.isComplete == true { compute() }
  }

  private func job(_ onEvent: @escaping @Sendable (PeakReader.Event) -> Void) -> any PeakFeed {
    let base = base!, source = samples!.source
    return NoiseReductionJob(
      NoiseReductionJob.Request(
        path: base.path, description: base.description!, length: base.framesRead, profile: profile!,
        settings: settings, visible: visible(of: base), place: place),
      of: source, onEvent: onEvent)
  }

  /// What is looked at, and a little more: tiles reach beyond the view.
  private func visible(of base: PlotViewModel) -> FrameRange {
    guard let viewport = navigation.viewport else { return 0..<0 }
    let frames = lanes.placement(of: base).frames(ofAxis: viewport.visibleFrames)
    let margin = min(frames.count / 8, base.sampleRate) + 2 * SincInterpolator.reach
    return (frames.lowerBound - margin..<frames.upperBound + margin).clamped(toLength: base.framesRead)
  }

  /// Takes the samples of another waveform from now on.
  private func adopt(_ target: PlotViewModel) {
    guard base !== target || samples == nil else { return }
    if let samples, samples.isOwn { samples.source.cancel() }
    base = target
    // A source that has to decode everything first is not asked to do so twice.
    if let description = target.description, description.seeking == .exact || target.source == nil {
      samples = (target.ownSource(description), true)
    } else {
      samples = target.source.map { ($0, false) }
    }
    compare()
  }

  /// The two are heard as one.
  private func compare() {
    guard let base else { return }
    voices.compare(base, with: plot)
    voices.listen(to: listening)
  }

  /// Takes over what was kept, for one waveform. It is no step that could be undone.
  func restore(_ kept: KeptNoise, for plot: PlotViewModel) {
    guard !kept.isUnchanged else { return }
    chosen = plot
    settings = kept.settings
    profile = kept.profile
    guard kept.isClean, kept.profile != nil else { return }
    isRestoring = true
    defer { isRestoring = false }
    listening = ListeningChoice(rawValue: kept.listening) ?? .clean
    compute()
  }

  /// What is kept of it.
  var kept: KeptNoise {
    // The standard is a matter of the program, not of the recording.
    let isUntouched = profile == nil && settings == standard
    return KeptNoise(
      profile: profile, settings: isUntouched ? NoiseReductionSettings() : settings, isClean: plot != nil,
      listening: listening.rawValue)
  }

  // MARK: The end

  /// Takes the clean waveform away; profile and settings stay.
  func discard() {
    listening = .original
    isOutdated = false
    target?.events.stop(self)
    base?.events.stop(self)
    if let plot {
      plot.events.stop(self)
      self.plot = nil
      lanes.discard(plot)
      // One whose original was taken out is not in the diagram any more.
      plot.cancel()
    }
    if let samples, samples.isOwn { samples.source.cancel() }
    samples = nil
    base = nil
  }

  /// Forgets everything: another recording is about to be opened.
  func forget() {
    reader.forget()
    discard()
    chosen = nil
    profile = nil
    problem = nil
    remark = nil
  }
}

extension NoiseReduction: CleanLaneMaker {
  var cleanLane: CleanLane? {
    guard let plot, let original = plot.original, let profile else { return nil }
    return CleanLane(original: original, profile: profile, settings: plot.settings)
  }

  func restore(_ clean: CleanLane?) {
    guard let clean else { return discard() }
    chosen = clean.original
    profile = clean.profile
    isRestoring = true
    defer { isRestoring = false }
    compute()
    guard let plot, plot.original === clean.original else { return }
    plot.settings = clean.settings
    listening = .clean
  }

  func replace(_ replaced: PlotViewModel, with next: PlotViewModel) {
    if replaced === chosen { chosen = next }
    guard replaced === base, let plot else { return }
    // Before it has been read: the two must not be heard at once meanwhile.
    voices.compare(next, with: plot)
    compute()
  }
}

extension PlotViewModel {
  /// True when there is a picture of what is being computed.
  var showsSomething: Bool { framesRead > 0 || previewCount > 0 }
}
