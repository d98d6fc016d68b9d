// JoinedVoices.swift
// Several voices as one recording, so that loops, speeds and rates are made of one and cannot drift apart. Belongs to
// one feeder: read on its thread only, cancelled on any.

import AudioFormats
import HostIO
import WaveformCore

/// The channels of several voices side by side, at the rate of the time axis.
final class JoinedVoices: SampleSource, @unchecked Sendable {
  let channels: Int
  let sampleRate: Int
  private let sources: [any SampleSource]
  private let gains: VoiceGains
  /// The reading thread's own.
  private let readers: [VoiceReader]

  /// - Parameters:
  ///   - voices: not empty.
  ///   - sampleRate: frames per second of the time axis.
  ///   - gains: one for each voice.
  init(_ voices: [PlayerVoice], sampleRate: Int, gains: VoiceGains) {
    self.sampleRate = sampleRate
    self.gains = gains
    sources = voices.map(\.source)
    readers = voices.map { VoiceReader($0, sampleRate: sampleRate) }
    channels = readers.reduce(0) { $0 + $1.channels }
  }

  /// What is there of any of them; the others are silent there. Nobody waits for samples that are still being decoded,
  /// or computed, of a voice that is not heard.
  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    var samples = [Float](repeating: 0, count: range.count * channels)
    var end = range.lowerBound
    var channel = 0
    let heard = gains.current.gains
    for (voice, reader) in readers.enumerated() {
      if heard[voice] != 0 || sources[voice].access != .notYet {
        end = max(end, try reader.read(range, into: &samples, width: channels, channel: channel))
      } else {
        // It may go on beyond the others.
        end = range.upperBound
      }
      channel += reader.channels
    }
    samples.removeLast((range.upperBound - end) * channels)
    return SampleSlice(range: range.lowerBound..<end, channels: channels, samples: samples)
  }

  func cancel() { for source in sources { source.cancel() } }
}
