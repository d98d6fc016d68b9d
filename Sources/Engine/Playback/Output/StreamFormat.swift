// StreamFormat.swift
// What sound is like on its way to an output. A pure value.

import AudioFormats

/// Interleaved floats, full scale ±1.
public struct StreamFormat: Hashable, Sendable {
  /// Frames per second; at least 1.
  public let sampleRate: Int
  /// One for each channel, in the order of the samples; not empty.
  public let speakers: [Speaker]

  public init(sampleRate: Int, speakers: [Speaker]) {
    precondition(sampleRate > 0 && !speakers.isEmpty)
    self.sampleRate = sampleRate
    self.speakers = speakers
  }

  public var channels: Int { speakers.count }
}
