// FolderMaking.swift
// Makes a folder and those above it. Any thread; several may make the same one at once.

import Glibc
import SystemPackage

/// Makes folders.
public enum FolderMaking {
  /// Makes a folder with all that is missing above it; nothing when it is there.
  public static func make(_ folder: FilePath) throws(AudioFileError) {
    guard !folder.isEmpty, !FolderListing.isFolder(folder) else { return }
    try make(folder.removingLastComponent())
    guard folder.withPlatformString({ mkdir($0, 0o777) }) != 0 else { return }
    let error = Errno(rawValue: errno)
    // Another thread may have been faster.
    if error == .fileExists, FolderListing.isFolder(folder) { return }
    throw AudioFileError(.writeFailed, path: folder, errno: error)
  }
}
