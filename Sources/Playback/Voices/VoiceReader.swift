// VoiceReader.swift
// Reads a voice in frames of the time axis. Reading blocks: used on one thread, the engine's.

import AudioFormats
import HostIO
import WaveformCore

/// One voice, moved along the time axis, at the rate of that axis.
final class VoiceReader {
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

  /// Puts the voice among others: into channels of frames that are silent so far.
  ///
  /// - Parameters:
  ///   - range: frames of the time axis.
  ///   - samples: frames of `width` channels, the first of which is that of `range`.
  ///   - channel: the first of this voice.
  /// - Returns: the end of what exists of the voice, or of `range` if that comes first.
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
