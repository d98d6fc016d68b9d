// RandomSamples.swift
// Samples that look random and are the same in every run.

extension RandomNumbers {
  /// Int16 noise whose loudness changes every 100 samples, with both extremes now and then.
  public mutating func int16Noise(_ count: Int) -> [Int16] {
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
  public mutating func floatNoise(_ count: Int) -> [Float] {
    int16Noise(count).map { Float($0) * 1.7 / 32768 }
  }
}
