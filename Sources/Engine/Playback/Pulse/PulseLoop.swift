// PulseLoop.swift
// libpulse's event loop on the thread that runs it: descriptors, timers, and a wake-up by other threads.
// Sound: objects of libpulse are used on this thread only. Callbacks get pointers to objects that their owner
// keeps until it has freed the event.

import CPulse
import Glibc
import HostIO

/// Runs until `end`; used on one thread.
final class PulseLoop {
  private let loop: OpaquePointer
  let api: UnsafeMutablePointer<pa_mainloop_api>
  private var event: OpaquePointer?
  private let wake: WakeDescriptor
  private let woken: () -> Void

  /// - Parameter woken: called on the loop's thread after a signal.
  init?(wake: WakeDescriptor, woken: @escaping () -> Void) {
    guard let loop = pa_mainloop_new() else { return nil }
    self.loop = loop
    api = pa_mainloop_get_api(loop)
    self.wake = wake
    self.woken = woken
    event = api.pointee.io_new(
      api, wake.descriptor, PA_IO_EVENT_INPUT, wakeSignalled, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    if let event { api.pointee.io_free(event) }
    pa_mainloop_free(loop)
  }

  func run() { pa_mainloop_run(loop, nil) }
  func end() { pa_mainloop_quit(loop, 0) }

  fileprivate func signalled() {
    wake.clear()
    woken()
  }
}

private func wakeSignalled(
  _: UnsafeMutablePointer<pa_mainloop_api>?, _: OpaquePointer?, _: Int32, _: pa_io_event_flags_t,
  _ loop: UnsafeMutableRawPointer?
) {
  Unmanaged<PulseLoop>.fromOpaque(loop!).takeUnretainedValue().signalled()
}

/// Calls a closure once, later, unless it is rescheduled or cancelled. Used on the loop's thread.
final class PulseTimer {
  private let api: UnsafeMutablePointer<pa_mainloop_api>
  private let context: OpaquePointer
  private var event: OpaquePointer?
  private let body: () -> Void
  /// When it is due, in microseconds of libpulse's clock.
  private var due: UInt64 = 0
  /// Seconds by which it fired too late the last time.
  private(set) var lateness = 0.0

  /// - Parameter context: must outlive the timer.
  init(_ api: UnsafeMutablePointer<pa_mainloop_api>, _ context: OpaquePointer, body: @escaping () -> Void) {
    self.api = api
    self.context = context
    self.body = body
    event = pa_context_rttime_new(
      context, UInt64.max, timerFired, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { if let event { api.pointee.time_free(event) } }

  func fire(after seconds: Double) {
    guard let event else { return }
    due = pa_rtclock_now() + UInt64(seconds * 1e6)
    pa_context_rttime_restart(context, event, due)
  }

  func cancel() {
    guard let event else { return }
    pa_context_rttime_restart(context, event, UInt64.max)
  }

  fileprivate func fired() {
    lateness = max(0, Double(pa_rtclock_now()) - Double(due)) / 1e6
    body()
  }
}

private func timerFired(
  _: UnsafeMutablePointer<pa_mainloop_api>?, _: OpaquePointer?, _: UnsafePointer<timeval>?,
  _ timer: UnsafeMutableRawPointer?
) {
  Unmanaged<PulseTimer>.fromOpaque(timer!).takeUnretainedValue().fired()
}
