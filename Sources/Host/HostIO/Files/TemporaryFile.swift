// TemporaryFile.swift
// A file that takes its name when it is complete, and of which nothing is left before: where the file system allows it has
// no name until then, so that the system deletes it even after SIGKILL. Elsewhere it has a random name, and is deleted
// together with its owner. One thread.

import CLinux
import Glibc
import SystemPackage

/// Owner of an unfinished file.
package struct TemporaryFile: ~Copyable {
  private let folder: FilePath
  private let descriptor: Int32
  /// Nil: it has none.
  private var temporaryName: TemporaryName?
  /// Bytes whose way to the disk has begun, and the least number that is worth a call.
  private var settled = 0
  private static let settledAtOnce = 8 << 20

  /// - Parameters:
  ///   - folder: the folder of the finished file, because a file gets a name within its file system only.
  ///   - mode: its permissions, before the user's umask.
  ///   - mayBeUnnamed: false for tests of file systems that have no files without names.
  package init(in folder: FilePath, mode: mode_t, mayBeUnnamed: Bool = true) throws(Errno) {
    guard !UnfinishedFiles.areOver else { throw .canceled }
    let canBeUnnamed = WritingPlace.canNameFiles(in: folder) && mayBeUnnamed
    let (descriptor, name) = try Self.open(in: folder, mode: mode, canBeUnnamed: canBeUnnamed)
    Leftovers.hold(descriptor)
    self.folder = folder
    self.descriptor = descriptor
    temporaryName = name
  }

  private static func open(
    in folder: FilePath, mode: mode_t, canBeUnnamed: Bool
  ) throws(Errno) -> (Int32, TemporaryName?) {
    if canBeUnnamed, let unnamed = UnnamedFile.open(folder, O_RDWR, mode: mode, mayGetName: true) {
      return (unnamed, nil)
    }
    let name = TemporaryName(in: folder)
    let named = name.path.withPlatformString { Glibc.open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
    guard named >= 0 else {
      let error = Errno(rawValue: errno)
      name.remove()
      throw error
    }
    return (named, name)
  }

  deinit {
    close(descriptor)
    temporaryName?.remove()
  }

  /// The open descriptor, for code that writes into the file by itself.
  package var number: Int32 { descriptor }

  /// Writes the bytes that follow.
  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
    var sent = 0
    while sent < bytes.count {
      let step = Glibc.write(descriptor, bytes.baseAddress! + sent, bytes.count - sent)
      if step < 0 && errno == EINTR { continue }
      guard step > 0 else { throw Errno(rawValue: step == 0 ? ENOSPC : errno) }
      sent += step
    }
  }

  /// Starts to write back to the disk what was written since the last call, if that is enough to be worth it. Does not
  /// wait, so that little is left to wait for at the end.
  package mutating func settle() {
    let end = lseek(descriptor, 0, SEEK_CUR)
    guard end - settled >= Self.settledAtOnce else { return }
    // A failure costs only time.
    _ = sync_file_range(
      descriptor, Int64(settled), Int64(end - settled), UInt32(BARLINE_SYNC_FILE_RANGE_WRITE))
    settled = end
  }

  /// Gives the file its name, and so replaces any file of that name in one step.
  ///
  /// Waits for the disk first: the file that is replaced may be the only copy, and whoever is told that there is a new one
  /// may delete what it was made of.
  ///
  /// - Parameter isCache: true for what can be made again at any time: nobody waits for it.
  /// - Throws: `canceled` when the process is about to end.
  package consuming func take(name: FilePath, isCache: Bool = false) throws(Errno) {
    if !isCache { try Self.sync(descriptor) }
    guard !UnfinishedFiles.areOver else { throw .canceled }
    // What network shares have to say about the last bytes they say when a descriptor is closed.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, close(copy) == 0 else { throw Errno(rawValue: errno) }
    if temporaryName == nil {
      do throws(Errno) {
        return try UnnamedFile.name(descriptor, name)
      } catch {
        guard error == .fileExists else { throw error }
      }
      // A link replaces nothing, and only a file that has a name can be renamed. For this moment it has ours.
      let own = TemporaryName(in: folder)
      temporaryName = own
      try UnnamedFile.name(descriptor, own.path)
    }
    guard let old = temporaryName?.path else { return }
    let renamed = old.withPlatformString { old in name.withPlatformString { rename(old, $0) } }
    guard renamed == 0 else { throw Errno(rawValue: errno) }
  }

  /// Returns when everything that was written into an open file lies on its disk.
  package static func sync(_ descriptor: Int32) throws(Errno) {
    while fsync(descriptor) != 0 {
      if errno == EINTR { continue }
      // EINVAL means that the file system cannot sync.
      if errno == EINVAL { return }
      throw Errno(rawValue: errno)
    }
  }
}
