// SampleEncoding+Kind.swift
// Encodings as people choose them: the kind of number first, then the order of its bytes where there is one.

extension SampleEncoding {
  /// A kind of number, whatever the order of its bytes.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case s8, u8, s16, s24, s32, f32, f64, alaw, ulaw

    /// What people call it.
    public var label: String {
      let plain = SampleEncoding(self, isBigEndian: false)
      return switch self {
      case .s8: "8-bit, signed"
      case .u8: "8-bit, unsigned"
      case .s16, .s24, .s32: "\(8 * plain.byteCount)-bit"
      case .f32, .f64, .alaw, .ulaw: Encoding(plain: plain).text
      }
    }

    /// False when a sample is one byte.
    public var hasByteOrder: Bool { SampleEncoding(rawValue: rawValue) == nil }
  }

  /// - Parameter isBigEndian: of no account when a sample is one byte.
  public init(_ kind: Kind, isBigEndian: Bool) {
    self =
      SampleEncoding(rawValue: kind.rawValue)
      ?? SampleEncoding(rawValue: kind.rawValue + (isBigEndian ? "be" : "le"))!
  }

  public var kind: Kind { Kind(rawValue: rawValue) ?? Kind(rawValue: String(rawValue.dropLast(2)))! }

  /// True when the most significant byte comes first; false where a sample is one byte.
  public var isBigEndian: Bool { kind.hasByteOrder && rawValue.hasSuffix("be") }
}
