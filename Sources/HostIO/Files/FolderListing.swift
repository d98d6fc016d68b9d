// FolderListing.swift
// The files of a folder, in the order in which people count: take 2 before take 10. Any thread.

import Glibc
import SystemPackage

/// Lists folders.
public enum FolderListing {
  /// True when a folder is there, or a link to one.
  public static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withPlatformString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The regular files of a folder that are not hidden, sorted by name.
  public static func files(in folder: FilePath) throws(AudioFileError) -> [FilePath] {
    guard let listing = folder.withPlatformString({ opendir($0) }) else {
      let error = Errno(rawValue: errno)
      throw AudioFileError(.readFailed, path: folder, detail: error.description, cause: error)
    }
    defer { closedir(listing) }
    var files: [FilePath] = []
    while let item = readdir(listing) {
      let name = withUnsafePointer(to: &item.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(platformString: $0) }
      }
      guard !name.string.hasPrefix(".") else { continue }
      let path = folder.pushing(name)
      var status = stat()
      guard path.withPlatformString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      files.append(path)
    }
    return files.map { (path: $0, key: Key($0.lastComponent?.string ?? "")) }
      .sorted { $0.key < $1.key }.map(\.path)
  }

  /// A name as it is compared: letters one by one, capitals as small ones, and digits side by side as a number.
  private struct Key: Comparable {
    private let parts: [[UInt8]]
    private let name: String

    init(_ name: String) {
      self.name = name
      var parts: [[UInt8]] = []
      var number: [UInt8] = []
      func finish() {
        guard !number.isEmpty else { return }
        let value = number.drop { $0 == 48 }
        // Among letters a number is where its first digit would be; longer ones are larger. Names have at most 255 bytes.
        parts.append([48, UInt8(min(value.count, 255))] + value)
        number = []
      }
      for byte in name.lowercased().utf8 {
        if (48...57).contains(byte) {
          number.append(byte)
        } else {
          finish()
          parts.append([byte])
        }
      }
      finish()
      self.parts = parts
    }

    static func < (a: Key, b: Key) -> Bool {
      for (one, other) in zip(a.parts, b.parts) where one != other {
        return one.lexicographicallyPrecedes(other)
      }
      return a.parts.count != b.parts.count ? a.parts.count < b.parts.count : a.name < b.name
    }
  }
}
