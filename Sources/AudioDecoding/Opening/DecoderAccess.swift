// DecoderAccess.swift
// The ways to get at the samples of a file. Which one suits is found out once; it can be opened so again: for
// every thread that reads, and by a decoder that cannot jump in order to go back.

import AudioFormats
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
  /// By libsndfile from a byte on, for MP3 files with something in front.
  case part(from: Int)
  /// By libsndfile as a stream from a byte on, for MP3 files whose length is a guess at which it would stop.
  case stream(from: Int)
  /// By libsndfile, and what is damaged is stepped over.
  case flac
  /// By libvorbisfile.
  case vorbis
  /// By libopusfile.
  case opus
  /// By an ffmpeg of our own.
  case ffmpeg(FFmpegStream)

  package func open(_ file: FileBytes, path: FilePath) throws(AudioFileError) -> any Decoder {
    let decoder: (any Decoder)? =
      switch self {
      case .raw(let layout): PCMDecoder(file, layout: layout)
      case .vorbis: VorbisDecoder(file)
      case .opus: OpusDecoder(file)
      case .flac: FLACDecoder(file, try openSndfile(file, path: path))
      case .ffmpeg(let stream): try openFFmpeg(file, path: path, stream)
      case .sndfile, .name, .part, .stream: wrapped(try openSndfile(file, path: path), file)
      }
    guard let decoder else {
      throw Opening.failure(AudioFileError(.damaged, path: path), path: path, file: file)
    }
    return decoder
  }

  /// MP3 and its like with what steps over damage.
  func wrapped(_ decoder: SndfileDecoder, _ file: FileBytes) -> any Decoder {
    decoder.isMPEG && self != .name ? MPEGDecoder(file, decoder, self) : decoder
  }

  private func openFFmpeg(
    _ file: FileBytes, path: FilePath, _ stream: FFmpegStream
  ) throws(AudioFileError) -> FFmpegDecoder {
    do { return try FFmpegDecoder(file, stream) } catch {
      throw FFmpegOpening.failure(error, path: path, guess: FormatGuess(file))
    }
  }

  /// - Precondition: one of libsndfile's ways.
  func openSndfile(_ file: FileBytes, path: FilePath) throws(AudioFileError) -> SndfileDecoder {
    var window: FileWindow?
    do {
      switch self {
      case .name: return try SndfileDecoder(path: path)
      case .part(let start):
        window = FileWindow(file, range: start..<file.count)
        return try SndfileDecoder(window!)
      case .stream(let start):
        guard let feeder = StreamFeeder(file, from: start) else {
          throw AudioFileError(.outOfMemory, path: path)
        }
        return try SndfileDecoder(streaming: feeder)
      default:
        window = FileWindow(file)
        return try SndfileDecoder(window!)
      }
    } catch let error as AudioFileError {
      throw error
    } catch {
      // The library says that the file is damaged; the device knows better.
      if let failure = window?.failure { throw AudioFileError(reading: path, errno: failure) }
      throw Opening.failure(error, path: path, file: file)
    }
  }
}
