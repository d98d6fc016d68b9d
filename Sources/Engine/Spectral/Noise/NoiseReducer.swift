// NoiseReducer.swift
// Reduces the noise of a recording, block by block and in bounded memory. The output is aligned with the input to
// the sample, and does not depend on the sizes of blocks. Each channel has its own state, used by one thread at a time.
// Clicks are repaired and steady tones taken away as sines first; then comes the gain of each frequency.

import Glibc
import WaveformCore

/// The repair of clicks and the reduction of one noise in one recording, from its first frame to its last.
///
/// All channels have one gain, at each time and frequency the largest of theirs: with gains of their own, what remains of
/// the noise would wander between them. So a block is analyzed in all channels before it is synthesized in one.
///
/// Sound: each channel has an analysis and a synthesis of its own, and each is used by one thread at a time. A synthesis
/// reads what all analyses have found; the caller says when, and how far it may read.
public final class NoiseReducer: @unchecked Sendable {
  public let channels: Int
  /// The most frames of a block.
  public static let mostFrames = 16_384
  /// Blocks that may have been analyzed in one channel and not yet been synthesized in all of them.
  public static let mostBlocks = 4

  /// One of each for each channel.
  private let preparations: [ChannelPreparation]
  /// The same, or none where only clicks are repaired.
  private let analyses: [ChannelAnalysis]
  /// Nil for a channel of whose noise the profile is silent.
  private let syntheses: [ChannelSynthesis?]
  /// Samples of a channel that has no synthesis: they wait for those of the other channels, and pass as they are.
  private let waiting: [WaitingSamples?]
  /// Frames that came in and went out.
  private var taken = 0
  private var written = 0
  /// Frames between what has come in and what has gone out, at most.
  private let delay: Int
  /// Frames by which a block may give out more than it takes in, at most: what its stages give on at once.
  private let burst: Int
  /// Pairs of which each channel keeps the spectra.
  let pairsKept: Int

  /// - Parameters:
  ///   - profile: nil: the noise is estimated all along, if the settings say so; otherwise only clicks are repaired.
  ///   - channels: of the recording, > 0; the profile may have another number.
  ///   - sampleRate: frames per second.
  ///   - effort: what comes out differs by it, and when.
  ///   - tally: counts the clicks that are repaired.
  /// - Throws: `otherRate`.
  public init(
    _ profile: NoiseProfile?, settings: NoiseReductionSettings, channels: Int, sampleRate: Int,
    effort: NoiseReductionEffort = .whole, tally: ClickTally = ClickTally()
  ) throws(NoiseProfileError) {
    if let profile, profile.sampleRate != sampleRate {
      throw .otherRate(profile: profile.sampleRate, recording: sampleRate)
    }
    self.channels = channels
    let isAdaptive = profile == nil && settings.isAdaptive
    let repair =
      profile == nil && !isAdaptive || settings.clicks > 0
      ? ClickFormat(sampleRate: sampleRate, amount: settings.clicks) : nil
    let repairers = (0..<channels).map { _ in repair.map { ClickRepairer($0, tally: tally) } }
    guard let profile = isAdaptive ? .flat(channels: channels, sampleRate: sampleRate) : profile else {
      preparations = repairers.map { ChannelPreparation($0, nil, nil) }
      waiting = repairers.map { _ in WaitingSamples() }
      (analyses, syntheses, delay, pairsKept) = ([], repairers.map { _ in nil }, repair?.delay ?? 0, 0)
      burst = delay
      return
    }
    let format = profile.format, noises = profile.channels(for: channels)
    // Of a line twice as many dB are taken away as of noise: it is known where it is, so that nothing else suffers.
    let share = 1 - pow(10, -2 * settings.reduction / 20)
    let hasLines = settings.removesHum && share > 0 && noises.contains { !$0.lines.isEmpty }
    let follows = !isAdaptive && settings.follows(profile)
    let followers: [NoiseFollower?] = noises.map { noise in
      let estimate: (any NoiseEstimate)? =
        isAdaptive
        ? AdaptiveNoise(format, sampleRate: sampleRate)
        : follows ? NoiseLevels(format, mean: noise.mean, sampleRate: sampleRate) : nil
      return estimate.map { NoiseFollower(format, sampleRate: sampleRate, $0) }
    }
    preparations = noises.indices.map { channel in
      ChannelPreparation(
        repairers[channel],
        hasLines ? LineCanceller(noises[channel].lines, sampleRate: sampleRate, share: share) : nil,
        followers[channel])
    }
    let gains = noises.map { noise in
      Self.gain(of: noise, format, settings, effort, isFollowed: follows)
    }
    let ahead = gains[0].pairsAhead
    delay =
      ChannelAnalysis.delay(of: format, pairs: ahead) + (repair?.delay ?? 0)
      + (hasLines ? LineCanceller.delay(sampleRate: sampleRate) : 0) + (followers.first??.delay ?? 0)
    // What the stages before the analysis give on at once, and what its windows hold back.
    let given =
      (repair?.hop ?? 0) + (hasLines ? LineCanceller.step(sampleRate: sampleRate) : 0)
      + (followers.first??.step ?? 0) + 2 * format.size
    burst = given + 2 * (gains[0].pairsAtOnce - 1) * format.hop
    // Spectra wait for their gains: the pairs ahead, once. What is left at the end comes out at once, when no other block is
    // in progress.
    let perBlock = max(Self.mostFrames + given, delay / Self.mostBlocks) / (2 * format.hop) + 3
    let kept = perBlock * Self.mostBlocks + ahead
    pairsKept = kept
    let pairs = noises.map { _ in SpectrumPairs(format, capacity: kept) }
    analyses = zip(gains, pairs).map { ChannelAnalysis(format: format, $0, into: $1) }
    // A channel without noise of its own passes as it is, and says nothing about the noise of the others.
    let noisy = noises.indices.filter { channel in noises[channel].mean.contains { $0 > 0 } }
    syntheses = pairs.indices.map { channel in
      noisy.contains(channel)
        ? ChannelSynthesis(
          format: format, pairs[channel], with: noisy.filter { $0 != channel }.map { pairs[$0] })
        : nil
    }
    waiting = noises.indices.map { noisy.contains($0) ? nil : WaitingSamples(format) }
  }

