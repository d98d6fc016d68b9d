// NoiseReducer.swift
// Reduces the noise of a recording, block by block and in bounded memory. The output is aligned with the input to
// the sample, and does not depend on the sizes of blocks. Each channel has its own state, used by one thread at a time.

import WaveformCore

/// The reduction of one noise in one recording, from its first frame to its last.
///
/// Sound: each channel has a reducer of its own, and is processed by one thread at a time.
public final class NoiseReducer: @unchecked Sendable {
  public let channels: Int
  private let reducers: [ChannelReducer]
  /// Frames that came in and went out.
  private var taken = 0
  private var written = 0
  private let delay: Int

  /// - Parameters:
  ///   - channels: of the recording, > 0; the profile may have another number.
  ///   - sampleRate: frames per second.
  /// - Throws: `otherRate`.
  public init(
    _ profile: NoiseProfile, settings: NoiseReductionSettings, channels: Int, sampleRate: Int
  ) throws(NoiseProfileError) {
    guard profile.sampleRate == sampleRate else {
      throw .otherRate(profile: profile.sampleRate, recording: sampleRate)
    }
    self.channels = channels
    let format = profile.format
    delay = ChannelReducer.delay(of: format)
    reducers = profile.channels(for: channels).map {
      ChannelReducer(format: format, mean: $0.mean, deviation: $0.deviation, settings: settings)
    }
  }

  /// The most frames of output that a block of `frames` frames can produce.
  public func capacity(forFrames frames: Int) -> Int { frames + delay }

  /// Reduces one channel of a block; each channel may be on a thread of its own. The output of each channel goes into
  /// separate memory, because threads that write to the same cache line slow each other down.
  ///
  /// - Parameters:
  ///   - block: interleaved frames of all channels.
  ///   - plane: room for `capacity(forFrames:)` samples of this channel.
  /// - Returns: samples that were written: the same for every channel.
  public func process(
    channel: Int, of block: UnsafeBufferPointer<Float>, into plane: UnsafeMutablePointer<Float>
  ) -> Int {
    guard let source = block.baseAddress else { return 0 }
    return reducers[channel].process(
      source + channel, count: block.count / channels, stride: channels, into: plane)
  }

  /// Call this when all channels of a block have been processed.
  public func advance(taken: Int, written: Int) {
    self.taken += taken
    self.written += written
  }

  /// Frames of output that are still missing when all input has come in.
  public var missing: Int { taken - written }

  /// The last frames of one channel, once everything has come in.
  ///
  /// - Parameter plane: room for `capacityAtEnd` samples, of which the first `missing` count.
  public func finish(channel: Int, into plane: UnsafeMutablePointer<Float>) {
    _ = reducers[channel].process(nil, count: delay, stride: channels, into: plane)
  }

  /// Frames that `finish` writes at most.
  public var capacityAtEnd: Int { capacity(forFrames: delay) }
}
