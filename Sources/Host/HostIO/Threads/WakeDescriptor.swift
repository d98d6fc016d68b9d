// WakeDescriptor.swift
// A descriptor that another thread can make readable. (Swift's Glibc module has no eventfd.)

import Glibc

/// Wakes a loop that polls descriptors. Several signals before the loop polls count as one.
package final class WakeDescriptor: Sendable {
  /// Readable after a signal.
  package let descriptor: Int32
  private let writing: Int32

  package init() {
    var ends: [Int32] = [-1, -1]
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    _ = socketpair(AF_UNIX, Int32(kind), 0, &ends)
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if writing >= 0 { close(writing) }
  }

  package func signal() {
    var byte: UInt8 = 1
    _ = send(writing, &byte, 1, Int32(MSG_NOSIGNAL))
  }

  /// Makes the descriptor unreadable until the next signal.
  ///
  /// - Returns: false when there was no signal.
  @discardableResult
  package func clear() -> Bool {
    var bytes: (UInt64, UInt64) = (0, 0)
    var isSignalled = false
    while read(descriptor, &bytes, 16) > 0 { isSignalled = true }
    return isSignalled
  }
}
