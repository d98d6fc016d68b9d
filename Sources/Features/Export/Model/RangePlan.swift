// RangePlan.swift
// Which files the ranges of marks become in a folder. Values; whoever asks for a plan waits for the disk.

import HostIO
import SystemPackage
import WaveformCore

/// The files that the ranges of marks become. None of them was there when it was planned.
struct RangePlan: Equatable, Sendable {
  let folder: FilePath
  let paths: [FilePath]
  let ranges: [FrameRange]
  /// How many names got a number because the folder has such a file.
  let taken: Int
}

/// Ranges of marks with their names.
struct RangePlanner: Sendable {
  let marks: [String]
  let ranges: [FrameRange]
  let stem: String, suffix: String

  /// The plan for a folder, of which each name is asked for. Not on the main thread.
  func plan(in folder: FilePath) -> RangePlan {
    let names = names { FileState(of: folder.appending($0)) != nil }
    return RangePlan(
      folder: folder, paths: names.names.map { folder.appending($0) }, ranges: ranges, taken: names.taken)
  }

  func names(isTaken: (String) -> Bool) -> RangeNames {
    RangeNames(marks, stem: stem, suffix: suffix, isTaken: isTaken)
  }
}
