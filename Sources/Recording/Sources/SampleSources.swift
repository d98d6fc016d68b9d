// SampleSources.swift
// Which way of random access suits a recording.

import AudioFormats
import SystemPackage

/// Makes sample sources.
public enum SampleSources {
  /// Recordings of so many seconds at most are decoded from the start for each jump back: it takes a moment.
  static let secondsToDecode = 30

  /// The samples of a file at any place: by jumping where the decoder does that exactly, else from a spool.
  ///
  /// - Parameters:
  ///   - options: as the file was opened first.
  ///   - description: from the reader that did.
  public static func source(
    path: FilePath, options: OpenOptions = OpenOptions(), description: AudioDescription
  ) -> any SampleSource {
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
