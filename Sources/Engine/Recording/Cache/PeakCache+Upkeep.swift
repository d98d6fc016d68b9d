// PeakCache+Upkeep.swift
// The contents of the cache as the user sees them.

import HostIO

extension PeakCache {
  /// Measures and spectra belong to the peaks of the same recording: they count in bytes only.
  public var contents: FolderContents {
    var contents = entries.contents
    for suffix in [Self.measureSuffix, Self.spectraSuffix] {
      contents.entries = max(0, contents.entries - EntryFolder(folder, suffix: suffix).contents.entries)
    }
    return contents
  }

  /// Deletes every entry.
  ///
  /// - Returns: what was deleted.
  @discardableResult public func clear() -> FolderContents { entries.clear() }
}
