// SpoolFile.swift
// A temporary file without a name: the system deletes it when its last user closes it, even if the process crashes.
// Reading and writing are by position, so any number of threads may do either; `GrowingSpool` knows what has been
// written.

import Glibc
import HostIO
import Localization
import SystemPackage

/// Owner of a file without a name.
package final class SpoolFile: Sendable {
  let folder: FilePath
  package let descriptor: Int32
  /// The recording; errors name it.
  private let path: FilePath

  /// - Parameters:
  ///   - folder: created when it does not exist, together with its parent folder.
  ///   - path: the recording; errors name it.
  init(in folder: FilePath, for path: FilePath) throws(AudioFileError) {
    _ = folder.removingLastComponent().withPlatformString { mkdir($0, 0o700) }
    _ = folder.withPlatformString { mkdir($0, 0o700) }
    if let unnamed = UnnamedFile.open(folder, O_RDWR, mode: 0o600, mayGetName: false) {
      descriptor = unnamed
    } else {
      // Not every file system supports that.
      let name = TemporaryName(in: folder)
      descriptor = name.path.withPlatformString { open($0, O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL, 0o600) }
      let error = Errno(rawValue: errno)
      name.remove()
      guard descriptor >= 0 else { throw Self.failure(error, in: folder, for: path) }
    }
    self.folder = folder
    self.path = path
  }

  deinit {
    // The file system takes long to free gigabytes, and this may be the main thread.
    let descriptor = descriptor
    var status = stat()
    let isLarge = fstat(descriptor, &status) == 0 && status.st_size > 16 << 20
    if !isLarge || !BackgroundThread.start({ close(descriptor) }) { close(descriptor) }
  }

  /// Writes all of `bytes` at `offset`.
  ///
  /// - Throws: `noSpace` when the disk is full, `readFailed` when it fails.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(AudioFileError) {
    var done = 0
    while done < bytes.count {
      let step = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, offset + done)
      if step < 0 && errno == EINTR { continue }
      guard step > 0 else {
        throw Self.failure(step == 0 ? .noSpace : Errno(rawValue: errno), in: folder, for: path)
      }
      done += step
    }
  }

  /// Fills `bytes` with what stands at `offset`, which must have been written.
  func read(at offset: Int, into bytes: UnsafeMutableRawBufferPointer) throws(AudioFileError) {
    var done = 0
    while done < bytes.count {
      let step = pread(descriptor, bytes.baseAddress! + done, bytes.count - done, offset + done)
      if step < 0 && errno == EINTR { continue }
      guard step > 0 else {
        throw Self.failure(step == 0 ? .ioError : Errno(rawValue: errno), in: folder, for: path)
      }
      done += step
    }
  }

  private static func failure(_ error: Errno, in folder: FilePath, for path: FilePath) -> AudioFileError {
    let name = folder.displayPath
    switch error {
    case .noSpace, .diskQuotaExceeded, .fileTooLarge:
      return AudioFileError(.noSpace, path: path, detail: Sentence("“\(name)” is full"), cause: error)
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
      return AudioFileError(.tooManyOpenFiles, path: path, cause: error)
    default:
      // Translators: %1$s is a folder, %2$s what the system says.
      let detail = Sentence("its decoded samples cannot be kept in “\(name)”: \(error.sentence)")
      return AudioFileError(.readFailed, path: path, detail: detail, cause: error)
    }
  }
}
