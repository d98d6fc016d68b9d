// OutputFile+Picture.swift
// Writes a picture as a whole file or not at all.

import HostIO
import WaveformDrawing

extension OutputFile {
  /// Writes what is drawn.
  ///
  /// - Throws: the error of the file, or why nothing could be drawn.
  func write(_ draw: () throws(DrawingError) -> [UInt8]) throws(AudioFileError) {
    let bytes: [UInt8]
    do throws(DrawingError) { bytes = try draw() } catch {
      throw AudioFileError(
        error.code == .outOfMemory ? .outOfMemory : .writeFailed, path: path, detail: error.message,
        cause: error)
    }
    try write(bytes)
  }
}
