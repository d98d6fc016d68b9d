// Limits.swift
// What a locked process may use at most (setrlimit(2)). The filter has no call that could raise them.
//
// RLIMIT_NPROC counts all processes and threads of the user, but only those who start one are refused: with half of it,
// a process that starts threads without end leaves the other half to the user's programs.

import Glibc
import SystemPackage

/// Limits of a locked process.
enum Limits {
  /// Open files, and the number of the life line. A power of two. ffmpeg opens the recording once for each place that
  /// it is asked for (`FFmpeg.places`).
  static let descriptors = 256

  /// A decoder: it has the files that it was given, and writes to none.
  static func setForDecoder() throws(CageError) {
    try set(RLIMIT_DATA, 512 << 20, "memory")
    try set(RLIMIT_FSIZE, 0, "file size")
    // RLIMIT_MEMLOCK, which Swift does not see.
    try set(__rlimit_resource(8), 0, "locked memory")
    try setForAll()
  }

  /// ffmpeg. Its memory is limited as it is written, not as addresses: on a machine with 64 cores it reserves 4 GiB of
  /// them for the heaps of its threads and uses none.
  static func setForProgram(writes: Bool) throws(CageError) {
    try set(RLIMIT_DATA, 2 << 30, "memory")
    if !writes { try set(RLIMIT_FSIZE, 0, "file size") }
    try setForAll()
  }

  private static func setForAll() throws(CageError) {
    // All addresses together stay far below those that there are, so that the kernel never comes to choose a low one
    // (`FirstStart`), and the tables of pages for them stay small.
    try set(RLIMIT_AS, 64 << 30, "addresses")
    try set(__rlimit_resource(6), nil, "threads")
    try set(RLIMIT_CORE, 0, "core")
    try set(RLIMIT_NOFILE, UInt(descriptors), "descriptors")
  }

  /// A limit that is lower already stays.
  ///
  /// - Parameter most: nil for half of what it is, if that is many.
  private static func set(_ kind: __rlimit_resource, _ most: UInt?, _ name: String) throws(CageError) {
    var limit = rlimit()
    guard getrlimit(Int32(kind.rawValue), &limit) == 0 else { throw .failed(name, Errno(rawValue: errno)) }
    let half = max(limit.rlim_max / 2, min(limit.rlim_max, 1024))
    limit.rlim_max = min(limit.rlim_max, most.map { rlim_t($0) } ?? half)
    limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
    guard setrlimit(Int32(kind.rawValue), &limit) == 0 else { throw .failed(name, Errno(rawValue: errno)) }
  }
}
