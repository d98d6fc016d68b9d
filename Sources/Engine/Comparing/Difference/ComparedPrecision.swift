// ComparedPrecision.swift
// Which samples hold more than what is compared.

import AudioFormats

extension AudioDescription {
  /// True when samples have more digits than the 24 that are compared: a 32-bit float holds no more of an integer, or of a
  /// 64-bit float.
  public var isComparedInPart: Bool { encoding.bits ?? 0 > (precision == .float ? 32 : 24) }
}
