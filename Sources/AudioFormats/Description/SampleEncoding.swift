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
  public var isFloat: Bool {
    switch self {
    case .f32le, .f32be, .f64le, .f64be: true
    default: false
    }
  }

  /// What people call it, without the byte order: "24-bit PCM".
  public var name: String {
    switch self {
    case .s8, .u8: "8-bit PCM"
    case .s16le, .s16be: "16-bit PCM"
    case .s24le, .s24be: "24-bit PCM"
    case .s32le, .s32be: "32-bit PCM"
    case .f32le, .f32be: "32-bit float"
    case .f64le, .f64be: "64-bit float"
    case .alaw: "A-law"
    case .ulaw: "µ-law"
    }
  }
}
