// ComputedPlot.swift
// What waveforms have in common that features compute of others.

import AudioFormats

extension PlotViewModel {
  /// True when there is a picture of what is being computed.
  package var showsSomething: Bool { framesRead > 0 || previewCount > 0 }
}

extension AudioDescription {
  /// What is computed from a recording, of so many frames.
  package func ofResult(frames: Int) -> AudioDescription {
    AudioDescription(
      container: container, encoding: encoding, layout: layout, sampleRate: sampleRate,
      framesPromised: frames, isFloat: true, isLossy: isLossy, seeking: .exact,
      byteCount: max(frames, 1))
  }
}
