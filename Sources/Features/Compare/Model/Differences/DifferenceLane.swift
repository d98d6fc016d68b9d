// DifferenceLane.swift
// The lane of a difference: what is read of both waveforms, the waveform that is computed of it, and its job. Main actor;
// the job runs on a thread that nobody waits for.

import Localization
import Observation
import Recording
import WaveformCore
import WaveformModel

/// The difference of two waveforms as a waveform among the others.
///
/// What is asked for last supersedes what is being computed at once; what was shown before stays, place by place, until
/// there is something else.
@Observable @MainActor final class DifferenceLane {
  /// Nil before both waveforms have been read.
  private(set) var plot: PlotViewModel? { didSet { onPlot() } }
  /// Why there is none, and what can be done: sentences.
  private(set) var problem: String?
  /// Called when there is another waveform, or none any more.
  @ObservationIgnored var onPlot: @MainActor () -> Void = {}
  /// Called when everything has been computed.
  @ObservationIgnored var onCompletion: @MainActor (ComparedReading, LaidPair) -> Void = { _, _ in }
  /// How the difference was laid that is there or on its way; nil: there is none.
  @ObservationIgnored private(set) var laid: LaidPair?

  private let lanes: LaneList
  private let navigation: Navigation
  /// The samples of both, as long as they are compared.
  @ObservationIgnored private var reading: ComparedReading?
  /// True when something else was asked for before the job at hand had anything to show: it would never have, if each
  /// one were given up.
  @ObservationIgnored private var isOutdated = false

  init(_ lanes: LaneList, _ navigation: Navigation) {
    self.lanes = lanes
    self.navigation = navigation
  }

  /// Computes the difference, or computes it anew.
  ///
  /// - Parameter pair: both have been read to their end; the same ones until `discard`.
  func lay(_ pair: ComparedPair, _ adjustment: PairAdjustment) {
    problem = nil
    let laid = LaidPair(pair, adjustment, lanes)
    guard let reading = opened(pair, laid) else { return }
    self.laid = laid
    reading.become(laid)
    guard let plot else { return insert(pair, reading) }
    follow(pair)
    if !plot.isComplete, !plot.showsSomething {
      isOutdated = true
      return
    }
    isOutdated = false
    plot.startAgain()
  }

  /// Lies where the first waveform lies.
  func follow(_ pair: ComparedPair) {
    guard let plot, plot.settings.offset != pair.first.settings.offset else { return }
    plot.settings.offset = pair.first.settings.offset
  }

  /// What can be read of both; nil, and `problem` says why, when they cannot be compared.
  func opened(_ pair: ComparedPair, _ laid: LaidPair) -> ComparedReading? {
    if let reading { return reading }
    do throws(ComparedReading.Problem) { reading = try ComparedReading(pair, laid) } catch {
      problem = error.text
    }
    return reading
  }

  /// Takes the waveform away, and closes what was read.
  func discard() {
    isOutdated = false
    laid = nil
    problem = nil
    if let plot {
      plot.events.stop(self)
      self.plot = nil
      lanes.discard(plot)
      plot.cancel()
    }
    reading?.cancel()
    reading = nil
  }

  private func insert(_ pair: ComparedPair, _ reading: ComparedReading) {
    let plot = PlotViewModel(
      computedFrom: pair.first.path, options: pair.first.options, standsAlone: true,
      feed: { [weak self] in self!.feed(reading, of: pair, $0) })
    plot.settings.name = localized("Difference", context: "recording")
    plot.settings.offset = pair.first.settings.offset
    lanes.insert(plot)
    self.plot = plot
    plot.events.listen(self) { lane, event in if event == .advanced { lane.advanced(pair) } }
  }

  /// The job at hand has come further.
  private func advanced(_ pair: ComparedPair) {
    guard let plot, let reading else { return }
    if isOutdated, plot.showsSomething || plot.isComplete {
      isOutdated = false
      return plot.startAgain()
    }
    if case .complete = plot.state, let laid { onCompletion(reading, laid) }
  }

  private func feed(
    _ reading: ComparedReading, of pair: ComparedPair,
    _ onEvent: @escaping @Sendable (PeakReader.Event) -> Void
  ) -> any PeakFeed {
    let request = SourcePeakReader.Request(
      path: pair.first.path, description: pair.first.description!.ofResult(frames: pair.first.framesRead),
      length: pair.first.framesRead, visible: visible(of: pair.first))
    return SourcePeakReader(request, of: reading.live.now, samples: reading.live, onEvent: onEvent)
  }

  /// What is looked at, and a little more: tiles reach beyond the view.
  private func visible(of plot: PlotViewModel) -> FrameRange {
    guard let viewport = navigation.viewport else { return 0..<0 }
    let frames = lanes.placement(of: plot).frames(ofAxis: viewport.visibleFrames)
    let margin = min(frames.count / 8, plot.sampleRate)
    return (frames.lowerBound - margin..<frames.upperBound + margin).clamped(toLength: plot.framesRead)
  }
}
