// AudioOutput.swift
// Where sound goes: a sound server, a file, or nowhere. An output pulls its frames, and counts what it pulled
// and what was heard in frames from its last `start`.

/// What is played.
public protocol FrameProvider: AnyObject, Sendable {
  /// Fills all of `buffer`, with silence where there is nothing.
  ///
  /// Called on the output's own thread, which must never be late: it may not allocate, lock or wait.
  /// - Parameter buffer: interleaved samples, whole frames of the format that was started.
  func render(into buffer: UnsafeMutableBufferPointer<Float>)
}

/// How far an output is.
public struct OutputTiming: Equatable, Sendable {
  /// Frames that have been heard since the last `start`, at `time`; may lie below 0 before the first one is heard.
  public let heard: Double
  /// Seconds of CLOCK_MONOTONIC.
  public let time: Double

  public init(heard: Double, time: Double) {
    self.heard = heard
    self.time = time
  }
}

/// What may happen to an output by itself; told on any thread.
public enum AudioOutputEvent: Sendable {
  /// The first frames since `start` are about to be heard.
  case began
  /// Nothing can be heard any more, for this reason.
  case failed(AudioOutputError)
  /// The server has stopped the stream (the device is suspended, a call has come in), or lets it go on.
  case suspended(Bool)
  /// The server ran out of frames although `render` was never late: frames so far.
  case underrun
}

/// A place for sound. Its methods are called on one thread; none of them waits for a server.
public protocol AudioOutput: AnyObject, Sendable {
  /// The rate that the output takes, when it is not the one asked for: asked before `start`.
  func acceptedFormat(for format: StreamFormat) -> StreamFormat

  /// Drops what was rendered and not heard yet, and pulls frames anew, which count from 0. Also while it runs, with
  /// the same format or another.
  func start(
    _ format: StreamFormat, from provider: any FrameProvider,
    onEvent: @escaping @Sendable (AudioOutputEvent) -> Void)

  /// Silence at once: what was rendered and not heard yet is dropped, and nothing more is pulled.
  func stop()

  /// The newest that is known, raw as the server gives it; nil between `start` and the first answer, and while
  /// stopped. May be asked on any thread.
  var timing: OutputTiming? { get }
}

/// Why an output does not work.
public struct AudioOutputError: Error, Equatable, Sendable {
  public enum Code: Equatable, Sendable {
    /// No sound server answers.
    case noServer
    /// The server has ended.
    case serverGone
    /// The device has gone, or another program has it for itself.
    case noDevice
    /// The server does not take this kind of sound.
    case refusedFormat
    /// Something else that the server says.
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
