// OutputFile.swift
// Writes a whole file or nothing: the bytes go into a temporary file in the same folder, which then takes the name.
// Never touches the file that is being read.

import Glibc
import Localization
import SystemPackage

/// A file that is about to be written.
public struct OutputFile: Sendable {
  /// The path of the finished file, with symbolic links resolved.
  public let path: FilePath
  private let mode: mode_t

  /// Checks that the file can be written, so that a mistake shows before the work is done.
  ///
  /// - Parameters:
  ///   - path: need not exist; its folder must.
  ///   - input: the file that is read; refused when it is the same file, even by another name.
  public init(_ path: FilePath, notOver input: FilePath) throws(AudioFileError) {
    try self.init(path, notOver: [input])
  }

  /// Checks that the file can be written.
  ///
  /// - Parameters:
  ///   - inputs: all files that are read.
  ///   - isNew: true when nobody was asked about overwriting: a file that is there is refused.
  public init(_ path: FilePath, notOver inputs: [FilePath], isNew: Bool = false) throws(AudioFileError) {
    var target = path
    var status = stat()
    if path.withPlatformString({ stat($0, &status) }) == 0 {
      guard !isNew else {
        throw AudioFileError(
          .writeFailed, path: path,
          detail: Sentence("there is a file of that name already; choose another one"))
      }
      for (index, input) in inputs.enumerated() {
        var other = stat()
        guard input.withPlatformString({ stat($0, &other) }) == 0, other.st_dev == status.st_dev,
          other.st_ino == status.st_ino
        else { continue }
        throw AudioFileError(
          .writeFailed, path: path,
          detail: index == 0
            ? Sentence("it is the file that is read") : Sentence("it is one of the files that are read"))
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        throw AudioFileError(
          .writeFailed, path: path,
          detail: isFolder ? Sentence("it is a folder") : Sentence("it is not a regular file"))
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

  /// Writes the file. When that fails, the old file is unchanged and no new one remains.
  public func write(_ bytes: [UInt8]) throws(AudioFileError) {
    do throws(Errno) {
      var file = try temporary()
      var failure: Errno?
      bytes.withUnsafeBytes { (bytes) in
        do throws(Errno) { try file.write(bytes) } catch { failure = error }
      }
      if let failure { throw failure }
      try file.take(name: path)
    } catch {
      throw AudioFileError(.writeFailed, path: path, errno: error)
    }
  }

  /// The final path with its folder resolved: equal for two outputs that would take the same name.
  public var place: FilePath {
    guard let folder = Self.folder(of: path).withPlatformString({ realpath($0, nil) }),
      let name = path.lastComponent
    else { return path }
    defer { free(folder) }
    return FilePath(platformString: folder).appending(name)
  }

  /// An empty temporary file that can take this file's name.
  package func temporary() throws(Errno) -> TemporaryFile {
    try TemporaryFile(in: Self.folder(of: path), mode: mode)
  }

  private static func folder(of path: FilePath) -> FilePath {
    let folder = path.removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  private static func failure(_ path: FilePath) -> AudioFileError {
    AudioFileError(.writeFailed, path: path, errno: Errno(rawValue: errno))
  }
}
