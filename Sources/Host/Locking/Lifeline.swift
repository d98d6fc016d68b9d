// Lifeline.swift
// Death with the parent: the child holds the reading end of a pipe whose other end only the parent has. When the parent
// goes, in whatever way, the kernel sends SIGKILL, also to a process that computes in a loop, and after exec.
//
// Not PR_SET_PDEATHSIG: that one follows the *thread* which started the process, and ours end long before.
// Sound: calls on descriptors, no memory.

import CLinux
import Glibc
import SystemPackage

/// The pipe that ends this process with its parent.
enum Lifeline {
  /// Where the parent puts the reading end (`Spawn`).
  static let handedOver: Int32 = 5
  /// Where it stays: the first number that `Limits.descriptors` forbids. So no other file can be put in its place, and
  /// one bit of a number tells it from all that can be open (`SystemCallFilter.Condition`).
  static let place = Int32(Limits.descriptors)

  /// Asks the kernel for SIGKILL when the other end closes (fcntl(2), F_SETOWN, F_SETSIG, O_ASYNC). Before Landlock:
  /// the signal is then sent in the name of a process without a domain.
  static func hold() throws(CageError) {
    var state = stat()
    guard fstat(handedOver, &state) == 0, state.st_mode & S_IFMT == S_IFIFO else { throw .noLifeline }
    guard dup2(handedOver, place) == place else { throw .failed("life line", Errno(rawValue: errno)) }
    close(handedOver)
    guard fcntl(place, F_SETOWN, getpid()) == 0, fcntl(place, Int32(BARLINE_F_SETSIG), SIGKILL) == 0,
      fcntl(place, F_SETFL, O_RDONLY | O_ASYNC | O_NONBLOCK) == 0
    else { throw .failed("life line", Errno(rawValue: errno)) }
    // Gone before that: no signal will come.
    var wish = pollfd(fd: place, events: Int16(POLLIN), revents: 0)
    if poll(&wish, 1, 0) != 0 { _exit(1) }
  }
}
