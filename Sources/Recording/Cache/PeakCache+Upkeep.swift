// PeakCache+Upkeep.swift
// Lists and trims the folder of the cache. Files of other programs are left alone.

import Glibc
import HostIO
import SystemPackage

extension PeakCache {
  /// The number and size of a cache's entries.
  public struct Contents: Hashable, Sendable {
    public var entries = 0
    /// Bytes of all entries.
    public var bytes = 0

    public init(entries: Int = 0, bytes: Int = 0) {
      self.entries = entries
      self.bytes = bytes
    }
  }

  /// The current contents.
  public var contents: Contents {
    files.filter(\.isEntry).reduce(into: Contents()) { sum, file in
      sum.entries += 1
      sum.bytes += file.bytes
    }
  }

  /// Deletes every entry.
  ///
  /// - Returns: what was deleted.
  @discardableResult public func clear() -> Contents {
    files.reduce(into: Contents()) { sum, file in
      guard delete(file.path), file.isEntry else { return }
      sum.entries += 1
      sum.bytes += file.bytes
    }
  }

  /// Deletes the least recently used entries until the rest is small enough, and unfinished files of programs that
  /// ended while they wrote.
  func trim() {
    let files = files
    let longAgo = Int(Self.seconds - 600) * 1_000_000_000
    for file in files where !file.isEntry && file.used < longAgo { delete(file.path) }
    var bytes = files.reduce(0) { $0 + ($1.isEntry ? $1.bytes : 0) }
    for file in files.filter(\.isEntry).sorted(by: { $0.used < $1.used }) where bytes > byteLimit {
      delete(file.path)
      bytes -= file.bytes
    }
  }

  @discardableResult func delete(_ path: FilePath) -> Bool { path.withPlatformString { unlink($0) } == 0 }

  fileprivate struct File {
    let path: FilePath
    let isEntry: Bool
    let bytes: Int
    /// The time of the last use, in nanoseconds since 1970.
    let used: Int
  }

  /// Entries, and files that are being written.
  private var files: [File] {
    guard let listing = folder.withPlatformString({ opendir($0) }) else { return [] }
    defer { closedir(listing) }
    var files: [File] = []
    while let item = readdir(listing) {
      let name = withUnsafePointer(to: &item.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(platformString: $0) }
      }
      let isEntry = name.string.hasSuffix(Self.suffix)
      guard isEntry || name.string.hasPrefix(TemporaryFile.prefix), name.components.count == 1 else {
        continue
      }
      let path = folder.pushing(name)
      guard let state = FileState(of: path) else { continue }
      files.append(File(path: path, isEntry: isEntry, bytes: state.byteCount, used: state.modified))
    }
    return files
  }
}
