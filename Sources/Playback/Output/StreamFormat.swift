// StreamFormat.swift
// What sound is like on its way to an output. A pure value.

/// Where the loudspeaker of a channel stands.
public enum Speaker: Hashable, Sendable {
  case mono, frontLeft, frontRight, frontCenter, lowFrequency, rearLeft, rearRight, rearCenter, sideLeft,
    sideRight
  case frontLeftOfCenter, frontRightOfCenter, topCenter, topFrontLeft, topFrontRight, topFrontCenter,
    topRearLeft,
    topRearRight, topRearCenter
  /// Nobody knows; counted from 0.
  case auxiliary(Int)
}

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
