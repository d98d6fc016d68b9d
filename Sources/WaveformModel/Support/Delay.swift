// Delay.swift
// Something that is done a while later, on the main actor. Not by `Task.sleep`, which takes threads of libdispatch's pool:
// once there is one, the pool looks after itself every second for as long as the process lives, and a program that
// shows a picture at rest shall not wake up at all. A timer of the main queue needs no pool.

import Dispatch

/// A deed that waits; called off when this object goes.
@MainActor final class Delay {
  private let timer = DispatchSource.makeTimerSource(queue: .main)

  /// Does `body` once after `time`.
  init(_ time: Duration, _ body: @escaping @MainActor () -> Void) {
    let (seconds, attoseconds) = time.components
    timer.schedule(deadline: .now() + (Double(seconds) + Double(attoseconds) / 1e18))
    timer.setEventHandler { MainActor.assumeIsolated(body) }
    timer.activate()
  }

  isolated deinit { timer.cancel() }
}
