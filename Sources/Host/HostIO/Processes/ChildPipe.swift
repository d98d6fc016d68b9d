// ChildPipe.swift
// The ends of pipes and sockets between this process and a child of it.

import CLinux
import Glibc
import SystemPackage

/// Moves two descriptors above those that a child is given, so that none is overwritten; closes the old ones.
private func raised(_ ends: [Int32]) throws(Errno) -> (Int32, Int32) {
  let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
  let error = errno
  ends.forEach { close($0) }
  guard high.allSatisfy({ $0 >= 0 }) else {
    high.filter { $0 >= 0 }.forEach { close($0) }
    throw Errno(rawValue: error)
  }
  return (high[0], high[1])
}

/// Two ends of a socket, closed unless taken, like `ChildPipe`. Both are -1 when no socket is needed.
struct ChildConnection: ~Copyable {
  private var nearEnd: Int32
  let farEnd: Int32

  init(isNeeded: Bool) throws(Errno) {
    var ends: [Int32] = [-1, -1]
    guard isNeeded else {
      (nearEnd, farEnd) = (-1, -1)
      return
    }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Errno(rawValue: errno) }
    (nearEnd, farEnd) = try raised(ends)
  }

  deinit {
    if nearEnd >= 0 { close(nearEnd) }
    if farEnd >= 0 { close(farEnd) }
  }

  consuming func takeNearEnd() -> Int32 {
    let taken = nearEnd
    nearEnd = -1
    return taken
  }
}

/// Two ends of a pipe, closed unless taken. Both are -1 when no pipe is needed.
struct ChildPipe: ~Copyable {
  private(set) var readEnd: Int32
  private(set) var writeEnd: Int32

  init(isNeeded: Bool = true) throws(Errno) {
    var ends: [Int32] = [-1, -1]
    guard isNeeded else {
      (readEnd, writeEnd) = (-1, -1)
      return
    }
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw Errno(rawValue: errno) }
    (readEnd, writeEnd) = try raised(ends)
  }

  deinit {
    if readEnd >= 0 { close(readEnd) }
    if writeEnd >= 0 { close(writeEnd) }
  }

  consuming func takeReadEnd() -> Int32 {
    let taken = readEnd
    readEnd = -1
    return taken
  }

  consuming func takeWriteEnd() -> Int32 {
    let taken = writeEnd
    writeEnd = -1
    return taken
  }
}
