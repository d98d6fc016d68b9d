// DecoderSource.swift
// Whence the samples of a file come. What suits it is found out once; it can be opened so again: for every thread that
// reads, and by a decoder that cannot jump in order to go back.

import AudioFormats
import Decoding
import Functions
import HostIO
import SystemPackage

/// How a file is decoded.
package enum DecoderAccess: Sendable {
  /// As plain samples.
  case raw(RawLayout)
  /// By a codec library, in a process of its own.
  case codec(CodecAccess, CodecHost, channels: Int)
  /// By an ffmpeg of our own.
  case ffmpeg(FFmpegStream)
  /// By a formula; the file is none.
  case function(FunctionSignal)
}

/// An open file, and how it is decoded.
package struct DecoderSource: Sendable {
  package let file: FileBytes
  package let access: DecoderAccess
  private let path: FilePath

  init(_ file: FileBytes, _ path: FilePath, _ access: DecoderAccess) {
    (self.file, self.path, self.access) = (file, path, access)
  }

  /// True when jumps cost nothing.
  package var isPlain: Bool {
    switch access {
    case .raw, .function: true
    case .codec, .ffmpeg: false
    }
  }

  /// True when such a decoder can go near a frame without decoding everything before it.
  package var canJump: Bool {
    if case .ffmpeg = access { false } else { true }
  }

  /// Another decoder of the file, at its beginning.
  package func open() throws(AudioFileError) -> any Decoder {
    switch access {
    case .raw(let layout): return PCMDecoder(file, layout: layout)
    case .function(let signal): return FunctionDecoder(signal)
    case .ffmpeg(let stream):
      do { return try FFmpegDecoder(file, stream) } catch {
        throw FFmpegOpening.failure(error, path: path, guess: FormatGuess(file))
      }
    case .codec(let access, let host, let channels):
      let decoder = try host.decoder(path: path)
      try decoder.open(access, channels: channels)
      return decoder
    }
  }
}
