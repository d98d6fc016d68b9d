// KeptView.swift
// What is kept of how a recording was looked at and listened to. Values; positions are frames of the time axis.

import Spectral
import WaveformCore

/// The view of a time axis, and what is marked on it.
public struct KeptView: Hashable, Sendable {
  /// The visible stretch, in frames; nil for the whole.
  public var visible: Range<Double>?
  /// The selected frames; nil without a selection.
  public var selection: FrameRange?
  /// The selected channels of each lane, by its place; nil: all of all.
  public var selectedChannels: [Int: [Int]]?
  /// The selected frequencies; nil: all.
  public var selectedBand: FrequencyBand?
  /// In frames.
  public var playhead = 0.0
  public var isLooping = false

  public init() {}
}

/// The gains of the lanes of a waveform.
public struct KeptGains: Hashable, Sendable {
  public var gains: LaneGains
  /// How channels shared lanes: the numbers of lanes mean something only then.
  public var channels: ChannelMode

  public init(_ gains: LaneGains, channels: ChannelMode) {
    self.gains = gains
    self.channels = channels
  }

  /// The gains for lanes that channels share in another way: those of single lanes do not count then.
  public func gains(for channels: ChannelMode) -> LaneGains {
    channels == self.channels ? gains : LaneGains(common: gains.common, own: [:])
  }
}

/// Whether loudness over time is shown, and its target.
public struct KeptLoudness: Hashable, Sendable {
  public var isShown: Bool
  /// In LUFS; nil: none.
  public var target: Double?

  public init(isShown: Bool, target: Double?) {
    self.isShown = isShown
    self.target = target
  }
}

/// What was chosen about the noise of a recording.
public struct KeptNoise: Hashable, Sendable {
  /// What noise sounds like; nil before anybody said so.
  public var profile: NoiseProfile?
  public var settings: NoiseReductionSettings
  /// True when there is a clean waveform.
  public var isClean: Bool
  /// What is heard of it, as the commands name it: "original", "clean" or "residue".
  public var listening: String

  public init(
    profile: NoiseProfile? = nil, settings: NoiseReductionSettings = NoiseReductionSettings(),
    isClean: Bool = false,
    listening: String = "original"
  ) {
    self.profile = profile
    self.settings = settings
    self.isClean = isClean
    self.listening = listening
  }

  /// True when nobody has chosen anything.
  public var isUnchanged: Bool { profile == nil && settings == NoiseReductionSettings() }
}

/// All that is kept of a recording that had a window to itself.
public struct KeptRecording: Hashable, Sendable {
  public var view: KeptView
  public var gains: KeptGains
  public var noise: KeptNoise

  public init(view: KeptView, gains: KeptGains, noise: KeptNoise = KeptNoise()) {
    self.view = view
    self.gains = gains
    self.noise = noise
  }

  /// True when a recording that is opened for the first time looks the same.
  public var isUnchanged: Bool { view == KeptView() && gains.gains.isUnchanged && noise.isUnchanged }
}
