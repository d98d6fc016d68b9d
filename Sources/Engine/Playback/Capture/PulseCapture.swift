// PulseCapture.swift
// Listens to a source of PulseAudio, or of PipeWire, which speaks its protocol. This side only leaves messages and wakes
// the thread that does everything else: no method waits for a server.

import CPulse
import Glibc
import HostIO
import Localization
import Synchronization

/// The sources of the desktop's sound server.
public final class PulseCapture: CaptureInput {
  fileprivate struct Order {
    var device: String?
    /// Counts the choices of a device.
    var choice = 0
    var isEnded = false
  }

  fileprivate let server: String?
  fileprivate let order = Mutex(Order())
  fileprivate let wake = WakeDescriptor()

  /// - Parameter server: an address as in $PULSE_SERVER; nil: the desktop's server.
  public init(server: String? = nil) { self.server = server }

  deinit { stop() }

  public func start(
    _ device: String?, onBlock: @escaping @Sendable (UnsafeBufferPointer<Float>) -> Int,
    onEvent: @escaping @Sendable (CaptureEvent) -> Void
  ) {
    order.withLock { $0.device = device }
    let messages = Messages(self)
    guard !BackgroundThread.start({ PulseCaptureSession(messages, onBlock, onEvent).run() }) else { return }
    onEvent(
      .failed(CaptureError(.failed, localized("The system gives no thread for sound. Close other programs.")))
    )
  }

  public func choose(_ device: String?) {
    order.withLock {
      $0.device = device
      $0.choice += 1
    }
    wake.signal()
  }

  public func stop() {
    order.withLock { $0.isEnded = true }
    wake.signal()
  }

  /// What the thread sees of its owner, whom it does not keep.
  fileprivate final class Messages: Sendable {
    private let owner: WeakOwner
    let server: String?, wake: WakeDescriptor
    init(_ owner: PulseCapture) {
      self.owner = WeakOwner(owner)
      server = owner.server
      wake = owner.wake
    }
    var order: Order { owner.value?.order.withLock { $0 } ?? Order(isEnded: true) }
  }

  /// `weak` in a constant is not Sendable.
  private final class WeakOwner: @unchecked Sendable {
    private(set) weak var value: PulseCapture?
    init(_ value: PulseCapture) { self.value = value }
  }
}

/// The thread of a `PulseCapture`.
private final class PulseCaptureSession {
  private let messages: PulseCapture.Messages
  private let onBlock: @Sendable (UnsafeBufferPointer<Float>) -> Int
  private let onEvent: @Sendable (CaptureEvent) -> Void
  private var loop: PulseLoop?
  private var context: PulseContext?
  private var sources: PulseSources?
  private var stream: PulseCaptureStream?
  private var deadline: PulseTimer?
  private var choice = 0
  /// The rate and channels of the first source, in which all that follow are heard, with the precision of the last.
  private var format: CaptureFormat?
  /// True once a source has been opened: one that could not be decides nothing.
  private var hasOpened = false
  private var arrival = ArrivalWatch(sampleRate: 1)
  /// True once the server has answered, and while a failure has been told that a choice can end.
  private var hasAnswered = false, hasFailed = false

  /// Seconds after which a server without an answer counts as missing.
  private static let connectSeconds = 0.9, answerSeconds = 2.0

  init(
    _ messages: PulseCapture.Messages, _ onBlock: @escaping @Sendable (UnsafeBufferPointer<Float>) -> Int,
    _ onEvent: @escaping @Sendable (CaptureEvent) -> Void
  ) {
    self.messages = messages
    self.onBlock = onBlock
    self.onEvent = onEvent
  }

