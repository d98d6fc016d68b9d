// CodecAccess+Open.swift
// Opens a file with a codec library in a way that is known.

import AudioFormats
import Decoding
import HostIO
import SystemPackage

extension CodecAccess {
  /// - Parameter path: for errors.
  package func open(_ file: FileBytes, path: FilePath) throws(AudioFileError) -> any Decoder {
    let decoder: (any Decoder)? =
      switch self {
      case .mpeg(let start): MPEGDecoder(file, from: start)
      case .vorbis: VorbisDecoder(FileWindow(file))
      case .opus: OpusDecoder(FileWindow(file))
      case .flac: FLACDecoder(file, try openSndfile(file, path: path))
      case .sndfile, .headerless: try openSndfile(file, path: path)
      }
    guard let decoder else {
      throw HeaderFault.failure(AudioFileError(.damaged, path: path), path: path, file: file)
    }
    return decoder
  }

  /// - Precondition: one of libsndfile's ways, or libmpg123's, to be told what is in the file.
  func openSndfile(_ file: FileBytes, path: FilePath) throws(AudioFileError) -> SndfileDecoder {
    var range: Range<Int>?, codec: HeaderlessCodec?
    if case .mpeg(let start) = self { range = start..<file.count }
    if case .headerless(let known) = self { codec = known }
    let window = FileWindow(file, range: range)
    do {
      return try SndfileDecoder(window, codec)
    } catch {
      // The library says that the file is damaged; the device knows better.
      if let failure = window.failure { throw AudioFileError(reading: path, errno: failure) }
      if let ended = window.searchEnded { throw ended.error(path) }
      throw HeaderFault.failure(error, path: path, file: file)
    }
  }
}
