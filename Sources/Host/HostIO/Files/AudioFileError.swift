// AudioFileError.swift
// What can go wrong with a sound file, for people: a status page shows `message` and `advice`, the command line
// shows `reason`. The texts of libraries are never passed on, because they mislead.

import Localization
import SystemPackage

/// Why a sound file could not be opened, read or written.
public struct AudioFileError: Error, Sendable {
  public enum Code: Sendable, CaseIterable {
    /// There is nothing by that name.
    case notFound
    case isFolder
    /// A FIFO, a device or a socket: it has no length, and reading it might never end.
    case notARegularFile
    case noPermission
    /// The file holds no byte.
    case emptyFile
    /// The content is no sound format that is known.
    case unknownFormat
    /// A known format, or a known container with an encoding, that cannot be read here.
    case unsupportedFormat
    /// A format that is read with the help of ffmpeg, which is not installed.
    case needsFFmpeg
    /// A part of Barline itself is missing: the program that decodes.
    case incompleteInstallation
    /// This system cannot lock the process that decodes.
    case noLock
    /// There is no audio track of the number that was asked for.
    case noSuchTrack
    /// No channels, no sample rate, or not a single frame.
    case noAudio
    /// The file holds no noise profile, or the stretch no noise.
    case noNoise
    /// Not one frame can be read, though the format is known.
    case damaged
    /// The file system or the device failed.
    case readFailed
    /// The file could not be written.
    case writeFailed
    /// No room on the disk for what reading needs.
    case noSpace
    case outOfMemory
    /// The program or the system has reached its limit of open files.
    case tooManyOpenFiles
    /// Symbolic links that lead in a circle.
    case linksInACircle
  }

  public let code: Code
  /// Bytes, not a String: a file name need not be UTF-8.
  public let path: FilePath
  /// More about the cause, in words that fit into a sentence: the name of the format, or what the system said.
  public let clause: Sentence?
  /// An `Errno`, a `SndfileError` or the end of a child process.
  public let cause: (any Error)?

  public init(_ code: Code, path: FilePath, detail: Sentence?, cause: (any Error)? = nil) {
    self.code = code
    self.path = path
    clause = detail
    self.cause = cause
  }

  /// - Parameter detail: the same in every language.
  public init(_ code: Code, path: FilePath, detail: String? = nil, cause: (any Error)? = nil) {
    self.init(code, path: path, detail: detail.map { Sentence(verbatim: $0) }, cause: cause)
  }

  /// An error of the system, whose words are the detail.
  public init(_ code: Code, path: FilePath, errno: Errno) {
    self.init(code, path: path, detail: errno.sentence, cause: errno)
  }

  /// `clause` for people.
  public var detail: String? { clause?.localized }

  /// The same error of a file that is called otherwise.
  public func about(_ path: FilePath) -> AudioFileError {
    AudioFileError(code, path: path, detail: clause, cause: cause)
  }

  /// The error for a system call that failed with `errno`.
  package init(reading path: FilePath, errno: Errno) {
    if errno == .noSuchFileOrDirectory, path.isAddress {
      self.init(.notARegularFile, path: path, detail: Sentence("an address"), cause: errno)
      return
    }
    let code: Code =
      switch errno {
      case .tooManyOpenFiles, .tooManyOpenFilesInSystem: .tooManyOpenFiles
      case .tooManySymbolicLinkLevels: .linksInACircle
      case .noSuchFileOrDirectory, .notDirectory: .notFound
      case .permissionDenied, .notPermitted: .noPermission
      case .isDirectory: .isFolder
      case .noMemory: .outOfMemory
      case .noSuchAddressOrDevice: .notARegularFile
      default: .readFailed
      }
    self.init(code, path: path, detail: code == .readFailed ? errno.sentence : nil, cause: errno)
  }
}

extension Errno {
  /// What the system says, in words that fit into a sentence.
  public var sentence: Sentence { Sentence(errno: rawValue) }
}

extension FilePath {
  /// True for what looks like an address of the network or of data: "https://…", "data:…".
  package var isAddress: Bool {
    let name = string.lowercased()
    return ["http:/", "https:/", "ftp:/", "rtsp:/", "smb:/", "data:"].contains { name.hasPrefix($0) }
  }
}

/// A code of libsndfile, kept for bug reports only.
public struct SndfileError: Error, Hashable, Sendable {
  public let code: Int32

  package init(code: Int32) { self.code = code }
}
