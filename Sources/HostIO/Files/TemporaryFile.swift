// TemporaryFile.swift
// A file that is written under a random name and takes its real name when it is complete. A file that never got its
// real name is deleted together with its owner. One thread.

import CLinux
import Glibc
import SystemPackage

/// Owner of an unfinished file.
package struct TemporaryFile: ~Copyable {
  /// The beginning of all temporary names.
  package static let prefix = ".barline-"

  private let path: FilePath
  private var descriptor: Int32
  private let entry: UnfinishedFiles.Entry?
  /// Bytes whose way to the disk has begun, and the least number that is worth a call.
  private var settled = 0
  private static let settledAtOnce = 8 << 20

  /// - Parameters:
  ///   - folder: the folder of the finished file, because a rename works within one file system only.
  ///   - mode: its permissions, before the user's umask.
  package init(in folder: FilePath, mode: mode_t) throws(Errno) {
    guard !UnfinishedFiles.areOver else { throw .canceled }
    // A short name of its own: the real one may be as long as the file system allows, so nothing can be added to it.
    let path = folder.appending("\(Self.prefix)\(getpid())-\(UInt32.random(in: 0...(.max)))")
    // Before the file exists, because a signal may arrive in between.
    let entry = UnfinishedFiles.add(path)
    let descriptor = path.withPlatformString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
    guard descriptor >= 0 else {
      let error = Errno(rawValue: errno)
      if let entry { UnfinishedFiles.remove(entry) }
      throw error
    }
    self.path = path
    self.descriptor = descriptor
    self.entry = entry
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    _ = path.withPlatformString { unlink($0) }
    if let entry { UnfinishedFiles.remove(entry) }
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
  /// - Parameter isSynced: true to wait for the disk first, because the file that is replaced may be the only copy.
  package consuming func take(name: FilePath, isSynced: Bool = false) throws(Errno) {
    if isSynced { try Self.sync(descriptor) }
    let status = close(descriptor)
    descriptor = -1
    guard status == 0 else { throw Errno(rawValue: errno) }
    let renamed = path.withPlatformString { old in name.withPlatformString { rename(old, $0) } }
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
