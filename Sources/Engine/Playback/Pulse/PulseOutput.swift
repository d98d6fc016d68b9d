// PulseOutput.swift
// Sound through PulseAudio, or through PipeWire, which speaks its protocol. This side only leaves messages
// and wakes the thread that does everything else (`PulseSession`): no method waits for a server, or for a
// lock of libpulse.

import HostIO
import Localization
import Synchronization

/// The sound server of the desktop.
///
/// Connects with the first `start`, and again with a `start` after a failure; does not launch a server. A
/// server that does not answer within a second counts as missing. While stopped the stream stays corked, and
/// nothing wakes up.
///
/// `render` is asked for what is ready until the server has 160 ms, and from then on for what was used up, at least
/// 60 ms at a time. Where threads are woken late the server gets more: see `PulseDepth`.
public final class PulseOutput: AudioOutput {
  private let mailbox: PulseMailbox

  /// - Parameters:
  ///   - server: an address as in $PULSE_SERVER; nil: the desktop's server.
  ///   - threadBegan: called once on the thread that must not be late, with its number in the kernel.
  public init(server: String? = nil, threadBegan: (@Sendable (Int32) -> Void)? = nil) {
    mailbox = PulseMailbox(server: server, threadBegan: threadBegan)
  }

  deinit { mailbox.end() }

  public func acceptedFormat(for format: StreamFormat) -> StreamFormat { PulseFormat.accepted(for: format) }

  public func start(
    _ format: StreamFormat, from provider: any FrameProvider,
    onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
  ) {
    guard mailbox.ask(format, provider, onEvent) else { return }
    let mailbox = mailbox
    guard !BackgroundThread.start({ PulseSession(mailbox).run() }) else { return }
    mailbox.threadDidNotStart()
    onEvent(
      .failed(
        AudioOutputError(.failed, localized("The system gives no thread for sound. Close other programs."))))
  }

  public func stop() { mailbox.askForSilence() }

  public var timing: OutputTiming? { mailbox.timing }

  /// The text that the server shows beside the program's name: the title of the recording.
  public func setTitle(_ title: String) { mailbox.setTitle(title) }
}

/// One `start`.
struct PulseRequest: Sendable {
  /// Counts starts and stops, so that late answers can be told apart.
  let generation: Int
  let format: StreamFormat
  let provider: any FrameProvider
  let onEvent: @Sendable (AudioOutputEvent) -> Void
}

/// Shared by owner and thread: the newest message, and the newest timing. Older messages are overwritten.
final class PulseMailbox: Sendable {
  struct Message: Sendable {
    var generation = 0
    /// Nil: silence.
    var request: PulseRequest?
    var title = ""
    var isEnded = false
    fileprivate var hasThread = false
  }

  let server: String?
  let threadBegan: (@Sendable (Int32) -> Void)?
  private let message = Mutex(Message())
  private let generation = Atomic<Int>(0)
  private let newestTiming = TimingCell()
  let wake = WakeDescriptor()

  init(server: String?, threadBegan: (@Sendable (Int32) -> Void)?) {
    self.server = server
    self.threadBegan = threadBegan
  }

  /// - Returns: true when the thread must be started.
  func ask(
    _ format: StreamFormat, _ provider: any FrameProvider,
    _ onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
  ) -> Bool {
    let isFirst = change { message in
      message.request = PulseRequest(
        generation: message.generation, format: format, provider: provider, onEvent: onEvent)
      defer { message.hasThread = true }
      return !message.hasThread
    }
    wake.signal()
    return isFirst
  }

  func askForSilence() {
    change { $0.request = nil }
    wake.signal()
  }

  func threadDidNotStart() { message.withLock { $0.hasThread = false } }

  func setTitle(_ title: String) {
    message.withLock { $0.title = title }
    wake.signal()
  }

  func end() {
    change {
      $0.request = nil
      $0.isEnded = true
    }
    wake.signal()
  }

  var newest: Message { message.withLock { $0 } }

  func isNewest(_ generation: Int) -> Bool { self.generation.load(ordering: .acquiring) == generation }

  /// Forgets a request that has ended by itself, but not a newer one.
  func forget(_ generation: Int) {
    message.withLock { if $0.generation == generation { $0.request = nil } }
  }

  var timing: OutputTiming? { newestTiming.value(of: generation.load(ordering: .acquiring)) }

  /// Called on the session's thread only.
  func publish(_ timing: OutputTiming, generation: Int) { newestTiming.set(timing, generation: generation) }

  private func change<Result: Sendable>(_ body: (inout Message) -> Result) -> Result {
    message.withLock {
      $0.generation += 1
      generation.store($0.generation, ordering: .releasing)
      return body(&$0)
    }
  }
}
