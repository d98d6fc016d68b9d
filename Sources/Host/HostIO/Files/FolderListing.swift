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

  /// True when files can be made in a folder.
  public static func isWritable(_ folder: FilePath) -> Bool {
    folder.withPlatformString { faccessat(AT_FDCWD, $0, W_OK | X_OK, AT_EACCESS) } == 0
  }

  /// A file of a folder. Its path is made when it is asked for: ten thousand paths take longer than all the rest.
  public struct Entry: Sendable {
    private let folder: FilePath
    /// The name as it is, with a zero at its end: it need not be UTF-8.
    public let bytes: [CChar]
    /// The name, with marks of replacement for what is no UTF-8.
    public let name: String
    public let state: FileState

    public var path: FilePath { folder.pushing(FilePath(platformString: bytes)) }

    fileprivate init(_ folder: FilePath, _ name: UnsafePointer<CChar>, _ state: FileState) {
      self.folder = folder
      self.name = String(cString: name)
      self.state = state
      bytes = Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))
    }
  }

  /// The regular files of a folder that are not hidden, sorted by name.
  public static func files(in folder: FilePath) throws(AudioFileError) -> [FilePath] {
    try entries(in: folder).map(\.path)
  }

  /// The same, with the state of each file.
  public static func entries(in folder: FilePath) throws(AudioFileError) -> [Entry] {
    guard let listing = folder.withPlatformString({ opendir($0) }) else {
      let error = Errno(rawValue: errno)
      throw AudioFileError(.readFailed, path: folder, errno: error)
    }
    defer { closedir(listing) }
    let descriptor = dirfd(listing)
    var files: [Entry] = []
    while let item = readdir(listing) {
      let found = withUnsafePointer(to: &item.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { name -> Entry? in
          guard name.pointee != 0x2E, let state = FileState(of: name, in: descriptor) else { return nil }
          return Entry(folder, name, state)
        }
      }
      if let found { files.append(found) }
    }
    return sorted(files)
  }

  /// Files of any folders, sorted by name; those that are gone are left out.
  public static func entries(of paths: [FilePath]) -> [Entry] {
    sorted(
      paths.compactMap { path in
        guard let state = FileState(of: path), let name = path.lastComponent else { return nil }
        return name.withPlatformString { Entry(path.removingLastComponent(), $0, state) }
      })
  }

  private static func sorted(_ entries: [Entry]) -> [Entry] {
    entries.map { ($0, Key($0.name)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// A name as it is compared: letters one by one, capitals as small ones, and digits side by side as a number.
  private struct Key: Comparable {
    /// Flat, because ten thousand names are compared a hundred thousand times.
    private let bytes: [UInt8]
    private let name: String

    init(_ name: String) {
      self.name = name
      var bytes: [UInt8] = []
      var number: [UInt8] = []
      func finish() {
        guard !number.isEmpty else { return }
        let value = number.drop { $0 == 48 }
        // Among letters a number is where its first digit would be; longer ones are larger. Names have at most 255 bytes.
        bytes += [48, UInt8(min(value.count, 255))] + value
        number = []
      }
      for byte in name.lowercased().utf8 {
        if (48...57).contains(byte) {
          number.append(byte)
        } else {
          finish()
          bytes.append(byte)
        }
      }
      finish()
      self.bytes = bytes
    }

    static func < (a: Key, b: Key) -> Bool {
      a.bytes == b.bytes ? a.name < b.name : a.bytes.lexicographicallyPrecedes(b.bytes)
    }
  }
}
