// UncheckedSendable.swift
// What callbacks of C hand over to the main actor, on whose thread they are called.

/// The user data of a callback.
typealias Data = UnsafeMutableRawPointer?

/// Passes a C pointer or a closure into `MainActor.assumeIsolated`, on the same thread.
struct UncheckedSendable<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
