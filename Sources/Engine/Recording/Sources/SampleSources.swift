// SampleSources.swift
// Chooses the kind of random access for a recording.

import AudioDecoding
import AudioFormats
import HostIO
import SystemPackage

/// Makes sample sources.
public enum SampleSources {
  /// Recordings of at most this many seconds are decoded from the start after each jump back, which is fast enough.
  static let secondsToDecode = 30

  /// Opens a file and gives its samples. Blocks the calling thread.
  public static func open(
    _ path: FilePath, options: OpenOptions = OpenOptions()
  ) throws(AudioFileError) -> (description: AudioDescription, source: any SampleSource) {
    let reader = try AudioFileReader(path: path, options: options)
    let description = reader.description
    return (description, source(path: path, options: options, description: description))
  }

  /// The samples of a file at any place: by jumps if the decoder does them exactly, else from a spool.
  ///
  /// - Parameters:
  ///   - options: the options with which the file was first opened.
  ///   - description: from the reader that opened it.
  public static func source(
    path: FilePath, options: OpenOptions = OpenOptions(), description: AudioDescription
  ) -> any SampleSource {
    if let signal = options.function { return FunctionSource(signal) }
    let expected = description.expectedFrames
    let isShort = expected > 0 && expected / description.sampleRate < secondsToDecode
    if description.seeking == .exact || isShort {
      return FileSampleSource(path: path, options: options, description: description)
    }
    return description.seeking == .unproven && description.encoding.codec == .opus
      ? OpusSampleSource(path: path, options: options, description: description)
      : SpooledSampleSource(path: path, options: options, description: description)
  }
}
