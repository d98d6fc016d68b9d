// RandomNumbers.swift
// Numbers that look random and are the same in every run: a failure can be looked at again. For all test targets and the
// benchmarks; nothing that ships knows them.

/// A generator that a seed decides: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// 2014).
public struct RandomNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number in 0..<limit; `limit` is at least 1.
  public mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// A number in 0..<1.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number within a range.
  public mutating func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &self) }
}
