// PulseSession.swift
// Connects to a sound server on a thread of its own, makes a stream, fills it and asks for its timing, as the
// messages of the owner say. The thread sleeps while nothing plays, and ends with its owner.

import CLinux
import CPulse
import Glibc
import HostIO
import Localization

/// The thread of a `PulseOutput`.
final class PulseSession {
  /// The state of a stream that is ready.
  private enum Phase {
    /// Corked and empty.
    case idle
    /// Corked and flushed; waits for the timing that says where its frames will begin.
    case preparing
    /// Gets what the server asks for.
    case playing
  }

  private let mailbox: PulseMailbox
  private var loop: PulseLoop?
  private var context: PulseContext?
  private var stream: PulseStream?
  private var timers: (step: PulseTimer, deadline: PulseTimer)?

  private var current: PulseRequest?
  private var seen = 0
  private var title = ""
  private var phase = Phase.idle
  /// Where the frames of `current` begin, in bytes of the stream.
  private var base: Int64 = 0
  private var hasBegun = false
  private var pulls = 0
  private var watch = PulseWatch()
  /// True while the server asks for silence.
  private var isHeld = false
  /// The listener that was told of a suspension: it is also told of the end, even after a stop.
  private var toldSuspended: (@Sendable (AudioOutputEvent) -> Void)?

  /// Seconds after which a server without an answer counts as missing; the second for a server that has
  /// answered before.
  private static let connectSeconds = 0.9, answerSeconds = 2.0

  init(_ mailbox: PulseMailbox) { self.mailbox = mailbox }

