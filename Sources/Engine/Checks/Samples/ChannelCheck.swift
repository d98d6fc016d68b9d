// ChannelCheck.swift
// Channels that hold nothing, or the same as another one, upright or turned round.

import AudioFormats
import Localization
import Measures
import WaveformCore

/// Compares channels.
final class ChannelCheck: SampleCheck {
  /// Pairs of which every sample was the same so far.
  private var pairs: [(one: Int, other: Int)]

  /// More channels are those of measurements, not of loudspeakers: only neighbours are compared.
  private static var mostForAllPairs: Int { 8 }

  init(channels: Int) {
    let isFew = channels <= Self.mostForAllPairs
    pairs = (0..<channels).flatMap { one in
      (one + 1..<max(one + 1, isFew ? channels : min(channels, one + 2))).map { (one, $0) }
    }
  }

  func take(_ block: CheckedBlock) {
    pairs.removeAll { one, other in
      for frame in 0..<block.range.count {
        let place = block.samples + frame * block.channels
        if place[one] != place[other] { return true }
      }
      return false
    }
  }

  func findings(in recording: CheckedRecording) -> [Finding] {
    let channels = recording.measures.channels
    guard channels.count > 1 else { return [] }
    let level = recording.profile.number(.deadLevel)
    func peak(_ channel: Int) -> Double { channels[channel].samplePeak ?? -.infinity }
    // Where no channel has sound, the recording is silent, and no channel of it dead.
    guard channels.indices.contains(where: { peak($0) >= level }) else { return [] }
    let dead = channels.indices.filter { peak($0) < level }
    let isEffect = { (channel: Int) in
      recording.layout.speakers?[channel].isLowFrequency == true
    }
    return dead.filter { !isEffect($0) }.map { channel in
      Finding(
        .deadChannel,
        channels[channel].samplePeak.map { Sentence("holds nothing above \(Levels.text($0)) dBFS") }
          ?? Sentence("holds nothing but digital silence"), channel: channel,
        value: channels[channel].samplePeak)
    }
      + pairs.filter { !dead.contains($0.one) }.map { one, other in
        Finding(
          .identicalChannels,
          Sentence("has the same samples as \(Self.name(one, recording))"), channel: other, value: 1)
      } + correlated(recording)
  }

  /// Of stereo: channels that differ by their level only, or by what a lossy encoding did, and such that cancel each other.
  private func correlated(_ recording: CheckedRecording) -> [Finding] {
    guard pairs.isEmpty, let correlation = recording.measures.correlation else { return [] }
    let profile = recording.profile, value = MeasureItem.text(correlation, decimals: 4)
    if correlation >= profile.number(.identicalCorrelation) {
      return [
        Finding(
          .identicalChannels, Sentence("both channels hold the same sound: their correlation is \(value)"),
          value: correlation)
      ]
    }
    guard correlation <= profile.number(.invertedCorrelation) else { return [] }
    return [
      Finding(
        .invertedChannel,
        Sentence("one channel is turned round against the other: their correlation is \(value)"),
        value: correlation)
    ]
  }

  private static func name(_ channel: Int, _ recording: CheckedRecording) -> Sentence {
    Sentence("channel \(recording.layout.name(ofChannel: channel))")
  }
}
