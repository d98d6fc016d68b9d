// FileState.swift
// The state of a file at one moment, as the file system reports it: enough to tell later whether it is still the same.
// The call may block for ever on a dead network share, so it never runs on the main thread.

import Glibc
import SystemPackage

/// A file as it was at one moment.
public struct FileState: Hashable, Sendable {
  public var device: UInt64
  public var inode: UInt64
  public var byteCount: Int
  /// The time of the last change of its content, in nanoseconds since 1970.
  public var modified: Int
  /// The time of the last change of its content or of what the file system says of it, in nanoseconds since 1970. Unlike
  /// `modified` no program can put it back.
  public var changed: Int
  /// True when this process may read it.
  public var isReadable: Bool

  public init(
    device: UInt64, inode: UInt64, byteCount: Int, modified: Int, changed: Int = 0, isReadable: Bool = true
  ) {
    self.device = device
    self.inode = inode
    self.byteCount = byteCount
    self.modified = modified
    self.changed = changed
    self.isReadable = isReadable
  }

  package init(_ status: stat, isReadable: Bool = true) {
    self.init(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), byteCount: Int(status.st_size),
      modified: Self.nanoseconds(status.st_mtim), changed: Self.nanoseconds(status.st_ctim),
      isReadable: isReadable)
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
  }

  /// The state of the file that a name means.
  ///
  /// - Returns: nil when there is no regular file by that name, or the system cannot tell.
  public init?(of path: FilePath) {
    guard let state = path.withPlatformString({ FileState(of: $0, in: AT_FDCWD) }) else { return nil }
    self = state
  }

  /// - Parameter folder: the descriptor of the folder from which a relative name counts.
  init?(of name: UnsafePointer<CChar>, in folder: Int32) {
    var status = stat()
    guard fstatat(folder, name, &status, 0) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    // As the effective user, as `open` does.
    self.init(status, isReadable: faccessat(folder, name, R_OK, AT_EACCESS) == 0)
  }

  /// The state of an open file, even if its name means another file by now.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// True when its device has a driver: changes of other computers are not told for a network share, which has none.
  var hasDriver: Bool { Self.hasDriver(device) }

  static func hasDriver(_ device: UInt64) -> Bool { device >> 8 & 0xFFF | device >> 32 & ~0xFFF != 0 }

  /// True when `other` is the same file, with any content.
  public func isSameFile(as other: FileState) -> Bool { device == other.device && inode == other.inode }

  /// True when this is the same file with the same content, as far as its length and time tell.
  public func hasSameContent(as other: FileState) -> Bool {
    isSameFile(as: other) && byteCount == other.byteCount && modified == other.modified
  }

  /// True when the file may be `earlier` with bytes added at its end only.
  package func mayContinue(_ earlier: FileState) -> Bool {
    isSameFile(as: earlier) && (byteCount > earlier.byteCount || hasSameContent(as: earlier))
  }
}
