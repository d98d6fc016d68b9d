// ProjectFile.swift
// Reads and writes project files. The disk is waited for: none of this belongs on the main thread.

import HostIO
import Localization
import SystemPackage

/// Why a project could not be opened.
public struct ProjectError: Error, Sendable {
  public enum Code: Hashable, Sendable, Error {
    case unreadable
    /// It is no project at all.
    case notAProject
    /// A part of it is missing, or wrong.
    case damaged
    /// More bytes or lanes than are accepted.
    case tooLarge
    /// Its version is one of a later program.
    case tooNew(Int)
  }

  public let code: Code
  public let path: FilePath
  public let cause: AudioFileError?

  /// What happened, and what can be done: sentences.
  public var message: String {
    let name = path.displayName
    return switch code {
    case .unreadable: cause.map { "\($0.message) \($0.advice)" } ?? localized("“\(name)” could not be read.")
    case .notAProject: localized("“\(name)” is not a Barline project. Open the recordings themselves.")
    case .damaged:
      localized(
        """
        “\(name)” is damaged: a part of it is missing or wrong. Take a copy from a backup, or open the recordings \
        and put them together again; they are not affected.
        """)
    case .tooLarge:
      localized("“\(name)” is larger than any project that Barline saves. It was not opened.")
    case .tooNew(let version):
      // Translators: the file, the number of its format, and of the latest that is known.
      localized(
        """
        “\(name)” was saved by a later version of Barline (format \(version); this one reads \(Project.version)). \
        Update Barline to open it.
        """)
    }
  }
}

/// The file of a project.
public enum ProjectFile {
  /// What its name ends in, without the dot.
  public static let suffix = "barline"
  /// Bytes of the longest file that is read.
  static let longest = 16 << 20

  /// True for a name that only projects have.
  public static func isProject(_ path: FilePath) -> Bool { path.extension?.lowercased() == suffix }

  /// Reads a project, and looks for its recordings.
  ///
  /// - Parameter path: absolute.
  public static func read(_ path: FilePath) throws(ProjectError) -> Project {
    let bytes: [UInt8]
    do throws(AudioFileError) { bytes = try FileContents.read(path, limit: longest + 1) } catch {
      guard error.code != .emptyFile else { throw ProjectError(code: .damaged, path: path, cause: error) }
      throw ProjectError(code: .unreadable, path: path, cause: error)
    }
    do throws(ProjectError.Code) {
      return try project(bytes, in: path.removingLastComponent()) { FileState(of: $0) != nil }
    } catch {
      throw ProjectError(code: error, path: path, cause: nil)
    }
  }

  static func project(
    _ bytes: [UInt8], in folder: FilePath, exists: (FilePath) -> Bool
  ) throws(ProjectError.Code) -> Project {
    guard bytes.count <= longest else { throw .tooLarge }
    guard let json = try? JSONText(reading: bytes) else { throw .damaged }
    return try Project(json, in: folder, exists: exists)
  }

  /// Writes a project: all of it, or nothing.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - inputs: recordings that must not be written over.
  /// - Returns: the lanes whose noise profiles were left out, because the file would be too long to be read with them.
  @discardableResult
  public static func write(
    _ project: Project, to path: FilePath, notOver inputs: [FilePath]
  ) throws(AudioFileError) -> [ProjectLane] {
    let (kept, leftOut) = project.kept()
    let text = kept.json(in: path.removingLastComponent()).text() + "\n"
    // The file that is replaced may be the only copy.
    try OutputFile(path, notOver: inputs).write(Array(text.utf8))
    return leftOut.map { project.lanes[$0] }
  }
}
