// WaveformStyle.swift
// How a waveform is drawn: chosen in the view menu, remembered in the settings, named on the command line.

/// The look of a waveform.
public enum WaveformStyle: String, Hashable, Sendable, CaseIterable {
  /// Bars in whole device pixels, mirrored about the middle.
  case bars
  /// One column per device pixel: the peaks, with the loudness over them.
  case envelope
}

/// Which loudness an envelope shows over its peaks.
public enum EnvelopeLoudness: String, Hashable, Sendable, CaseIterable {
  /// Root of the mean square.
  case rms
  /// Mean of |x|.
  case meanMagnitude = "mean-abs"
}
