// NoiseReduction+Target.swift
// Which of several waveforms is cleaned. One at a time: the clean waveform of another one goes.

import WaveformCore

extension NoiseReduction {
  /// The waveform whose noise is to be reduced; nil without a recording.
  public var target: PlotViewModel? {
    let plots = diagram?.plots ?? []
    return plots.first { $0 === chosen } ?? plots.first { !$0.isComputed }
  }

  /// Reduces the noise of another waveform from now on, with the profile that there is; of what is computed, that of
  /// its original.
  public func choose(_ plot: PlotViewModel) {
    let next = plot.isComputed ? plot.original : plot
    guard let next, next !== target else { return }
    let wasClean = self.plot != nil
    discard()
    chosen = next
    // A stretch of another recording was being read.
    wishes += 1
    isBusy = false
    problem = nil
    guard wasClean else { return }
    compute()
    if self.plot != nil { listening = .clean }
  }

  /// Computes the clean waveform again after it was taken out.
  ///
  /// - Parameter settings: what was decided about it.
  func bringBack(_ settings: LaneSettings) {
    guard plot == nil, profile != nil else { return }
    compute()
    guard let plot else { return }
    plot.settings = settings
    listening = .clean
  }
}
