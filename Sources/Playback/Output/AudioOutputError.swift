// AudioOutputError.swift
// Why nothing can be heard.

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
