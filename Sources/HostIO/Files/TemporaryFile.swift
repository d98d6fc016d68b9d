// TemporaryFile.swift
// A file that is being written under a name of no meaning, until it takes the name that it is for. One thread;
// what never got its name is deleted with its owner.

import CLinux
import Glibc
import SystemPackage

/// Owner of a file that is not finished.
package struct TemporaryFile: ~Copyable {
  /// How the names begin.
  package static let prefix = ".barline-"

  private let path: FilePath
  private var descriptor: Int32
  private let entry: UnfinishedFiles.Entry?
  /// Bytes that are on their way to the disk, and how many are worth a call.
  private var settled = 0
  private static let settledAtOnce = 8 << 20

  /// - Parameters:
  ///   - folder: the folder of the finished file: only within one file system can a name be taken over.
  ///   - mode: its permissions, less those that the user's mask takes away.
  package init(in folder: FilePath, mode: mode_t) throws(Errno) {
    guard !UnfinishedFiles.areOver else { throw .canceled }
    // A short name: the finished one may be as long as the file system allows.
    let path = folder.appending("\(Self.prefix)\(getpid())-\(UInt32.random(in: 0...(.max)))")
    // Before the file is there: a signal may come in between.
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

  /// The open descriptor, for whoever writes into the file himself.
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

  /// Begins to bring to the disk what was written since the last call, once it is enough to be worth it, and waits for
  /// nothing: so that in the end there is little left to wait for.
  package mutating func settle() {
    let end = lseek(descriptor, 0, SEEK_CUR)
    guard end - settled >= Self.settledAtOnce else { return }
    // Where it cannot be done, nothing is lost but time.
    _ = sync_file_range(
      descriptor, Int64(settled), Int64(end - settled), UInt32(BARLINE_SYNC_FILE_RANGE_WRITE))
    settled = end
  }

  /// Gives the file its name; what had it before is gone in the same moment.
  ///
  /// - Parameter isSynced: true when it must be on the disk before: what had the name may be all that somebody has.
  package consuming func take(name: FilePath, isSynced: Bool = false) throws(Errno) {
    // Some file systems cannot sync, and say so by EINVAL.
    if isSynced, fsync(descriptor) != 0, errno != EINVAL { throw Errno(rawValue: errno) }
    let status = close(descriptor)
    descriptor = -1
    guard status == 0 else { throw Errno(rawValue: errno) }
    let renamed = path.withPlatformString { old in name.withPlatformString { rename(old, $0) } }
    guard renamed == 0 else { throw Errno(rawValue: errno) }
  }
}
