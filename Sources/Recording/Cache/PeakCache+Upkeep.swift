// PeakCache+Upkeep.swift
// The contents of the cache as the user sees them.

import HostIO

extension PeakCache {
  /// Measures belong to the peaks of the same recording: they count in bytes only.
  public var contents: FolderContents {
    var contents = entries.contents
    contents.entries = max(
      0, contents.entries - EntryFolder(folder, suffix: Self.measureSuffix).contents.entries)
    return contents
  }

  /// Deletes every entry.
  ///
  /// - Returns: what was deleted.
  @discardableResult public func clear() -> FolderContents { entries.clear() }
}
