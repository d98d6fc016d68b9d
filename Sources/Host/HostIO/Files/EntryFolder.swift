// EntryFolder.swift
// A folder of the user in which the program keeps small files of its own, and lets the oldest go. A value: everything
// is in the folder. Any thread, any number of programs at once. Files of other programs are left alone.

import Glibc
import SystemPackage

/// A folder of entries: files with one suffix.
package struct EntryFolder: Sendable {
  package let path: FilePath
  /// What the names of entries end in, such as ".peaks".
  package let suffix: String

  /// - Parameter path: need not exist.
  package init(_ path: FilePath, suffix: String) {
    self.path = path
    self.suffix = suffix
  }

  /// A file of the folder.
  package struct File {
    package let path: FilePath
    /// False for a file that is being written.
    package let isEntry: Bool
    package let bytes: Int
    /// The time of the last use, in nanoseconds since 1970.
    package let used: Int
  }

  /// A folder of this program's, after the XDG Base Directory Specification.
  ///
  /// - Parameters:
  ///   - variable: names the base folder; it counts only if it is an absolute path.
  ///   - otherwise: the base folder below the home folder, without the variable.
  ///   - environment: looks up a variable.
  /// - Returns: nil where there is no such folder.
  package static func ofUser(
    _ variable: String, otherwise: FilePath, environment: (String) -> FilePath?
  ) -> FilePath? {
    if let base = environment(variable), base.isAbsolute { return base.appending("barline") }
    guard let home = environment("HOME"), home.isAbsolute else { return nil }
    return home.pushing(otherwise).appending("barline")
  }

  /// An entry for reading; nil where there is none, and where it belongs to another user: a folder that others can write to
  /// (by a variable, or made by a careless script) must not show what they put there.
  package func open(_ path: FilePath) -> FileBytes? {
    guard let file = try? FileBytes(path: path) else { return nil }
    var status = stat()
    guard fstat(file.descriptor, &status) == 0, status.st_uid == geteuid() else { return nil }
    return file
  }

  /// The bytes of an entry, as `open` gives it; nil where it is longer than `limit`.
  package func contents(_ path: FilePath, limit: Int) -> [UInt8]? {
    guard let file = open(path), file.count <= limit else { return nil }
    let bytes = file.bytes(at: 0, length: file.count)
    return bytes.count == file.count ? bytes : nil
  }

  /// A variable of the process.
  package static func variable(_ name: String) -> FilePath? {
    getenv(name).map { FilePath(platformString: $0) }
  }

  /// Seconds since 1970, by the clock that dates files.
  package static var seconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }

  /// Makes the folder, and those above it that are missing, for the user alone.
  package func make() -> Bool {
    var missing: [FilePath] = []
    var path = path
    while !path.withPlatformString({ access($0, F_OK) == 0 }) {
      missing.append(path)
      guard path.removeLastComponent() else { return false }
    }
    return missing.reversed().allSatisfy { path in
      // Another program may be making it at this moment.
      path.withPlatformString { mkdir($0, 0o700) == 0 || errno == EEXIST }
    }
  }

  /// Entries, and files that are being written.
  package var files: [File] {
    guard let listing = path.withPlatformString({ opendir($0) }) else { return [] }
    defer { closedir(listing) }
    var files: [File] = []
    while let item = readdir(listing) {
      let name = withUnsafePointer(to: &item.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(platformString: $0) }
      }
      let isEntry = name.string.hasSuffix(suffix)
      guard isEntry || name.string.hasPrefix(TemporaryName.prefix), name.components.count == 1 else {
        continue
      }
      let path = path.pushing(name)
      guard let state = FileState(of: path) else { continue }
      files.append(File(path: path, isEntry: isEntry, bytes: state.byteCount, used: state.modified))
    }
    return files
  }

  /// Deletes the least recently used entries until the rest is small enough, and unfinished files of programs that
  /// ended while they wrote.
  ///
  /// - Parameters:
  ///   - limit: bytes of all entries.
  ///   - count: of entries.
  package func trim(toBytes limit: Int, count: Int = .max) {
    Leftovers.sweep(path)
    var entries = files.filter(\.isEntry).sorted { $0.used > $1.used }
    var bytes = entries.reduce(0) { $0 + $1.bytes }
    while let oldest = entries.last, bytes > limit || entries.count > count {
      delete(oldest.path)
      bytes -= oldest.bytes
      entries.removeLast()
    }
  }

  /// Deletes the entries that were not used for so many seconds.
  package func delete(olderThan age: Int64) {
    let then = Int(Self.seconds - age) * 1_000_000_000
    for file in files where file.used < then { delete(file.path) }
  }

  @discardableResult package func delete(_ path: FilePath) -> Bool {
    path.withPlatformString { unlink($0) } == 0
  }

  /// All entries as the user sees them.
  package var contents: FolderContents {
    files.filter(\.isEntry).reduce(into: FolderContents()) { $0.add($1) }
  }

  /// Deletes every entry.
  ///
  /// - Returns: what was deleted.
  @discardableResult package func clear() -> FolderContents {
    files.reduce(into: FolderContents()) { sum, file in
      if delete(file.path), file.isEntry { sum.add(file) }
    }
  }
}

/// The number and size of a folder's entries.
public struct FolderContents: Hashable, Sendable {
  public var entries = 0
  /// Bytes of all entries.
  public var bytes = 0

  public init(entries: Int = 0, bytes: Int = 0) {
    self.entries = entries
    self.bytes = bytes
  }

  fileprivate mutating func add(_ file: EntryFolder.File) {
    entries += 1
    bytes += file.bytes
  }
}
