// FolderContents.swift
// What a folder view is about, and what there is of it at one moment: files, and beside which of them there are marks.
// Listing blocks the calling thread.

import AudioFormats
import HostIO
import Localization
import Marks
import SystemPackage

/// What a folder view shows.
public enum FolderSource: Hashable, Sendable {
  case folder(FilePath)
  /// Files of any folders.
  case files([FilePath])

  /// For people.
  public var name: String {
    switch self {
    case .folder(let path): path.displayName
    case .files: localized("Recordings")
    }
  }

  /// The folder in which all of it lies; nil where there are several.
  var folder: FilePath? {
    switch self {
    case .folder(let path): return path
    case .files(let paths):
      let folders = Set(paths.map { $0.removingLastComponent() })
      return folders.count == 1 ? folders.first : nil
    }
  }
}

/// A folder that was listed.
struct FolderContents {
  /// Rows of which nothing is known yet, sorted by name.
  let rows: [FolderRow]

  init(_ source: FolderSource) throws(AudioFileError) {
    switch source {
    case .folder(let folder):
      let entries = try FolderListing.entries(in: folder)
      // Where nothing can be written, marks are kept elsewhere.
      if FolderListing.isWritable(folder) {
        let suffix = KeptMarks.suffix
        var marks: [String: FileState] = [:]
        for entry in entries where entry.name.hasSuffix(suffix) {
          marks[String(entry.name.dropLast(suffix.count))] = entry.state
        }
        self.init(entries.filter { !$0.name.hasSuffix(suffix) }) { marks.isEmpty ? nil : marks[$0.name] }
      } else {
        self.init(entries) { KeptMarks(of: $0.path).state }
      }
    case .files(let paths):
      self.init(FolderListing.entries(of: paths), areOfOneFolder: false) { KeptMarks(of: $0.path).state }
    }
  }

  private init(
    _ entries: [FolderListing.Entry], areOfOneFolder: Bool = true, marks: (FolderListing.Entry) -> FileState?
  ) {
    rows = entries.enumerated().map { place, entry in
      let folder = areOfOneFolder ? [] : entry.path.string.utf8.map { CChar(bitPattern: $0) }
      var row = FolderRow(entry, identity: folder + entry.bytes)
      row.place = place
      row.marks = marks(entry)
      return row
    }
  }
}
