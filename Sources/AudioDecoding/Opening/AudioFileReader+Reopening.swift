// AudioFileReader+Reopening.swift
// Opening a recording a second time, for random access: it must still be the one whose peaks are shown.

import AudioFormats
import HostIO
import SystemPackage

extension AudioFileReader {
  /// Opens a file once more.
  ///
  /// - Throws: `damaged` when it has become another one than `description` says.
  package static func reopen(
    _ path: FilePath, options: OpenOptions, as description: AudioDescription
  ) throws(AudioFileError) -> AudioFileReader {
    let reader = try AudioFileReader(path: path, options: options)
    guard reader.description.channels == description.channels,
      reader.description.sampleRate == description.sampleRate,
      reader.description.byteCount == description.byteCount,
      description.fileState.map({ reader.description.fileState?.hasSameContent(as: $0) == true }) ?? true
    else {
      throw AudioFileError(.damaged, path: path, detail: "it was changed while it was open")
    }
    return reader
  }
}
