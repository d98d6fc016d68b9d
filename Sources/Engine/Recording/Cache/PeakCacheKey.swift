// PeakCacheKey.swift
// Everything that peaks depend on: the file and its state, how it is opened, and the version. A value; equal keys mean
// equal peaks.

import AudioFormats
import HostIO
import SystemPackage

/// Identifies a reading and its peaks.
package struct PeakCacheKey: Hashable, Sendable {
  /// The file, when it was last written, and when it was last changed in any way: who puts the first time back, as some
  /// editors and synchronizers do, cannot put back the second.
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
    put(into: &writer)
    writer.number(Int64(file.changed))
    return writer.bytes
  }

  private func put(into writer: inout ByteWriter) {
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
  }

  /// The file name of the entry. Two keys with the same name by chance only replace each other.
  var fileName: String { digits + PeakCache.suffix }

  /// The key as 16 hexadecimal digits, but for the time of any change: a file that was moved, linked or made readable keeps
  /// them. So its new entry replaces the old one, and a remembered view, which would show nothing false, is found again.
  package var digits: String {
    var writer = ByteWriter()
    put(into: &writer)
    let digits = String(XXH64.of(writer.bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
