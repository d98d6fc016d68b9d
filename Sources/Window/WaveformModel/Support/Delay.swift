// Delay.swift
// Does something later, on the main actor. Not with `Task.sleep`, which starts threads of libdispatch's pool:
// once there is one, the pool checks itself every second for as long as the process lives, but a program that
// shows a picture at rest must not wake up. A timer of the main queue needs no pool.

import Dispatch

/// A delayed call; cancelled when this object goes.
@MainActor package final class Delay {
  private let timer = DispatchSource.makeTimerSource(queue: .main)

  /// Calls `body` once after `time`.
  package init(_ time: Duration, _ body: @escaping @MainActor () -> Void) {
    let (seconds, attoseconds) = time.components
    timer.schedule(deadline: .now() + (Double(seconds) + Double(attoseconds) / 1e18))
    timer.setEventHandler { MainActor.assumeIsolated(body) }
    timer.activate()
  }

  isolated deinit { timer.cancel() }
}
