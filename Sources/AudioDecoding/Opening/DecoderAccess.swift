// DecoderAccess.swift
// The ways to get at the samples of a file. Which one suits is found out once; it can be opened so again: for
// every thread that reads, and by a decoder that cannot jump in order to go back.

import AudioFormats
import Functions
import HostIO
import SystemPackage

/// How a file is opened for decoding.
package enum DecoderAccess: Hashable, Sendable {
  /// By libsndfile: the usual way.
  case sndfile
  /// By libsndfile and the file's name, for files that are recognised by their suffix only.
  case name
  /// As plain samples.
  case raw(RawLayout)
  /// By libmpg123, from the first frame on, which begins at that byte.
  case mpeg(from: Int)
  /// By libsndfile, and what is damaged is stepped over.
  case flac
  /// By libvorbisfile.
  case vorbis
  /// By libopusfile.
  case opus
  /// By an ffmpeg of our own.
  case ffmpeg(FFmpegStream)
  /// By a formula; the file is none.
  case function(FunctionSignal)

  /// True when jumps cost nothing.
  package var isPlain: Bool {
    switch self {
    case .raw, .function: true
    default: false
    }
  }

  package func open(_ file: FileBytes, path: FilePath) throws(AudioFileError) -> any Decoder {
    let decoder: (any Decoder)? =
      switch self {
      case .raw(let layout): PCMDecoder(file, layout: layout)
      case .mpeg(let start): MPEGDecoder(file, from: start)
      case .vorbis: VorbisDecoder(FileWindow(file))
      case .opus: OpusDecoder(FileWindow(file))
      case .flac: FLACDecoder(file, try openSndfile(file, path: path))
      case .ffmpeg(let stream): try openFFmpeg(file, path: path, stream)
      case .function(let signal): FunctionDecoder(signal)
      case .sndfile, .name: try openSndfile(file, path: path)
      }
    guard let decoder else {
      throw Opening.failure(AudioFileError(.damaged, path: path), path: path, file: file)
    }
    return decoder
  }

  private func openFFmpeg(
    _ file: FileBytes, path: FilePath, _ stream: FFmpegStream
  ) throws(AudioFileError) -> FFmpegDecoder {
    do { return try FFmpegDecoder(file, stream) } catch {
      throw FFmpegOpening.failure(error, path: path, guess: FormatGuess(file))
    }
  }

  /// - Precondition: one of libsndfile's ways, or libmpg123's, to be told what is in the file.
  func openSndfile(_ file: FileBytes, path: FilePath) throws(AudioFileError) -> SndfileDecoder {
    var window: FileWindow?
    do {
      switch self {
      case .name: return try SndfileDecoder(path: path)
      case .mpeg(let start):
        window = FileWindow(file, range: start..<file.count)
        return try SndfileDecoder(window!)
      default:
        window = FileWindow(file)
        return try SndfileDecoder(window!)
      }
    } catch {
      // The library says that the file is damaged; the device knows better.
      if let failure = window?.failure { throw AudioFileError(reading: path, errno: failure) }
      if let ended = window?.searchEnded { throw ended.error(path) }
      throw Opening.failure(error, path: path, file: file)
    }
  }
}
