// NoiseReduction.swift
// The noise reduction of a diagram: the profile of a noise, what was chosen about its reduction, and the clean waveform
// that grows over the original. Main actor; what takes time happens on threads that nobody waits for. Belongs to its
// diagram and lets everything go with it.

import AudioFormats
import HostIO
import Observation
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
  public internal(set) var profile: NoiseProfile?
  /// True while the samples of a stretch of noise, or a file, are being read.
  public internal(set) var isBusy = false
  /// Why the last wish came to nothing, and what can be done: sentences. Nil when it did not.
  public internal(set) var problem: String?
  public var settings = NoiseReductionSettings() {
    didSet { if settings != oldValue, profile != nil { compute() } }
  }
  /// What is heard; the original as long as there is nothing else.
  public var listening = ListeningChoice.original { didSet { diagram?.listen(to: listening) } }
  /// The clean waveform; nil before there is a profile.
  public private(set) var plot: PlotViewModel? { didSet { compare() } }

  /// True while undo puts back what was: that is no step of its own.
  @ObservationIgnored var isRestoring = false
  /// The waveform that was chosen; nil for the first one.
  var chosen: PlotViewModel?

  @ObservationIgnored weak var diagram: DiagramViewModel?
  /// The waveform whose noise is reduced, as it was when the clean one began.
  @ObservationIgnored private weak var base: PlotViewModel?
  /// The samples of `base`, and whether they are nobody else's.
  @ObservationIgnored private var samples: (source: any SampleSource, isOwn: Bool)?
  /// A wish that came before the job at hand had anything to show: it would never have, if each one were given up.
  @ObservationIgnored private var isOutdated = false
  /// Where clean samples are kept.
  @ObservationIgnored var place = SpoolPlace.standard
  @ObservationIgnored let worker = BackgroundWorker()
  /// Counts what was asked of the worker: only the last answer counts.
  @ObservationIgnored var wishes = 0

  public init() {}

  // MARK: What there is

  /// The clean samples: as soon as a clean waveform has begun, at every place.
  public var cleanSource: (any SampleSource)? {
    _ = plot?.era
    return plot?.description == nil ? nil : plot?.source
  }

  /// The original minus the clean samples.
  public var residueSource: (any SampleSource)? {
    guard let clean = cleanSource, let whole = base?.source, whole.channels == clean.channels else {
      return nil
    }
    return DifferenceSource(whole, minus: clean)
  }

  /// The share of the recording that is clean, 0…1; nil when nothing is being computed.
  public var progress: Double? { plot?.isComplete == false ? plot?.progress ?? 0 : nil }

  /// Why the clean recording could not be made, in sentences.
  public var failure: String? {
    guard case .failed(let error) = plot?.state else { return nil }
    guard error.code == .noSpace else { return "\(error.message) \(error.advice)" }
    let name = error.path.displayName
    return "There is no room for the clean samples of “\(name)”: \(error.detail ?? "the disk is full"). "
      + "Make room there, then take the profile again."
  }

  // MARK: The clean waveform

  /// Begins, or begins anew, with what has been chosen.
  func compute() {
    guard let diagram, let profile, let target else { return }
    guard profile.sampleRate == target.sampleRate else {
      if let plot, plot.original === target { discard() }
      return problem = Self.otherRate(profile, target)
    }
    problem = nil
    guard case .complete = target.state, target.framesRead > 0 else {
      // What is still being read would be read twice, in two places.
      target.events.listen(self) { [weak target] noise, event in
        if event == .completed, target === noise.target { noise.compute() }
      }
      return
    }
    var isStep = !isRestoring
    // Another track of the same file may have other channels.
    if let plot, plot.original === target, plot.channels > 0, plot.channels != target.channels {
      discard()
      isStep = false
    }
    if isStep, plot?.original !== target { diagram.record(.clean(plot == nil ? .added : .exchanged)) }
    // Another one may be meant by now.
    if let plot, plot.original !== target { discard() }
    adopt(target)
    guard samples != nil else { return }
    guard let plot else {
      let plot = PlotViewModel(
        computedFrom: target.path, options: target.options, feed: { [weak self] in self!.job($0) })
      plot.gains = target.gains
      plot.settings.name = "Clean"
      plot.settings.offset = target.settings.offset
      self.plot = plot
      diagram.add(plot, over: target)
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

  static func otherRate(_ profile: NoiseProfile, _ target: PlotViewModel) -> String {
    NoiseProfileError.otherRate(profile: profile.sampleRate, recording: target.sampleRate).message
      + " Take a profile of this recording."
  }

  /// The job at hand has come further.
  private func advanced() {
    if isOutdated, plot?.showsSomething == true || plot?.isComplete == true { compute() }
  }

  private func job(_ onEvent: @escaping @Sendable (PeakReader.Event) -> Void) -> any PeakFeed {
    let base = base!, source = samples!.source
    return NoiseReductionJob(
      NoiseReductionJob.Order(
        path: base.path, description: base.description!, length: base.framesRead, profile: profile!,
        settings: settings, visible: visible(of: base), place: place),
      of: source, onEvent: onEvent)
  }

  /// What is looked at, and a little more: tiles reach beyond the view.
  private func visible(of base: PlotViewModel) -> FrameRange {
    guard let diagram, let viewport = diagram.viewport else { return 0..<0 }
    let frames = diagram.placement(of: base).frames(ofAxis: viewport.visibleFrames)
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
      samples = (target.sampleSource(target.path, target.options, description), true)
    } else {
      samples = target.source.map { ($0, false) }
    }
    compare()
  }

  /// The two are heard as one.
  private func compare() {
    guard let diagram, let base else { return }
    diagram.compare(base, with: plot)
    diagram.listen(to: listening)
  }

  /// The diagram has another waveform in the place of `replaced`: the same file, read again.
  func replace(_ replaced: PlotViewModel, with next: PlotViewModel) {
    if replaced === chosen { chosen = next }
    guard replaced === base, let plot else { return }
    // Before it has been read: the two must not be heard at once meanwhile.
    diagram?.compare(next, with: plot)
    compute()
  }

  // MARK: The end

  /// Takes the clean waveform away; profile and settings stay.
  public func discard() {
    listening = .original
    isOutdated = false
    target?.events.stop(self)
    base?.events.stop(self)
    if let plot {
      plot.events.stop(self)
      self.plot = nil
      diagram?.discard(plot)
      // One whose original was taken out is not in the diagram any more.
      plot.cancel()
    }
    if let samples, samples.isOwn { samples.source.cancel() }
    samples = nil
    base = nil
  }

  /// Forgets everything: another recording is about to be opened.
  func forget() {
    wishes += 1
    discard()
    chosen = nil
    profile = nil
    problem = nil
    isBusy = false
  }
}

extension PlotViewModel {
  /// True when there is a picture of the present era.
  var showsSomething: Bool { framesRead > 0 || previewGeneration > 0 }
}
