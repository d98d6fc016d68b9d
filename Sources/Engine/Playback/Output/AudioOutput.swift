// AudioOutput.swift
// Where sound goes: a sound server, a file, or nowhere. An output pulls its frames, and counts what it pulled
// and what was heard in frames from its last `start`.

/// The source of the frames of an output.
public protocol FrameProvider: AnyObject, Sendable {
  /// Fills all of `buffer`, with silence when there are no frames.
  ///
  /// Called on the output's own thread, which must never be late: it may not allocate, lock or wait.
  /// - Parameter buffer: interleaved samples, whole frames of the format that was started.
  func render(into buffer: UnsafeMutableBufferPointer<Float>)

  /// Frames that are ready. An output that can wait asks for no more: what is missing would be silence. On the output's
  /// own thread.
  var readyFrames: Int { get }
}

extension FrameProvider {
  public var readyFrames: Int { .max }
}

/// How many frames were heard at a given time.
public struct OutputTiming: Equatable, Sendable {
  /// Frames heard since the last `start`, at `time`; may be negative before the first one is heard.
  public let heard: Double
  /// Seconds of CLOCK_MONOTONIC.
  public let time: Double

  public init(heard: Double, time: Double) {
    self.heard = heard
    self.time = time
  }
}

/// Events of an output, reported on any thread.
public enum AudioOutputEvent: Sendable {
  /// The first frames since `start` are about to be heard.
  case began
  /// Nothing can be heard any more.
  case failed(AudioOutputError)
  /// The server has stopped the stream (the device is suspended, or a call has come in), or lets it continue.
  case suspended(Bool)
  /// The server ran out of frames.
  case underrun
  /// How sound was delivered since the last report; every ten seconds, and after the server ran out of frames.
  case report(SoundReport)
}

/// A destination for sound. Its methods are called on one thread; none of them waits for a server.
public protocol AudioOutput: AnyObject, Sendable {
  /// The format that the output takes for this one, for example with another rate. To be asked before
  /// `start`.
  func acceptedFormat(for format: StreamFormat) -> StreamFormat

  /// Drops what was rendered but not heard, and pulls frames anew, counted from 0. May be called while it
  /// runs, with the same format or another.
  func start(
    _ format: StreamFormat, from provider: any FrameProvider,
    onEvent: @escaping @Sendable (AudioOutputEvent) -> Void)

  /// Silences it at once: drops what was rendered but not heard, and pulls no more.
  func stop()

  /// The newest known timing, unfiltered as the server gives it; nil while stopped, and between `start` and
  /// the first answer. Any thread may ask.
  var timing: OutputTiming? { get }
}

/// Why an output does not work.
public struct AudioOutputError: Error, Equatable, Sendable {
  public enum Code: Equatable, Sendable {
    /// No sound server answers.
    case noServer
    /// The server has ended.
    case serverGone
    /// The device has gone, or another program uses it exclusively.
    case noDevice
    /// The server does not take this kind of sound.
    case refusedFormat
    /// Any other error of the server.
    case failed
  }

  public let code: Code
  /// A sentence for a person: what happened and what can be done.
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
