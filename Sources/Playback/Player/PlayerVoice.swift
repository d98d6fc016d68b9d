// PlayerVoice.swift
// One of the recordings that are heard together. A value.

import AudioFormats

/// A recording, and where on the time axis it is heard.
public struct PlayerVoice: Sendable {
  public let source: any SampleSource
  /// One label per channel ("L", "R", "C", "LFE", …); empty when nobody knows.
  public let channelLabels: [String]
  /// The frame of the time axis at which its first frame is heard; may be negative: then it begins within.
  public let offset: Int

  public init(source: any SampleSource, channelLabels: [String] = [], offset: Int = 0) {
    self.source = source
    self.channelLabels = channelLabels
    self.offset = offset
  }

  var speakers: [Speaker] { Speaker.speakers(labels: channelLabels, channels: source.channels) }
}

/// Voices are equal when they are of the same source, not of one with the same samples.
extension PlayerVoice: Equatable {
  public static func == (a: PlayerVoice, b: PlayerVoice) -> Bool {
    a.source === b.source && a.channelLabels == b.channelLabels && a.offset == b.offset
  }
}
