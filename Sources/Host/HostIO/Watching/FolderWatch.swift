// FolderWatch.swift
// Notices files of a folder that come, change and go. As with `FileWatch`, looks run on threads of their own; where the
// kernel does not report changes, the folder's own time is looked at every two seconds.

import Glibc
import Synchronization
import SystemPackage

/// Watches one folder until it goes.
public final class FolderWatch: Sendable {
  private let number: Int

  /// A folder as it was at one moment: files that come and go change it, and those that are written to do not.
  public struct Stamp: Equatable, Sendable {
    fileprivate let device: UInt64, inode: UInt64, modified: Int

    /// - Returns: nil when nothing is there, or the system cannot tell.
    public init?(of folder: FilePath) {
      var status = stat()
      guard folder.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
      let state = FileState(status)
      (device, inode, modified) = (state.device, state.inode, state.modified)
    }
  }

  /// - Parameters:
  ///   - stamp: the folder as it was before it was listed; nil: it could not be.
  ///   - onChange: called on a thread of its own whenever the files may have changed since then, one call at a time.
  public init(_ folder: FilePath, since stamp: Stamp?, onChange: @escaping @Sendable () -> Void) {
    let last = Mutex(stamp)
    number = WatchHub.begin(folder, isFolder: true) { isHeard in
      let now = Stamp(of: folder)
      let isOther = last.withLock { last in
        defer { last = now }
        return last != now
      }
      if isHeard || isOther { onChange() }
      return now.map { FileState.hasDriver($0.device) } ?? false
    }
  }

  deinit { WatchHub.end(number) }
}
