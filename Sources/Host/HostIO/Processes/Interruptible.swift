// Interruptible.swift
// What can be made to end from another thread, so that whoever waits for it goes on at once.

/// A process, or an errand given to one, for which a thread may be waiting.
package protocol Interruptible: AnyObject, Sendable {
  /// Ends it; a read that waits for it returns. From any thread, any number of times.
  func terminate()
}

extension ChildProcess: Interruptible {}
