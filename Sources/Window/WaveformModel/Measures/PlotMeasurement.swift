// PlotMeasurement.swift
// What is measured of one waveform. Main actor; reads on a thread that nobody waits for.

import HostIO
import Localization
import Measures
import Recording
import WaveformCore

/// Measures one waveform once.
@MainActor package final class PlotMeasurement {
  /// The share that has been measured, 0…1.
  package private(set) var progress = 0.0
  /// Why it could not be measured, and what can be done: sentences.
  package private(set) var problem: String?
  /// Measures any stretch of it; nil until the whole has been measured.
  package private(set) var measurer: RangeMeasurer?
  /// Loudness over time, as far as it has been measured.
  private(set) var curve: LoudnessCurve

  private let plot: PlotViewModel
  /// How often the waveform had been computed anew when it was measured.
  private let restarts: Int
  private let onChange: @MainActor () -> Void
  private var reading: BackgroundReading<MeasuredBlocks>?
  private let feed = LoudnessFeed()

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
  func cancel() { reading?.cancel() }

  /// True when the waveform has been computed anew since.
  var isOutdated: Bool { plot.restartCount != restarts }

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
    }
    onChange()
  }

  private var changed: String {
    localized("“\(plot.path.displayName)” is not what it was when it was opened. Reload it to measure it.")
  }
}
