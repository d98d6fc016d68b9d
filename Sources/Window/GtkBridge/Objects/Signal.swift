// Signal.swift
// Connects signals to closures. The box of a closure is retained when connecting and released only by the
// closure's destroy notify. Trampolines are file-scope functions that C calls on the main thread.

import CGtk
import Synchronization

/// Holds a Swift closure for C.
final class Box<Closure> {
  let closure: Closure

  init(_ closure: Closure) {
    self.closure = closure
    liveBoxes.add(1, ordering: .relaxed)
  }

  deinit { liveBoxes.subtract(1, ordering: .relaxed) }

  /// A retained pointer for a C callback's user data.
  var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func closure(_ data: UnsafeMutableRawPointer?) -> Closure {
    Unmanaged<Box<Closure>>.fromOpaque(data!).takeUnretainedValue().closure
  }
}

private let liveBoxes = Atomic<Int>(0)

/// The number of closures that C holds now: tests check that none is left.
public var liveCallbackCount: Int { liveBoxes.load(ordering: .relaxed) }

/// Destroy notifies may come from any thread.
func releaseBox(_ data: UnsafeMutableRawPointer?) { Unmanaged<AnyObject>.fromOpaque(data!).release() }
private func releaseClosure(_ data: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<GClosure>?) {
  releaseBox(data)
}

/// A connected handler.
@MainActor public struct SignalConnection {
  let object: UnsafeMutableRawPointer
  let identifier: gulong

  /// Disconnects; the object must still be alive.
  public func disconnect() { g_signal_handler_disconnect(object, identifier) }
}

public typealias Action0 = @MainActor () -> Void
public typealias Action2 = @MainActor (Double, Double) -> Void

extension NativeObject {
  /// Connects to a signal without arguments, or whose arguments are not needed.
  @discardableResult
  public func connect(_ signal: String, _ handler: @escaping Action0) -> SignalConnection {
    attach(
      signal, unsafeBitCast(call0 as @convention(c) (Data, Data) -> Void, to: GCallback.self), Box(handler))
  }

  /// Connects to a signal without arguments behind all handlers that are connected in the usual way, now or later.
  func connectAfter(_ signal: String, _ handler: @escaping Action0) -> SignalConnection {
    attach(
      signal, unsafeBitCast(call0 as @convention(c) (Data, Data) -> Void, to: GCallback.self), Box(handler),
      G_CONNECT_AFTER)
  }

  /// Connects to a signal whose handler returns whether it handled it.
  @discardableResult
  public func connectBool(_ signal: String, _ handler: @escaping @MainActor () -> Bool) -> SignalConnection {
    attach(
      signal, unsafeBitCast(callBool as @convention(c) (Data, Data) -> gboolean, to: GCallback.self),
      Box(handler))
  }

  /// Connects to changes of a property.
  @discardableResult
  public func connectNotify(_ property: String, _ handler: @escaping Action0) -> SignalConnection {
    attach(
      "notify::" + property,
      unsafeBitCast(callNotify as @convention(c) (Data, Data, Data) -> Void, to: GCallback.self), Box(handler)
    )
  }

  /// Connects to a signal with two numbers, as those of gestures.
  @discardableResult
  func connect2(_ signal: String, _ handler: @escaping Action2) -> SignalConnection {
    attach(
      signal,
      unsafeBitCast(call2 as @convention(c) (Data, Double, Double, Data) -> Void, to: GCallback.self),
      Box(handler))
  }

  /// Where one wrapper lives as long as the object, no other may be connected: a weak reference to that in the closure would
  /// be gone when the closure is called, and what somebody chose be lost without a word.
  func attach<Closure>(
    _ signal: String, _ callback: GCallback, _ box: Box<Closure>, _ flags: GConnectFlags = GConnectFlags(0)
  ) -> SignalConnection {
    precondition(
      NativeObject.kept(raw).map { $0 === self } ?? true, "a second wrapper is connected to \(signal)")
    let identifier = g_signal_connect_data(
      raw, signal, callback, box.retained, releaseClosure, flags)
    precondition(identifier > 0, "no signal \(signal)")
    return SignalConnection(object: raw, identifier: identifier)
  }
}

private func call0(_: Data, _ data: Data) {
  let closure = UncheckedSendable(Box<Action0>.closure(data))
  MainActor.assumeIsolated { OwnTime.count(closure.value) }
}

private func callNotify(_: Data, _: Data, _ data: Data) { call0(nil, data) }

private func callBool(_: Data, _ data: Data) -> gboolean {
  let closure = UncheckedSendable(Box<@MainActor () -> Bool>.closure(data))
  return MainActor.assumeIsolated { OwnTime.count(closure.value) } ? 1 : 0
}

private func call2(_: Data, _ x: Double, _ y: Double, _ data: Data) {
  let closure = UncheckedSendable(Box<Action2>.closure(data))
  MainActor.assumeIsolated { OwnTime.count { closure.value(x, y) } }
}
