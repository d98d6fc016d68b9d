// SampleEncoding.swift
// The ways in which samples are written down one after the other, without compression.

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
  /// Of plain samples, whatever their sign and the order of their bytes.
  package init(plain samples: SampleEncoding) {
    switch samples {
    case .alaw: self.init(.alaw)
    case .ulaw: self.init(.ulaw)
    default: self.init(samples.isFloat ? .float : .pcm, bits: 8 * samples.byteCount)
    }
  }
}
