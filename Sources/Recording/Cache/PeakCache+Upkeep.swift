// PeakCache+Upkeep.swift
// The contents of the cache as the user sees them.

extension PeakCache {
  /// The number and size of a cache's entries.
  public struct Contents: Hashable, Sendable {
    public var entries = 0
    /// Bytes of all entries.
    public var bytes = 0

    public init(entries: Int = 0, bytes: Int = 0) {
      self.entries = entries
      self.bytes = bytes
    }
  }

  /// The current contents.
  public var contents: Contents {
    entries.files.filter(\.isEntry).reduce(into: Contents()) { sum, file in
      sum.entries += 1
      sum.bytes += file.bytes
    }
  }

  /// Deletes every entry.
  ///
  /// - Returns: what was deleted.
  @discardableResult public func clear() -> Contents {
    entries.files.reduce(into: Contents()) { sum, file in
      guard entries.delete(file.path), file.isEntry else { return }
      sum.entries += 1
      sum.bytes += file.bytes
    }
  }
}
