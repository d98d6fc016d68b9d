// MeasuredStretch.swift
// The measures of a stretch of one waveform. Main actor; measures on a thread that nobody waits for. Of the stretches that
// are asked for while one is being measured only the last is measured.

import HostIO
import Measures
import Recording
import WaveformCore
import WaveformModel

/// Measures stretches of one waveform, once the whole has been measured.
@MainActor final class MeasuredStretch {
  /// Those that were finished last.
  private(set) var measures: Measures?
  /// True when `measures` are of a part of the recording.
  private(set) var isSelection = false
  /// The channels that `measures` are of; nil: all.
  private(set) var channels: [Int]?
  /// Why there are no measures, and what can be done: sentences.
  private(set) var problem: String?
  /// Of the whole.
  let measurement: PlotMeasurement

  private let onChange: @MainActor () -> Void
  private let worker = BackgroundWorker()
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
  init(of measurement: PlotMeasurement, onChange: @escaping @MainActor () -> Void) {
    self.measurement = measurement
    self.onChange = onChange
  }

  /// Measures another stretch, or the same one as soon as that can be done.
  ///
  /// - Parameters:
  ///   - range: frames of the recording; nil: everything.
  ///   - channels: not empty, in ascending order; nil: all.
  func measure(_ range: FrameRange?, channels: [Int]?) {
    wanted = Part(range: range, channels: channels)
    next()
  }

  private func next() {
    guard let measurer = measurement.measurer, !isBusy, shown != wanted else { return }
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
