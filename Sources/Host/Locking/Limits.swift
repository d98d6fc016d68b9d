// Limits.swift
// What a locked process may use at most (setrlimit(2)). The filter has no call that could raise them.
//
// RLIMIT_NPROC counts all processes and threads of the user, but only those who start one are refused: a process that
// starts threads without end leaves the rest to the user's programs.

import Glibc
import SystemPackage

/// Limits of a locked process.
enum Limits {
  /// Open files, and the number of the life line, which this process must be able to open. A power of two: 256, or what
  /// the user's own limit leaves of that. ffmpeg opens the recording once for each place that it is asked for
  /// (`FFmpeg.places`).
  static let descriptors: Int = {
    var limit = rlimit()
    guard getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
    let last = max(1, min(limit.rlim_cur, 257) - 1)
    return 1 << (Int(rlim_t.bitWidth) - 1 - last.leadingZeroBitCount)
  }()

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
  ///
  /// - Parameters:
  ///   - mostBytes: how long the file may become that it writes; nil when it writes none. Its parent raises that with what
  ///     it sends (`ChildProcess.allow`), so only the lower of both limits is set.
  ///   - source: the open file that it reads.
  static func setForProgram(mostBytes: UInt?, source: Int32) throws(CageError) {
    try set(RLIMIT_DATA, 2 << 30, "memory")
    if let mostBytes {
      var size = try limit(RLIMIT_FSIZE, "file size")
      size.rlim_cur = min(size.rlim_cur, rlim_t(mostBytes))
      guard setrlimit(Int32(RLIMIT_FSIZE.rawValue), &size) == 0 else {
        throw .failed("file size", Errno(rawValue: errno))
      }
    } else {
      try set(RLIMIT_FSIZE, 0, "file size")
      try limitTime(source)
    }
    try setForAll()
  }

  /// Ends what decodes for much longer than whole files of such a length take: in some containers a million samples may
  /// claim the same bytes.
  private static func limitTime(_ source: Int32) throws(CageError) {
    var status = stat()
    let bytes = fstat(source, &status) == 0 ? UInt(max(0, status.st_size)) : 0
    // SIGXCPU comes with the first limit, SIGKILL with the second.
    let seconds = 120 + 10 * (bytes >> 20)
    try set(RLIMIT_CPU, seconds + 5, "processor time")
    var time = try limit(RLIMIT_CPU, "processor time")
    time.rlim_cur = min(time.rlim_cur, rlim_t(seconds))
    guard setrlimit(Int32(RLIMIT_CPU.rawValue), &time) == 0 else {
      throw .failed("processor time", Errno(rawValue: errno))
    }
  }

  private static func setForAll() throws(CageError) {
    // All addresses together stay far below those that there are, so that the kernel never comes to choose a low one
    // (`FirstStart`), and the tables of pages for them stay small.
    try set(RLIMIT_AS, 64 << 30, "addresses")
    // RLIMIT_NPROC, which Swift does not see. Half of it may be more than a desktop lets the session have; and where it
    // is low, decoders need their threads all the same.
    let half = try limit(__rlimit_resource(6), "threads").rlim_max / 2
    try set(__rlimit_resource(6), max(1024, min(half, UInt(threadsOfAll() + 1024))), "threads")
    try set(RLIMIT_CORE, 0, "core")
    try set(RLIMIT_NOFILE, UInt(descriptors), "descriptors")
  }

  /// Threads that there are now, of everybody: "0.20 0.18 0.12 1/80 11206" (/proc/loadavg, proc(5)). Nearly as many as
  /// there may be, where the file cannot be read.
  private static func threadsOfAll() -> Int {
    let file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let text = String(unsafeUninitializedCapacity: 128) { max(0, read(file, $0.baseAddress, $0.count)) }
    let fields = text.split(whereSeparator: { " /".contains($0) })
    return fields.count > 4 ? Int(fields[4]) ?? 1 << 20 : 1 << 20
  }

  private static func limit(_ kind: __rlimit_resource, _ name: String) throws(CageError) -> rlimit {
    var limit = rlimit()
    guard getrlimit(Int32(kind.rawValue), &limit) == 0 else { throw .failed(name, Errno(rawValue: errno)) }
    return limit
  }

  /// A limit that is lower already stays.
  private static func set(_ kind: __rlimit_resource, _ most: UInt, _ name: String) throws(CageError) {
    var limit = try limit(kind, name)
    limit.rlim_max = min(limit.rlim_max, rlim_t(most))
    limit.rlim_cur = min(limit.rlim_cur, limit.rlim_max)
    guard setrlimit(Int32(kind.rawValue), &limit) == 0 else { throw .failed(name, Errno(rawValue: errno)) }
  }
}
