// PeakCache+Upkeep.swift
// The contents of the cache as the user sees them.

import HostIO

extension PeakCache {
  public var contents: FolderContents { entries.contents }

  /// Deletes every entry.
  ///
  /// - Returns: what was deleted.
  @discardableResult public func clear() -> FolderContents { entries.clear() }
}
