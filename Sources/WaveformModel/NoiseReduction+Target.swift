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
  /// its original. Where the profile says nothing of it, the clean waveform that there is stays until there is another
  /// profile, and `problem` says so.
  public func choose(_ plot: PlotViewModel) {
    let next = plot.isComputed ? plot.original : plot
    guard let next, next !== target, !next.isFailed else { return }
    chosen = next
    // A stretch of another recording was being read.
    wishes += 1
    isBusy = false
    problem = nil
    guard self.plot != nil else { return }
    compute()
    if self.plot?.original === next { listening = .clean }
  }

  /// Puts back the clean waveform that there was, by computing it again; nil: there was none.
  func restore(_ clean: LaneArrangement.Clean?) {
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
}
