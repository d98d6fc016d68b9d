// FileContents.swift
// A small file, whole.

import SystemPackage

/// Reads files that are not sound.
public enum FileContents {
  /// All bytes of a regular file; never hangs on a FIFO or device.
  ///
  /// - Parameter limit: bytes; a longer file is cut there, for nobody needs it.
  public static func read(_ path: FilePath, limit: Int) throws(AudioFileError) -> [UInt8] {
    let file = try FileBytes(path: path)
    let wanted = min(file.count, limit)
    let bytes = file.bytes(at: 0, length: wanted)
    guard bytes.count == wanted else { throw AudioFileError(.readFailed, path: path) }
    return bytes
  }
}
