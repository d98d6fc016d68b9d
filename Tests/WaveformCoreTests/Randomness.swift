// Randomness.swift
// Numbers that look random and are the same in every run: a failure can be looked at again.

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
struct Randomness: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in 0..<1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Int16 noise whose loudness changes every 100 samples, with both extremes now and then.
  mutating func int16Noise(_ count: Int) -> [Int16] {
    var noise = [Int16](repeating: 0, count: count)
    var shift: UInt64 = 0
    for index in 0..<count {
      let number = next()
      if index % 100 == 0 { shift = number >> 60 }
      noise[index] = Int16(truncatingIfNeeded: number) >> Int16(shift)
      if number >> 54 == 0 { noise[index] = number & 0x10000 == 0 ? .min : .max }
    }
    return noise
  }

  /// Float noise that now and then leaves ±1.
  mutating func floatNoise(_ count: Int) -> [Float] {
    int16Noise(count).map { Float($0) * 1.7 / 32768 }
  }
}
