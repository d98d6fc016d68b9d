// SampleEncoding.swift
// The ways in which samples are stored one after the other, without compression, and the same as people choose them:
// the kind of number first, then the byte order where there is one.

import Localization

/// How one plain sample is coded: the kind of number, its bits, its byte order.
public enum SampleEncoding: String, CaseIterable, Hashable, Sendable {
  case s8, u8, s16le, s16be, s24le, s24be, s32le, s32be, f32le, f32be, f64le, f64be, alaw, ulaw

  /// Bytes of one sample: 1, 2, 3, 4 or 8.
  public var byteCount: Int {
    switch self {
    case .s8, .u8, .alaw, .ulaw: 1
    case .s16le, .s16be: 2
    case .s24le, .s24be: 3
    case .s32le, .s32be, .f32le, .f32be: 4
    case .f64le, .f64be: 8
    }
  }

  /// True when samples may go beyond full scale.
  public var isFloat: Bool { [.f32le, .f32be, .f64le, .f64be].contains(self) }
}

extension Encoding {
  /// The encoding of plain samples, without their sign and byte order.
  package init(plain samples: SampleEncoding) {
    switch samples {
    case .alaw: self.init(.alaw)
    case .ulaw: self.init(.ulaw)
    default: self.init(samples.isFloat ? .float : .pcm, bits: 8 * samples.byteCount)
    }
  }
}

extension SampleEncoding {
  /// A kind of number, without its byte order.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case s8, u8, s16, s24, s32, f32, f64, alaw, ulaw

    /// Its name for people.
    public var label: String {
      let plain = SampleEncoding(self, isBigEndian: false)
      return switch self {
      case .s8: localized("8-bit, signed")
      case .u8: localized("8-bit, unsigned")
      case .s16, .s24, .s32: "\(8 * plain.byteCount)-bit"
      case .f32, .f64, .alaw, .ulaw: Encoding(plain: plain).text
      }
    }

    /// False when a sample is one byte.
    public var hasByteOrder: Bool { SampleEncoding(rawValue: rawValue) == nil }
  }

  /// - Parameter isBigEndian: ignored when a sample is one byte.
  public init(_ kind: Kind, isBigEndian: Bool) {
    self =
      SampleEncoding(rawValue: kind.rawValue)
      ?? SampleEncoding(rawValue: kind.rawValue + (isBigEndian ? "be" : "le"))!
  }

  public var kind: Kind { Kind(rawValue: rawValue) ?? Kind(rawValue: String(rawValue.dropLast(2)))! }

  /// True when the most significant byte comes first; false where a sample is one byte.
  public var isBigEndian: Bool { kind.hasByteOrder && rawValue.hasSuffix("be") }
}