  func run() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    loop = PulseLoop(wake: messages.wake) { [unowned self] in look() }
    guard let loop else {
      onEvent(
        .failed(CaptureError(.failed, localized("There is no memory left for sound. Close other programs."))))
      return
    }
    connect()
    // An order may have come before there was a loop to wake.
    if messages.order.isEnded { return close() }
    loop.run()
    close()
  }

  private func look() {
    let order = messages.order
    if order.isEnded {
      loop?.end()
      return
    }
    guard order.choice != choice else { return }
    choice = order.choice
    hasFailed = false
    guard let context, context.isReady else {
      close()
      return connect()
    }
    open()
  }

  // MARK: The server

  private func connect() {
    guard let loop, let context = PulseContext(loop.api, changed: { [unowned self] in contextChanged() })
    else { return fail(.noServer) }
    self.context = context
    deadline = PulseTimer(loop.api, context.pointer) { [unowned self] in
      fail(hasAnswered ? .serverGone : .noServer)
    }
    deadline?.fire(after: Self.connectSeconds)
    if !context.connect(to: messages.server) { fail(.noServer) }
  }

  private func contextChanged() {
    guard let context else { return }
    if context.hasEnded {
      fail(hasAnswered ? .serverGone : .noServer)
    } else if context.isReady, sources == nil {
      hasAnswered = true
      deadline?.fire(after: Self.answerSeconds)
      sources = PulseSources(context) { [unowned self] in sourcesChanged() }
    }
  }

  private func sourcesChanged() {
    guard let sources else { return }
    onEvent(.devices(sources.all.map(\.device)))
    // The first answer. Later a source is opened only when somebody chooses it.
    if stream == nil, !hasFailed { open() }
  }

  private func open() {
    guard let context, let sources else { return }
    stream = nil
    guard let source = sources.source(messages.order.device) else { return fail(.noDevice) }
    let first = hasOpened ? format : nil
    let format = CaptureFormat(first?.stream ?? source.format.stream, source.format.precision)
    let stream = PulseCaptureStream(context, format.stream) { [unowned self] in heard($0) }
    self.stream = stream
    self.format = format
    arrival = ArrivalWatch(sampleRate: format.stream.sampleRate)
    guard let stream, stream.connect(to: source.device.name) else { return fail(.refused(context.error)) }
    deadline?.fire(after: Self.answerSeconds)
  }

  /// The connection stays where the server still answers: it tells of new sources.
  private func fail(_ error: CaptureError) {
    hasFailed = true
    deadline?.cancel()
    if error.code == .noServer || error.code == .serverGone { close() } else { stream = nil }
    onEvent(.failed(error))
  }

  private func close() {
    stream = nil
    sources = nil
    deadline = nil
    context = nil
  }

  // MARK: The stream

  private func heard(_ event: PulseCaptureStreamEvent) {
    guard let stream, let context, let format else { return }
    switch event {
    case .ready:
      deadline?.cancel()
      hasOpened = true
      onEvent(.opened(format, device: title(of: stream)))
      // Only changes are told by themselves.
      if stream.isSuspended { onEvent(.suspended(true)) }
    case .ended:
      if context.hasEnded { return fail(.serverGone) }
      fail(context.error == PA_ERR_KILLED.rawValue ? .deviceGone : .refused(context.error))
    case .block(let samples):
      let frames = samples.count / format.stream.channels
      let lost = arrival.came(frames, at: MonotonicTime.now)
      if lost > 0 { onEvent(.lost(frames: lost, isFilled: false)) }
      _ = onBlock(samples)
    case .hole(let frames):
      onEvent(.lost(frames: frames, isFilled: true))
      _ = arrival.came(frames, at: MonotonicTime.now)
      let silence = [Float](repeating: 0, count: frames * format.stream.channels)
      silence.withUnsafeBufferPointer { _ = onBlock($0) }
    case .suspended(let isSuspended):
      arrival.restart()
      onEvent(.suspended(isSuspended))
    }
  }

  private func title(of stream: PulseCaptureStream) -> String {
    let name = stream.device ?? ""
    return sources?.source(name)?.device.title ?? name
  }
}

extension CaptureError {
  fileprivate static var noServer: CaptureError {
    CaptureError(
      .noServer, localized("No sound server answers. Start PipeWire or PulseAudio, then try again."))
  }
  fileprivate static var serverGone: CaptureError {
    CaptureError(
      .serverGone, localized("The sound server has ended. Choose the source again when it runs."))
  }
  fileprivate static var noDevice: CaptureError {
    CaptureError(
      .noDevice, localized("The source is not there. Connect it, or choose another one."))
  }
  fileprivate static var deviceGone: CaptureError {
    CaptureError(
      .deviceGone, localized("The source has gone. Choose another one to go on."))
  }

  /// Why a stream could not be made, or has ended.
  /// - Parameter number: a `pa_error_code`.
  fileprivate static func refused(_ number: Int32) -> CaptureError {
    switch pa_error_code(UInt32(bitPattern: number)) {
    case PA_ERR_NOENTITY: noDevice
    case PA_ERR_KILLED: deviceGone
    case PA_ERR_CONNECTIONTERMINATED: serverGone
    case PA_ERR_BUSY, PA_ERR_IO, PA_ERR_BADSTATE:
      CaptureError(
        .noDevice, localized("The source cannot be used; another program may have it. Choose another one."))
    case PA_ERR_ACCESS, PA_ERR_AUTHKEY:
      CaptureError(
        .failed, localized("The sound server does not let this program listen. Allow it in the settings."))
    default:
      CaptureError(
        .failed, localized("The sound server cannot give this source (error \(number)). Choose another one."))
    }
  }
}
