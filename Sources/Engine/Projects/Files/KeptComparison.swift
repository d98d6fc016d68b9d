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
  /// What each channel of A is compared with; empty: each with the one that has its number.
  public var channels: [Channel] = []

  /// A channel of B beside one of A.
  public struct Channel: Hashable, Sendable {
    /// Of B, from 0.
    public var source: Int
    /// Beyond that of all channels, in dB.
    public var gain: Double
    /// Beyond that of all channels.
    public var isInverted: Bool

    public init(source: Int, gain: Double, isInverted: Bool) {
      (self.source, self.gain, self.isInverted) = (source, gain, isInverted)
    }
  }

  public init(first: Int, second: Int) {
    self.first = first
    self.second = second
  }

  var json: JSONText {
    .object([
      ("first", .number(first)), ("second", .number(second)), ("gain", .decimal(gain)),
      ("inverted", .bool(isInverted)), ("fraction", .decimal(fraction)), ("drift", .decimal(driftPpm)),
      ("channels", .list(channels.map(\.json))),
    ])
  }

  /// - Returns: nil where it does not name two of `count` lanes. Numbers beyond their range count as not given.
  init?(_ json: JSONText?, count: Int) {
    guard let json, let first = json["first"]?.whole, let second = json["second"]?.whole,
      first != second, (0..<count).contains(first), (0..<count).contains(second)
    else { return nil }
    self.init(first: first, second: second)
    gain = json.number("gain", within: 48)
    isInverted = json["inverted"]?.isTrue == true
    fraction = json.number("fraction", within: 0x1p20)
    driftPpm = json.number("drift", within: 100_000)
    let found = (json["channels"]?.list ?? []).map(Channel.init)
    channels = found.compactMap(\.self)
    // One that is missing would shift those behind it.
    if channels.count != found.count || channels.count > 64 { channels = [] }
  }
}

extension KeptComparison.Channel {
  fileprivate var json: JSONText {
    .object([("source", .number(source)), ("gain", .decimal(gain)), ("inverted", .bool(isInverted))])
  }

  fileprivate init?(_ json: JSONText) {
    guard let source = json["source"]?.whole, (0..<64).contains(source) else { return nil }
    self.init(
      source: source, gain: json.number("gain", within: 96), isInverted: json["inverted"]?.isTrue == true)
  }
}

extension JSONText {
  /// A member that is a number in a range about 0; else 0.
  fileprivate func number(_ name: String, within limit: Double) -> Double {
    self[name]?.number.flatMap { abs($0) <= limit ? $0 : nil } ?? 0
  }
}
