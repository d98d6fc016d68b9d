// PeakCacheKey.swift
// Everything that peaks depend on: the file and its state, how it is opened, and the version. A value; equal keys mean
// equal peaks.

import AudioFormats
import HostIO
import SystemPackage

/// Identifies a reading and its peaks.
package struct PeakCacheKey: Hashable, Sendable {
  /// The file and when it was last written.
  var file: FileState
  var options: OpenOptions
  /// The suffix of its name, in lower case: it decides the format of files without a header.
  var suffix: String

  package init(_ file: FileState, path: FilePath, options: OpenOptions) {
    self.file = file
    // Permissions say nothing about the content.
    self.file.isReadable = true
    self.options = options
    suffix = path.extension?.lowercased() ?? ""
  }

  /// The key as stored in an entry: keys are equal when their bytes are.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.number(PeakCacheEntry.formatVersion)
    writer.number(file.device)
    writer.number(file.inode)
    writer.number(Int64(file.byteCount))
    writer.number(Int64(file.modified))
    writer.text(suffix)
    writer.number(orNil: options.audioTrack)
    writer.flag(options.raw != nil)
    if let raw = options.raw {
      writer.text(raw.encoding.rawValue)
      writer.number(Int64(raw.channels))
      writer.number(Int64(raw.sampleRate))
      writer.number(Int64(raw.dataOffset))
    }
    return writer.bytes
  }

  /// The file name of the entry. Two keys with the same name by chance only replace each other.
  var fileName: String { digits + PeakCache.suffix }

  /// The key as 16 hexadecimal digits: what is kept of a file under them belongs to the file as it is now.
  package var digits: String {
    let digits = String(XXH64.of(bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
