// StandardInput.swift
// What is piped into the program. Decoders jump, and several read at once, so what has no places to jump to is kept in a
// file without a name first; a file that was given as standard input is read where it is.

import Glibc
import HostIO
import Recording
import Synchronization
import SystemPackage

enum StandardInput {
  /// Where it was found or kept: it can be read only once.
  private static let known = Mutex<FilePath?>(nil)

  /// A path by which standard input can be opened any number of times, also by a child process.
  static func path() throws(AudioFileError) -> FilePath {
    if let path = known.withLock({ $0 }) { return path }
    let path = try find()
    known.withLock { $0 = path }
    return path
  }

  private static func find() throws(AudioFileError) -> FilePath {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
      return path(of: STDIN_FILENO)
    }
    let spool = try SpoolPlace.standard.makeFile(ofSize: 0, for: "-")
    var offset = 0
    try read { (bytes) throws(AudioFileError) in
      try spool.write(bytes, at: offset)
      offset += bytes.count
    }
    // It is read until the program ends.
    _ = Unmanaged.passRetained(spool)
    return path(of: spool.descriptor)
  }

  /// Everything, in memory: for lists.
  static func bytes() throws(AudioFileError) -> [UInt8] {
    var all: [UInt8] = []
    try read { (bytes) throws(AudioFileError) in all += bytes }
    return all
  }

  private static func path(of descriptor: Int32) -> FilePath {
    FilePath("/proc/\(getpid())/fd/\(descriptor)")
  }

  private static func read(
    _ body: (UnsafeRawBufferPointer) throws(AudioFileError) -> Void
  ) throws(AudioFileError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { buffer.deallocate() }
    while true {
      let count = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      if count == 0 { return }
      if count < 0 {
        let error = Errno(rawValue: errno)
        if error == .interrupted { continue }
        throw AudioFileError(.readFailed, path: "-", errno: error)
      }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}