  private static func gain(
    of noise: NoiseProfile.Channel, _ format: ShortTimeFormat, _ settings: NoiseReductionSettings,
    _ effort: NoiseReductionEffort, isFollowed: Bool
  ) -> any GainEstimator {
    switch effort {
    case .look:
      SpectralGain(
        format: format, mean: noise.mean, deviation: noise.deviation, settings: settings, kernels: .best)
    case .whole:
      TwoPassGain(
        format: format, mean: noise.mean, deviation: noise.deviation,
        loudness: isFollowed ? NoiseProfile.loudness(spread: noise.spread) : 1, settings: settings,
        kernels: .best)
    }
  }

  /// The most frames of output that a block of `frames` frames can produce.
  public func capacity(forFrames frames: Int) -> Int { frames + burst }

  /// Analyzes one channel of a block; each channel may be on a thread of its own.
  ///
  /// - Parameter block: interleaved frames of all channels, `mostFrames` at most.
  /// - Returns: how far `synthesize` may go when all channels have come as far: the same for each channel.
  public func analyze(channel: Int, of block: UnsafeBufferPointer<Float>) -> Int {
    guard let source = block.baseAddress else { return end(channel) }
    preparations[channel].process(source + channel, count: block.count / channels, stride: channels) {
      take(channel, $0, $1, $2)
    }
    return end(channel)
  }

  /// Takes in what has been prepared.
  private func take(_ channel: Int, _ samples: UnsafePointer<Float>, _ count: Int, _ stride: Int) {
    waiting[channel]?.append(samples, count, stride: stride)
    guard !analyses.isEmpty else { return }
    if let noise = preparations[channel].noise { analyses[channel].follow(noise) }
    analyses[channel].take(samples, count: count, stride: stride)
  }

  private func end(_ channel: Int) -> Int {
    analyses.isEmpty ? waiting[channel]?.taken ?? 0 : analyses[channel].weighted
  }

  /// Synthesizes one channel. The output of each channel goes into separate memory, because threads that write to the same
  /// cache line slow each other down.
  ///
  /// - Parameters:
  ///   - end: what `analyze` gave; the channel has been synthesized to where that of the block before led.
  ///   - plane: room for `capacity(forFrames:)` samples of this channel.
  /// - Returns: samples that were written: the same for every channel.
  public func synthesize(channel: Int, upTo end: Int, into plane: UnsafeMutablePointer<Float>) -> Int {
    syntheses[channel]?.lay(upTo: end, into: plane) ?? waiting[channel]?.give(upTo: end, into: plane) ?? 0
  }

  /// Call this when all channels of a block have been synthesized.
  public func advance(taken: Int, written: Int) {
    self.taken += taken
    self.written += written
  }

  /// Frames of output that are still missing when all input has come in.
  public var missing: Int { taken - written }

  /// Analyzes what follows the last frame of one channel, once everything has come in.
  ///
  /// - Returns: as `analyze`. The synthesis then writes all frames that are missing, and some more.
  public func finish(channel: Int) -> Int {
    preparations[channel].finish { take(channel, $0, $1, $2) }
    if !analyses.isEmpty { analyses[channel].finish() }
    return end(channel)
  }

  /// Frames that are written after `finish` at most.
  public var capacityAtEnd: Int { delay + burst }
}