  func run() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    loop = PulseLoop(wake: mailbox.wake) { [unowned self] in look() }
    mailbox.threadBegan?(gettid())
    guard let loop else {
      mailbox.threadDidNotStart()
      mailbox.newest.request?.onEvent(
        .failed(AudioOutputError(.failed, localized("There is no memory left for sound."))))
      return
    }
    look()
    loop.run()
    close()
  }

  // MARK: Messages

  private func look() {
    let message = mailbox.newest
    if message.isEnded {
      loop?.end()
      return
    }
    if message.title != title {
      title = message.title
      if let stream, stream.isReady { stream.setTitle(title) }
    }
    guard message.generation != seen else { return }
    seen = message.generation
    current = message.request
    if current != nil { begin() } else { silence() }
  }

  private func begin() {
    guard let current else { return }
    isHeld = false
    toldSuspended = nil
    guard let context else { return connect() }
    guard context.isReady else { return }
    guard let stream, stream.format == current.format else { return open(context, current) }
    if stream.isReady { prepare(stream) }
  }

  private func silence() {
    timers?.step.cancel()
    guard let stream, stream.isReady, phase != .idle else { return }
    timers?.deadline.cancel()
    phase = .idle
    stream.setCorked(true)
    stream.flush()
  }

  // MARK: The server

  private func connect() {
    guard let loop, let context = PulseContext(loop.api, changed: { [unowned self] in contextChanged() })
    else { return fail(.noServer) }
    self.context = context
    timers = (
      PulseTimer(loop.api, context.pointer) { [unowned self] in lookAgain() },
      PulseTimer(loop.api, context.pointer) { [unowned self] in
        fail(stream == nil ? .noServer : .serverGone)
      }
    )
    timers?.deadline.fire(after: Self.connectSeconds)
    if !context.connect(to: mailbox.server) { fail(.noServer) }
  }

  private func contextChanged() {
    guard let context else { return }
    if context.hasEnded {
      fail(stream == nil ? .noServer : .serverGone)
    } else if context.isReady {
      timers?.deadline.cancel()
      begin()
    }
  }

  private func open(_ context: PulseContext, _ request: PulseRequest) {
    stream = nil
    phase = .idle
    stream = PulseStream(
      context, request.format, title: title, seconds: watch.depth.seconds
    ) { [unowned self] in heard($0) }
    guard let stream, stream.connect() else { return fail(.pulse(context.error, request.format)) }
    timers?.deadline.fire(after: Self.answerSeconds)
  }

  /// Closes stream and connection, and tells the reason to a listener that waits for sound.
  private func fail(_ error: AudioOutputError) {
    let request = current
    current = nil
    close()
    if let request { tell(request, .failed(error)) }
    mailbox.forget(seen)
  }

  /// A request that was stopped or replaced gets no more events.
  private func tell(_ request: PulseRequest, _ event: AudioOutputEvent) {
    if mailbox.isNewest(request.generation) { request.onEvent(event) }
  }

  private func close() {
    phase = .idle
    toldSuspended = nil
    stream = nil
    timers = nil
    context = nil
  }

  // MARK: The stream

  private func heard(_ event: PulseStreamEvent) {
    guard let stream else { return }
    switch event {
    case .ready:
      timers?.deadline.cancel()
      begin()
    case .ended:
      guard let context else { return }
      fail(context.hasEnded ? .serverGone : .pulse(context.error, stream.format))
    case .writable:
      if phase == .playing { pull(stream) }
    case .timing:
      // This answer was sent before the flush; ours follows.
      if phase == .preparing, stream.timing?.write_index_corrupt != 0 { return }
      timers?.deadline.cancel()
      watch.answered(at: MonotonicTime.now)
      if phase == .preparing { fill(stream) } else { publish(stream) }
    case .uncorked, .deviceChanged:
      suspensionChanged(stream)
    case .underrun:
      guard hasBegun, phase != .idle, let current else { return }
      tell(current, .underrun)
      if watch.ranOut(at: MonotonicTime.now) { stream.keep(seconds: watch.depth.seconds) }
      pull(stream)
      report(current)
      askForTiming(stream)
    case .corkRequested(let isRequested):
      hold(stream, isRequested)
    }
  }

  /// Drops the old frames, and asks where the next one will stand.
  private func prepare(_ stream: PulseStream) {
    timers?.step.cancel()
    phase = .preparing
    stream.setCorked(true)
    stream.flush()
    askForTiming(stream)
  }

  private func fill(_ stream: PulseStream) {
    guard let current, let timing = stream.timing else { return }
    // When a stream comes in, the server mixes again what a device has already mixed; a recording of the
    // device may lack that part.
    stream.writeSilence(stream.buffering.framesOfSilence)
    base = timing.write_index + Int64(stream.buffering.framesOfSilence * stream.bytesPerFrame)
    hasBegun = false
    pulls = 0
    phase = .playing
    watch.begin(at: MonotonicTime.now)
    let ready = min(current.provider.readyFrames, stream.buffering.frames - stream.buffering.framesOfSilence)
    stream.write(max(ready, stream.buffering.framesPerStep), from: current.provider)
    if !isHeld { stream.setCorked(false) }
    askForTiming(stream)
    timers?.step.fire(after: PulseBuffering.secondsPerStep)
  }

  private func lookAgain() {
    guard phase == .playing, let stream, let timers else { return }
    if watch.woke(lateBy: timers.step.lateness, at: MonotonicTime.now) {
      stream.keep(seconds: watch.depth.seconds)
    }
    pull(stream)
  }

  /// Gives the server what it can take, as far as it is ready: silence comes in its place only where the server would
  /// have nothing soon. Looks again when that was not all.
  private func pull(_ stream: PulseStream) {
    guard let current, !isHeld else { return }
    let buffering = stream.buffering
    let writable = stream.writableFrames
    let kept = stream.keptFrames
    if pulls > 0, writable >= buffering.framesPerRequest,
      watch.wrote(kept: Double(kept) / Double(stream.format.sampleRate), at: MonotonicTime.now)
    {
      stream.keep(seconds: watch.depth.seconds)
    }
    let frames = min(writable, max(current.provider.readyFrames, buffering.framesPerStep - kept))
    if frames > 0 {
      stream.write(frames, from: current.provider)
      pulls += 1
      // After every pull at first, later about twice a second: clocks of devices drift slowly.
      if pulls < 16 || pulls % 8 == 0 { askForTiming(stream) }
    }
    if writable - max(0, frames) >= buffering.framesPerRequest {
      timers?.step.fire(after: PulseBuffering.secondsPerStep)
    }
    if watch.isReportDue(at: MonotonicTime.now) { report(current) }
  }

  private func report(_ request: PulseRequest) {
    tell(request, .report(watch.takeReport(at: MonotonicTime.now)))
  }

  private func askForTiming(_ stream: PulseStream) {
    stream.askForTiming()
    watch.asked(at: MonotonicTime.now)
    timers?.deadline.fire(after: Self.answerSeconds)
  }

  private func publish(_ stream: PulseStream) {
    guard let current, current.generation == seen, phase != .idle, let info = stream.timing,
      info.playing != 0,
      info.read_index_corrupt == 0, info.read_index > base
    else { return }
    let taken = Double(info.read_index - base) / Double(stream.bytesPerFrame)
    let heard = taken - Double(info.sink_usec) / 1e6 * Double(stream.format.sampleRate)
    mailbox.publish(
      OutputTiming(heard: heard, time: MonotonicTime.of(info.timestamp)), generation: current.generation)
    guard !hasBegun else { return }
    hasBegun = true
    tell(current, .began)
  }

  // MARK: Interruptions

  private func suspensionChanged(_ stream: PulseStream) {
    guard !isHeld else { return }
    tellSuspended(stream.isSuspended && phase == .playing)
    if phase == .playing { askForTiming(stream) }
  }

  /// The stream keeps its frames, so it continues where it stopped.
  private func hold(_ stream: PulseStream, _ hold: Bool) {
    isHeld = hold
    guard phase == .playing || !hold else { return }
    if phase == .playing { stream.setCorked(hold) }
    if phase == .playing, !hold { pull(stream) }
    tellSuspended(hold)
  }

  private func tellSuspended(_ isSuspended: Bool) {
    guard isSuspended != (toldSuspended != nil) else { return }
    let listener = toldSuspended ?? current?.onEvent
    toldSuspended = isSuspended ? listener : nil
    listener?(.suspended(isSuspended))
  }
}

extension MonotonicTime {
  /// Converts a moment of the wall clock, unless the clock has been set since.
  static func of(_ wall: timeval) -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let age = Double(time.tv_sec - wall.tv_sec) + Double(time.tv_nsec) / 1e9 - Double(wall.tv_usec) / 1e6
    return now - min(max(age, 0), 1)
  }
}
