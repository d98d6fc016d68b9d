// DrawingError.swift
// What can go wrong between a picture and its bytes.

/// Why a picture could not be made or written.
public struct DrawingError: Error, Sendable {
  public enum Code: Sendable {
    /// Larger than Cairo can draw, or no pixel at all where a format needs one.
    case impossibleSize
    case outOfMemory
    /// The bytes are not a picture.
    case damagedPicture
    /// The picture could not be encoded or its bytes not be written.
    case writeFailed
  }

  public let code: Code
  /// A sentence for a person.
  public let message: String
  /// The number of Cairo's status, or `errno` of a failed write; 0 when neither applies.
  public let status: Int32

  init(_ code: Code, _ message: String, status: Int32 = 0) {
    self.code = code
    self.message = message
    self.status = status
  }
}
