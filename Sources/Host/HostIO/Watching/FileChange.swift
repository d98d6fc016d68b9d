// FileChange.swift
// How a file has changed since it was read. A pure decision from two states of it: no file is touched here.

/// The difference between a file that was read and what is there now.
public enum FileChange: Hashable, Sendable {
  case unchanged
  /// Bytes were added at its end; those before are the same.
  case grown(by: Int)
  /// Bytes were removed from its end.
  case truncated(by: Int)
  /// The same file has other content.
  case rewritten
  /// Its name means another file: editors that write a new one and rename it do this.
  case replaced
  /// There is no file by that name.
  case deleted
  /// The file exists, but this process may no longer read it.
  case permissionLost
  /// Its time differs; its length and the bytes that were compared are the same.
  case touched

  /// - Parameters:
  ///   - old: as it was when it was read.
  ///   - new: as it is now; nil when there is none.
  ///   - keepsBytes: whether the bytes of `old` are still there; nil when they were not, or could not be, compared.
  public init(from old: FileState, to new: FileState?, keepsBytes: Bool?) {
    guard let new else {
      self = .deleted
      return
    }
    if old.isReadable, !new.isReadable {
      self = .permissionLost
    } else if !new.isSameFile(as: old) {
      self = .replaced
    } else if new.byteCount < old.byteCount {
      self = .truncated(by: old.byteCount - new.byteCount)
    } else if new.hasSameContent(as: old) {
      self = .unchanged
    } else if new.byteCount > old.byteCount {
      self = keepsBytes == false ? .rewritten : .grown(by: new.byteCount - old.byteCount)
    } else {
      self = keepsBytes == true ? .touched : .rewritten
    }
  }
}
