// CageError.swift
// Why a process could not be locked. It then ends before it has read a byte of the file; who started it makes a
// sentence of the exit status (`DecoderProgram`), these words go to standard error.

import SystemPackage

/// A lock that did not close, or what it needs and has not.
package enum CageError: Error, Hashable, CustomStringConvertible {
  /// The life line is not open: nothing would end the process with its parent.
  case noLifeline
  /// The process has more than one thread: the others would stay free.
  case hasThreads
  /// The kernel has no filter for system calls.
  case noSystemCallFilter
  /// The program is a script or of a format that cannot be started in a lock.
  case notAProgram(String)
  /// The program cannot be started.
  case cannotStart(String, Errno)
  /// A step of locking failed.
  case failed(String, Errno)

  package var description: String {
    switch self {
    case .noLifeline: "the life line is not open"
    case .hasThreads: "other threads are running"
    case .noSystemCallFilter: "this kernel cannot filter system calls (seccomp)"
    case .notAProgram(let path): "\(path): no program for this system; a script cannot be locked"
    case .cannotStart(let path, let errno): "\(path): \(errno)"
    case .failed(let step, let errno): "\(step): \(errno)"
    }
  }
}
