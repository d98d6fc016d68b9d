// VoiceReader.swift
// Reads voices in frames of the time axis, one of them or several as one recording, so that loops, speeds and
// rates are computed once and cannot drift apart. Reading blocks: used on one thread, the engine's; any
// thread may cancel it.

import AudioFormats
import HostIO
import SystemPackage
import WaveformCore

/// One voice, moved along the time axis and converted to its rate.
private final class VoiceReader {
  let channels: Int
  private let source: any SampleSource
  private let offset: Int
  private let converter: AxisConverter?

  /// - Parameter sampleRate: frames per second of the time axis.
  init(_ voice: PlayerVoice, sampleRate: Int) {
    source = voice.source
    channels = source.channels
    offset = min(max(voice.offset, -(1 << 52)), 1 << 52)
    converter =
      source.sampleRate == sampleRate ? nil : AxisConverter(source, to: sampleRate)
  }

  /// Puts the voice beside others, into frames that are silent so far.
  ///
  /// - Parameters:
  ///   - range: frames of the time axis.
  ///   - samples: frames of `width` channels, beginning with the first one of `range`.
  ///   - channel: the first channel of this voice.
  /// - Returns: the end of the voice, or of `range` if that comes first.
  func read(
    _ range: FrameRange, into samples: inout [Float], width: Int, channel: Int
  ) throws(AudioFileError) -> Int {
    let own = max(0, range.lowerBound - offset)..<max(0, range.upperBound - offset)
    guard !own.isEmpty else { return range.lowerBound }
    let slice = if let converter { try converter.read(own) } else { try source.read(own) }
    guard slice.range.lowerBound == own.lowerBound, slice.range.count <= own.count else {
      return range.lowerBound
    }
    let first = own.lowerBound + offset - range.lowerBound
    slice.withSamples { part in
      for frame in 0..<slice.range.count {
        for number in 0..<channels {
          samples[(first + frame) * width + channel + number] = part[frame * channels + number]
        }
      }
    }
    return slice.range.upperBound + offset
  }
}

/// The channels of several voices side by side, at the rate of the time axis.
final class JoinedVoices: SampleSource, @unchecked Sendable {
  let channels: Int
  let sampleRate: Int
  private let sources: [any SampleSource]
  private let gains: VoiceGains
  /// State of the reading thread.
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

  /// That of the first one.
  var path: FilePath { sources[0].path }

  /// Reads what exists of each voice; the rest is silent. Does not wait for samples of inaudible voices that
  /// are still being decoded or computed.
  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    var samples = [Float](repeating: 0, count: range.count * channels)
    var end = range.lowerBound
    var channel = 0
    let heard = gains.current.gains
    for (voice, reader) in readers.enumerated() {
      if heard[voice] != 0 || sources[voice].access != .notYet {
        end = max(end, try reader.read(range, into: &samples, width: channels, channel: channel))
      } else {
        // It may be longer than the others.
        end = range.upperBound
      }
      channel += reader.channels
    }
    samples.removeLast((range.upperBound - end) * channels)
    return SampleSlice(range: range.lowerBound..<end, channels: channels, samples: samples)
  }

  func cancel() { for source in sources { source.cancel() } }
}
