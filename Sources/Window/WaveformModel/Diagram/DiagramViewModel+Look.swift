// DiagramViewModel+Look.swift
// How each lane of a diagram is drawn.

import WaveformCore

extension DiagramViewModel {
  /// How a lane is drawn, with the gains of normalizing and of the user.
  public func look(ofLane lane: Int, in plot: PlotViewModel) -> WaveformLook {
    var look = look
    look.style = lanes.style(of: plot)
    // Pictures of waveforms stay the same however spectra are drawn.
    if !look.style.showsSpectrogram {
      let settings = look.spectrogram.settings
      look.spectrogram = SpectrogramLook()
      // Tints are made of spectra, but have no other colors.
      if look.style.needsSpectra { look.spectrogram.settings = settings }
    }
    look.amplitude.gain *= normalization(of: plot)
    let raised = plot.gains[lane]
    if raised != 0 { look.amplitude.gain *= ratio(ofDecibels: Float(raised)) }
    return look
  }

  /// The gain at which the largest sample of a recording has full height. All its lanes share it, so that
  /// they stay comparable. 1 until everything has been read, since otherwise the picture would shrink with
  /// every louder sound.
  public func normalization(of plot: PlotViewModel) -> Float {
    // A computed waveform takes the gain of its original, so that the two stay comparable.
    let measured = plot.coversOriginal ? lanes.base(of: plot) ?? plot : plot
    guard look.isNormalized, let peak = measured.peak else { return 1 }
    return WaveformLook.normalization(ofPeak: peak)
  }
}
