// RawChoices.swift
// What was chosen in "Open as Raw Data" since the program was started. Main actor.

import AudioFormats
import SystemPackage

/// Which files were opened as raw data since the program was started, and how.
@MainActor package enum RawChoices {
  private static var formats: [FilePath: (format: RawFormat, isOnlyWay: Bool)] = [:]

  /// The format that was chosen for a file; nil when none was.
  package static func format(of path: FilePath) -> RawFormat? { formats[path]?.format }

  /// The options for opening a file: raw if it cannot be opened otherwise, else the file's own format.
  static func options(for path: FilePath) -> OpenOptions {
    OpenOptions(raw: formats[path].flatMap { $0.isOnlyWay ? $0.format : nil })
  }

  /// - Parameter isOnlyWay: true when the file can be opened only as raw data.
  package static func remember(_ format: RawFormat, for path: FilePath, isOnlyWay: Bool) {
    formats[path] = (format, isOnlyWay || formats[path]?.isOnlyWay == true)
  }
}
