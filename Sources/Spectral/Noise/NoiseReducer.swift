// NoiseReducer.swift
// Reduces the noise of a recording, block by block and in bounded memory. The output is aligned with the input to
// the sample, and does not depend on the sizes of blocks. Each channel has its own state, used by one thread at a time.

import WaveformCore

/// The repair of clicks and the reduction of one noise in one recording, from its first frame to its last.
///
/// Sound: each channel has a reducer of its own, and is processed by one thread at a time.
public final class NoiseReducer: @unchecked Sendable {
  public let channels: Int
  /// Empty when no click is to be repaired.
  private let repairers: [ClickRepairer]
  /// Empty when nothing but clicks is to be removed.
  private let reducers: [ChannelReducer]
  /// Frames that came in and went out.
  private var taken = 0
  private var written = 0
  /// Empty when the noise is taken to have one level.
  private let followers: [NoiseLevelFollower]
  /// Frames between what has come in and what has gone out, at most: of the repair, of the reduction, and of all.
  private let repairDelay: Int, reducerDelay: Int, delay: Int

  /// - Parameters:
  ///   - profile: nil: only clicks are repaired.
  ///   - channels: of the recording, > 0; the profile may have another number.
  ///   - sampleRate: frames per second.
  ///   - tally: counts the clicks that are repaired.
  /// - Throws: `otherRate`.
  public init(
    _ profile: NoiseProfile?, settings: NoiseReductionSettings, channels: Int, sampleRate: Int,
    tally: ClickTally = ClickTally()
  ) throws(NoiseProfileError) {
    if let profile, profile.sampleRate != sampleRate {
      throw .otherRate(profile: profile.sampleRate, recording: sampleRate)
    }
    self.channels = channels
    if profile == nil || settings.clicks > 0 {
      let format = ClickFormat(sampleRate: sampleRate, amount: settings.clicks)
      repairDelay = format.delay
      repairers = (0..<channels).map { _ in ClickRepairer(format, tally: tally) }
    } else {
      (repairDelay, repairers) = (0, [])
    }
    guard let profile else {
      (followers, reducers, reducerDelay) = ([], [], 0)
      delay = repairDelay
      return
    }
    let format = profile.format
    reducerDelay = ChannelReducer.delay(of: format)
    let noises = profile.channels(for: channels)
    reducers = noises.map {
      ChannelReducer(format: format, mean: $0.mean, deviation: $0.deviation, settings: settings)
    }
    followers =
      settings.followsLevel
      ? noises.map { NoiseLevelFollower(format, mean: $0.mean, sampleRate: sampleRate) } : []
    delay = repairDelay + (followers.first?.delay ?? 0) + reducerDelay
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
    let count = block.count / channels
    if repairers.isEmpty {
      return reduce(channel, source + channel, count: count, stride: channels, into: plane)
    }
    let repaired = repairers[channel].process(source + channel, count: count, stride: channels)
    return reduce(channel, repaired.baseAddress!, count: repaired.count, stride: 1, into: plane)
  }

  /// Reduces the noise of what has no clicks.
  private func reduce(
    _ channel: Int, _ samples: UnsafePointer<Float>, count: Int, stride: Int,
    into plane: UnsafeMutablePointer<Float>
  ) -> Int {
    guard !reducers.isEmpty else {
      // Repaired samples lie side by side.
      plane.update(from: samples, count: count)
      return count
    }
    let reducer = reducers[channel]
    guard !followers.isEmpty else {
      return reducer.process(samples, count: count, stride: stride, into: plane)
    }
    var written = 0
    let follower = followers[channel]
    follower.process(samples, count: count, stride: stride) { samples, count in
      reducer.follow(follower.factors)
      written += reducer.process(samples, count: count, stride: 1, into: plane + written)
    }
    return written
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
    var written = 0
    if !repairers.isEmpty {
      let rest = repairers[channel].finish()
      written = reduce(channel, rest.baseAddress!, count: rest.count, stride: 1, into: plane)
    }
    guard !reducers.isEmpty else { return }
    let reducer = reducers[channel]
    if !followers.isEmpty {
      let follower = followers[channel]
      follower.finish { samples, count in
        reducer.follow(follower.factors)
        written += reducer.process(samples, count: count, stride: 1, into: plane + written)
      }
    }
    _ = reducer.process(nil, count: reducerDelay, stride: 1, into: plane + written)
  }

  /// Frames that `finish` writes at most.
  public var capacityAtEnd: Int { capacity(forFrames: delay) }
}
