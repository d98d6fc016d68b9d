// KeptComparison.swift
// What a project keeps of the comparison of two of its recordings. A value.

import HostIO

/// Which two recordings are compared, and how the second is laid over the first, beside its offset.
public struct KeptComparison: Hashable, Sendable {
  /// Places among the lanes of the project: A and B.
  public var first: Int, second: Int
  /// What B is raised by, in dB.
  public var gain = 0.0
  public var isInverted = false
  /// Where B lies behind its offset, in frames of A.
  public var fraction = 0.0
  /// Parts per million by which the clock of B runs fast.
  public var driftPpm = 0.0

  public init(first: Int, second: Int) {
    self.first = first
    self.second = second
  }

  var json: JSONText {
    .object([
      ("first", .number(first)), ("second", .number(second)), ("gain", .decimal(gain)),
      ("inverted", .bool(isInverted)), ("fraction", .decimal(fraction)), ("drift", .decimal(driftPpm)),
    ])
  }

  /// - Returns: nil where it does not name two of `count` lanes. Numbers beyond their range count as not given.
  init?(_ json: JSONText?, count: Int) {
    guard let json, let first = json["first"]?.whole, let second = json["second"]?.whole,
      first != second, (0..<count).contains(first), (0..<count).contains(second)
    else { return nil }
    self.init(first: first, second: second)
    func number(_ name: String, within limit: Double) -> Double {
      json[name]?.number.flatMap { abs($0) <= limit ? $0 : nil } ?? 0
    }
    gain = number("gain", within: 48)
    isInverted = json["inverted"]?.isTrue == true
    fraction = number("fraction", within: 0x1p20)
    driftPpm = number("drift", within: 100_000)
  }
}
