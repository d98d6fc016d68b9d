// DecoderAccess.swift
// The ways to hand a file to libsndfile. Which one suits is found out once; it can be opened so again, which is
// how a decoder that cannot jump goes back.

import SystemPackage

/// How a file is opened for decoding.
enum DecoderAccess: Hashable, Sendable {
  /// By its descriptor: the usual way.
  case descriptor
  /// By its name, for files that are recognised by their suffix only.
  case name
  /// As samples without a header, for WAV files whose header does not know their length.
  case raw(RawLayout)
  /// As a stream, for MP3 files whose length is a guess at which libsndfile would stop.
  case stream

  func open(_ file: borrowing FileBytes, path: FilePath) throws(AudioFileError) -> SndfileHandle {
    do {
      file.rewind()
      switch self {
      case .descriptor: return try SndfileHandle(descriptor: file.descriptor)
      case .name: return try SndfileHandle(path: path)
      case .raw(let layout): return try SndfileHandle(descriptor: file.descriptor, raw: layout)
      case .stream:
        guard let feeder = StreamFeeder(file: file.descriptor) else {
          throw AudioFileError(.outOfMemory, path: path)
        }
        return try SndfileHandle(streaming: feeder)
      }
    } catch let error as AudioFileError {
      throw error
    } catch {
      throw Opening.failure(error, path: path, file: file)
    }
  }
}
