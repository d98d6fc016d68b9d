// FileChange.swift
// What has become of a file since it was read. A pure decision from two looks at it: no file is touched here.

/// The difference between a file that was read and what is there now.
public enum FileChange: Hashable, Sendable {
  case unchanged
  /// Bytes came at its end; those before are the same.
  case grown(by: Int)
  /// Bytes at its end are gone.
  case truncated(by: Int)
  /// The same file holds something else.
  case rewritten
  /// Its name means another file: editors that write a new one and rename it do this.
  case replaced
  /// There is no file by that name.
  case deleted
  /// It is there, but may not be read any more.
  case permissionLost
  /// Its time is another one, its length and the bytes that were compared are the same.
  case touched

  /// - Parameters:
  ///   - old: as it was when it was read.
  ///   - new: as it is now; nil when there is none.
  ///   - keepsBytes: whether the bytes that `old` had are still there; nil when nobody looked, or could.
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
