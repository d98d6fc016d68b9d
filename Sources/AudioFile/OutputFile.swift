// OutputFile.swift
// Writes a whole file or nothing: into a temporary file beside it, which then takes its name. Never touches the
// file that is being read.

import Glibc
import SystemPackage

/// A file that is about to be written.
public struct OutputFile: Sendable {
  /// Where the bytes go; a symbolic link has been followed.
  public let path: FilePath
  private let mode: mode_t

  /// Looks whether the file can be written, so that a mistake shows before the work is done.
  ///
  /// - Parameters:
  ///   - path: need not exist; its folder must.
  ///   - input: the file that is read: refused when it is the same one, by whatever name.
  public init(_ path: FilePath, notOver input: FilePath) throws(AudioFileError) {
    var target = path
    var status = stat()
    if path.withPlatformString({ stat($0, &status) }) == 0 {
      var other = stat()
      if input.withPlatformString({ stat($0, &other) }) == 0, other.st_dev == status.st_dev,
        other.st_ino == status.st_ino
      {
        throw AudioFileError(.writeFailed, path: path, detail: "it is the file that is read")
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        let what = status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is not a regular file"
        throw AudioFileError(.writeFailed, path: path, detail: what)
      }
      mode = status.st_mode & 0o777
      if let real = path.withPlatformString({ realpath($0, nil) }) {
        target = FilePath(platformString: real)
        free(real)
      }
    } else {
      mode = 0o666
    }
    self.path = target
    guard Self.folder(of: target).withPlatformString({ access($0, W_OK | X_OK) }) == 0 else {
      throw Self.failure(path)
    }
  }

  /// Writes the file. When that fails, what was there before is still there, and nothing else.
  public func write(_ bytes: [UInt8]) throws(AudioFileError) {
    // A short name: the file's own may be as long as the file system allows.
    let temporary = Self.folder(of: path).appending(".barline-\(getpid())-\(UInt32.random(in: 0...(.max)))")
    let descriptor = temporary.withPlatformString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
    guard descriptor >= 0 else { throw Self.failure(path) }
    var isWritten = Self.writeAll(bytes, to: descriptor)
    let error = errno
    if close(descriptor) != 0 { isWritten = false }
    guard isWritten else {
      _ = temporary.withPlatformString { unlink($0) }
      errno = error
      throw Self.failure(path)
    }
    let renamed = temporary.withPlatformString { old in path.withPlatformString { rename(old, $0) } }
    guard renamed == 0 else {
      let failure = Self.failure(path)
      _ = temporary.withPlatformString { unlink($0) }
      throw failure
    }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let step = Glibc.write(descriptor, buffer.baseAddress! + sent, buffer.count - sent)
        if step < 0 && errno == EINTR { continue }
        guard step > 0 else { return false }
        sent += step
      }
      return true
    }
  }

  private static func folder(of path: FilePath) -> FilePath {
    let folder = path.removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  private static func failure(_ path: FilePath) -> AudioFileError {
    let error = Errno(rawValue: errno)
    return AudioFileError(.writeFailed, path: path, detail: error.description, cause: error)
  }
}
