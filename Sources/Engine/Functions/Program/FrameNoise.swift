// FrameNoise.swift
// Noise that is known at any frame without those before it, and the same on every machine. Pure.

/// Random numbers by the number of a frame.
enum FrameNoise {
  /// The output function of SplitMix64: every bit of the input changes half of those of the result (Steele, Lea and
  /// Flood, "Fast splittable pseudorandom number generators", 2014).
  @inline(__always)
  static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ z &>> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z &>> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z &>> 31
  }

  /// The step between seeds of that generator.
  private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// A number that is spread evenly over −1..<1.
  @inline(__always)
  private static func number(_ index: UInt64, _ key: UInt64) -> Double {
    // 53 bits, as many as a `Double` has.
    Double(Int64(bitPattern: mixed(index &* gamma &+ key)) &>> 10) * 0x1p-53
  }

  /// White noise: even within ±1, its root mean square 1/√3 (−4.8 dB).
  static func white(_ seed: UInt64, first: Int, _ out: UnsafeMutablePointer<Double>, _ count: Int) {
    let key = mixed(seed &+ gamma)
    let first = UInt64(truncatingIfNeeded: first)
    for index in 0..<count { out[index] = number(first &+ UInt64(index), key) }
  }

  /// Octaves of pink noise below half the rate; below the last it is white. 48 kHz: down to 0.4 Hz.
  private static let rows = 16

  /// Pink noise, −3 dB for each octave: the mean of white noises that are held for 1, 2, 4, … frames, of which one
  /// changes in each frame (Voss's algorithm as McCartney staggers it: Whittle, "DSP generation of pink noise",
  /// firstpr.com.au, 1999). Within ±1, its root mean square −17.1 dB.
  static func pink(_ seed: UInt64, first: Int, _ out: UnsafeMutablePointer<Double>, _ count: Int) {
    white(seed, first: first, out, count)
    let key = mixed(seed &+ gamma)
    for row in 0..<rows {
      let ownKey = mixed(key &+ UInt64(row + 1))
      let length = 2 << row
      var index = 0
      while index < count {
        let (held, phase) = (first + index + length / 2).quotientAndRemainder(dividingBy: length)
        let value = number(UInt64(truncatingIfNeeded: held), ownKey)
        let end = min(count, index + length - phase)
        for place in index..<end { out[place] += value }
        index = end
      }
    }
    for index in 0..<count { out[index] *= 1 / Double(rows + 1) }
  }
}
