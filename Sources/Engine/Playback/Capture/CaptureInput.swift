// CaptureInput.swift
// Where sound comes from that is heard now: what a source is, what it tells, and why it ends. Values, and the protocol
// between whoever listens and the sound server, or a test.

/// Something that can be listened to: a microphone, or the monitor of an output.
public struct CaptureDevice: Hashable, Sendable {
  /// The server's name of it; the same in every session.
  public let name: String
  /// Its name for people.
  public let title: String
  /// True for what an output plays.
  public let isMonitor: Bool
  /// True for the one that the desktop would choose.
  public let isDefault: Bool
  /// What it delivers by itself; nil when that is not known.
  public let format: CaptureFormat?

  public init(
    name: String, title: String, isMonitor: Bool, isDefault: Bool, format: CaptureFormat? = nil
  ) {
    self.name = name
    self.title = title
    self.isMonitor = isMonitor
    self.isDefault = isDefault
    self.format = format
  }
}

/// How a source delivers its sound. Blocks are interleaved floats, which hold every sample of up to 24 bits exactly.
public struct CaptureFormat: Hashable, Sendable {
  /// The precision of a source's own samples.
  public enum Precision: Sendable { case bits16, bits24, float }
  public let stream: StreamFormat
  public let precision: Precision

  public init(_ stream: StreamFormat, _ precision: Precision) {
    self.stream = stream
    self.precision = precision
  }
}

/// What happens to a source.
public enum CaptureEvent: Sendable {
  /// The sources that there are now.
  case devices([CaptureDevice])
  /// Blocks follow from the device with this name for people. All streams are alike; the precision is the device's.
  case opened(CaptureFormat, device: String)
  /// So many frames were lost before the next block. Where `isFilled`, the block begins with as much silence.
  case lost(frames: Int, isFilled: Bool)
  /// The device sleeps (true), or delivers again.
  case suspended(Bool)
  /// No more blocks come, until another source is chosen.
  case failed(CaptureError)
}

/// Why nothing is heard.
public struct CaptureError: Error, Hashable, Sendable {
  public enum Code: Sendable { case noServer, serverGone, noDevice, deviceGone, failed }
  public let code: Code
  /// A sentence that says what happened, and one that says what can be done.
  public let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// Sound that arrives. Calls come from threads of its own, blocks and events in their order, one at a time.
public protocol CaptureInput: AnyObject, Sendable {
  /// Listens until `stop`. Called once.
  ///
  /// - Parameters:
  ///   - device: the name of a source; nil: the desktop's own choice.
  ///   - onBlock: takes the next frames, and must not wait. Returns how many frames still wait to be dealt with: an
  ///     input that is faster than time gives no more while there are many.
  func start(
    _ device: String?, onBlock: @escaping @Sendable (UnsafeBufferPointer<Float>) -> Int,
    onEvent: @escaping @Sendable (CaptureEvent) -> Void)

  /// Listens to another source, in the rate and channels of the first one, so that what is heard can go on.
  ///
  /// - Parameter device: the name of a source, also of the same one to try it again; nil: the desktop's own choice.
  func choose(_ device: String?)

  /// Ends everything; returns at once.
  func stop()
}
