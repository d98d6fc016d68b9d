// WaveformLook.swift
// Everything that the user may choose about how waveforms are drawn, in one value: models hold it, keys of what is
// kept compare it, painters are made from it.

/// How channels share the lanes of a waveform.
public enum ChannelMode: String, Hashable, Sendable, CaseIterable {
  /// A lane for each channel.
  case separate
  /// One lane for the envelope of all channels.
  case mixed
  /// The magnitude of a channel above that of the next one, about one axis.
  case mirrored
}

/// How waveforms are drawn.
public struct WaveformLook: Hashable, Sendable {
  public var style: WaveformStyle
  public var loudness: EnvelopeLoudness
  public var channels: ChannelMode
  public var amplitude: AmplitudeScale
  /// True when a recording is raised so that its largest sample has full height.
  public var isNormalized = false
  /// Width of a bar and of the gap to the next one, in logical pixels.
  public var bars: BarMetrics
  /// Whether clipping and digital silence are marked.
  public var showsMarks = true

  public init(
    style: WaveformStyle = .bars, loudness: EnvelopeLoudness = .rms, channels: ChannelMode = .separate,
    amplitude: AmplitudeScale = .fullScale, bars: BarMetrics = BarMetrics(scaleFactor: 1)
  ) {
    self.style = style
    self.loudness = loudness
    self.channels = channels
    self.amplitude = amplitude
    self.bars = bars
  }

  /// The gain at which a recording whose largest |x| is `peak` has full height; at most as much as by hand.
  public static func normalization(ofPeak peak: Float) -> Float {
    peak > 0 ? min(1 / peak, ratio(ofDecibels: Float(LaneGains.range.upperBound))) : 1
  }
}
