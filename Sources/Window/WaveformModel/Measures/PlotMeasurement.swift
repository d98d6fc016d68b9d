// PlotMeasurement.swift
// The measures of one waveform. Main actor; reads on threads that nobody waits for. Of the stretches that are asked for
// while one is being measured only the last is measured.

import HostIO
import Localization
import Measures
import Recording
import WaveformCore

/// Measures one waveform once, and its stretches as often as they are asked for.
@MainActor final class PlotMeasurement {
  /// Those that were finished last.
  private(set) var measures: Measures?
  private(set) var isSelection = false
  /// The share that has been measured, 0…1.
  private(set) var progress = 0.0
  private(set) var problem: String?
  /// Of the whole; nil until it has been measured.
  var blocks: MeasuredBlocks? { measurer?.blocks }
  /// Loudness over time, as far as it has been measured.
  private(set) var curve: LoudnessCurve

  /// The channels that `measures` are of; nil: all.
  private(set) var channels: [Int]?

  private let plot: PlotViewModel
  /// How often the waveform had been computed anew when it was measured.
  private let restarts: Int
  private let onChange: @MainActor () -> Void
  private var reading: BackgroundReading<MeasuredBlocks>?
  private var isCancelled = false
  private let feed = LoudnessFeed()
  private let worker = BackgroundWorker()
  private var measurer: RangeMeasurer?
  private var isBusy = false
  private var wanted = Part()
  /// What `measures` are of; nil before there are any.
  private var shown: Part?

  private struct Part: Equatable {
    /// Nil: everything.
    var range: FrameRange?
    var channels: [Int]?
  }

  /// - Parameter onChange: is called after each change.
  init(_ plot: PlotViewModel, onChange: @escaping @MainActor () -> Void) {
    self.plot = plot
    restarts = plot.restartCount
    self.onChange = onChange
    let shape = MeasureShape(channels: 1, sampleRate: plot.sampleRate)
    curve = LoudnessCurve(framesPerBlock: shape.framesPerBlock)
    begin()
  }

  /// Ends everything; nothing changes from then on.
  func cancel() {
    isCancelled = true
    reading?.cancel()
  }

  /// True when the waveform has been computed anew since.
  var isOutdated: Bool { plot.restartCount != restarts }

  /// - Parameters:
  ///   - range: frames of the recording; nil: everything.
  ///   - channels: not empty, in ascending order; nil: all.
  func measure(_ range: FrameRange?, channels: [Int]?) {
    wanted = Part(range: range, channels: channels)
    next()
  }

  // MARK: The whole

  private func begin() {
    guard let description = plot.description else { return }
    // What is computed is in no file.
    let samples = plot.isComputed ? plot.source : nil, frames = plot.length
    if plot.isComputed, samples == nil { return }
    let (path, options, cache) = (plot.path, plot.options, plot.cache)
    let feed = feed
    let length = max(1, plot.length)
    reading = BackgroundReading { goesOn, progressed throws(AudioFileError) in
      if let samples {
        return try RecordingMeasures.blocks(
          of: samples, length: frames, MeasureShape(description), feed: feed, goesOn: goesOn,
          progressed: progressed)
      }
      return try RecordingMeasures.blocks(
        of: path, options: options, description: description, cache: cache, feed: feed,
        goesOn: goesOn, progressed: progressed)
    } progressed: { [weak self] in
      self?.advance(Double($0) / Double(length))
    } ended: { [weak self] in
      self?.end($0)
    }
    if reading == nil {
      problem = localized("There is no memory to measure “\(plot.path.displayName)”. Close other windows.")
    }
  }

  private func advance(_ share: Double) {
    guard measurer == nil else { return }
    progress = min(share, 1)
    curve.append(feed.take())
    onChange()
  }

  private func end(_ result: Result<MeasuredBlocks, AudioFileError>) {
    switch result {
    case .failure(let error):
      problem = error.isEarlyEnd ? changed : "\(error.message) \(error.advice)"
    case .success(let blocks):
      guard blocks.range.count == plot.length, let source = plot.source else {
        problem = changed
        break
      }
      measurer = RangeMeasurer(blocks, source)
      curve = LoudnessCurve(blocks)
      next()
    }
    onChange()
  }

  private var changed: String {
    localized("“\(plot.path.displayName)” is not what it was when it was opened. Reload it to measure it.")
  }

  // MARK: Stretches

  private func next() {
    guard let measurer, !isBusy, shown != wanted else { return }
    let part = wanted
    isBusy = true
    worker.run { [weak self] in
      let result = Result { () throws(AudioFileError) in
        try measurer.measures(of: part.range ?? measurer.blocks.range, channels: part.channels)
      }
      Task { @MainActor in self?.show(result, of: part) }
    }
  }

  private func show(_ result: Result<Measures, AudioFileError>, of part: Part) {
    guard !isCancelled else { return }
    isBusy = false
    shown = part
    switch result {
    case .success(let found):
      measures = found
      isSelection = part.range != nil
      channels = part.channels
      problem = nil
    case .failure(let error):
      measures = nil
      problem = "\(error.message) \(error.advice)"
    }
    onChange()
    next()
  }
}
