// Dither.swift
// The noise that is added before samples are rounded to 16 bits. A value of one writer; one thread at a time.
// Unsafe: loops read and write `count` samples, which the caller owns.

/// Dither with a triangular distribution (TPDF) of ±1 step: the error of rounding no longer depends on the sound, neither
/// in its mean nor in its power (Lipshitz, Wannamaker and Vanderkooy 1992, "Quantization and Dither: A Theoretical
/// Survey").
///
/// Samples that are numbers of 16 bits already stay what they are: it begins with the first one that is not, and pauses
/// in digital silence. Its numbers are the same in every run, so that two exports of one recording are the same bytes.
struct Dither {
  private typealias Vector = SIMD8<Float>

  private static let steps: Float = 32_768
  /// Steps by which a number of 16 bits may be off after a Fourier transform and back: more than what was seen.
  private static let tolerance: Float = 1 / 64
  /// 1.5 · 2²³: a number near it has no fraction, so that adding and taking it away again rounds.
  private static let magic: Float = 12_582_912
  /// Zeros in a row, of all channels together, after which there is silence.
  private static let silence = 256

  /// True from the first sample on that lies between two steps.
  private(set) var isNeeded = false
  private var zeros = 0
  /// Samples so far: the noise is a function of their number.
  private var position: UInt32 = 0

  /// Adds noise to samples in full scale ±1, where it is needed.
  ///
  /// - Parameter samples: the next ones, interleaved; how they are cut into blocks makes no difference.
  mutating func add(to samples: inout [Float]) {
    samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      let first = isNeeded ? 0 : Self.first(in: base, samples.count)
      guard first < samples.count else { return position &+= UInt32(truncatingIfNeeded: samples.count) }
      isNeeded = true
      position &+= UInt32(truncatingIfNeeded: first)
      add(to: base + first, samples.count - first)
    }
  }

  private mutating func add(to samples: UnsafeMutablePointer<Float>, _ count: Int) {
    let whole = count & ~7
    for index in stride(from: 0, to: whole, by: 8) {
      let place = UnsafeMutableRawPointer(samples + index)
      let values = place.loadUnaligned(as: Vector.self), noise = noise()
      position &+= 8
      let isZero = values .== 0
      if !any(isZero) {
        zeros = 0
        place.storeBytes(of: values + noise, as: Vector.self)
      } else {
        for lane in 0..<8 { add(noise[lane], to: samples + index + lane) }
      }
    }
    let noise = noise()
    for index in whole..<count { add(noise[index - whole], to: samples + index) }
    position &+= UInt32(count - whole)
  }

  private mutating func add(_ noise: Float, to sample: UnsafeMutablePointer<Float>) {
    zeros = sample.pointee == 0 ? zeros + 1 : 0
    if zeros <= Self.silence { sample.pointee += noise }
  }

  /// The differences of two numbers between 0 and 1, in steps: those of eight samples from `position` on.
  private func noise() -> Vector {
    // Wellons 2018, "Prospecting for Hash Functions", lowbias32: a hash whose bits depend on all bits of the number.
    var bits = SIMD8<UInt32>(0, 1, 2, 3, 4, 5, 6, 7) &+ position
    bits = (bits ^ (bits &>> 16)) &* 0x7FEB_352D
    bits = (bits ^ (bits &>> 15)) &* 0x846C_A68B
    bits ^= bits &>> 16
    let both =
      SIMD8<Int32>(truncatingIfNeeded: bits & 0xFFFF) &- SIMD8<Int32>(truncatingIfNeeded: bits &>> 16)
    return Vector(both) * (1 / (65_536 * Self.steps))
  }

  /// The first sample that lies between two steps; `count` when there is none. NaN and what is louder than full scale
  /// are limited, not rounded.
  private static func first(in samples: UnsafePointer<Float>, _ count: Int) -> Int {
    let whole = count & ~7
    for index in stride(from: 0, to: whole, by: 8) {
      let values = UnsafeRawPointer(samples + index).loadUnaligned(as: Vector.self)
      if any(isBetween(values)) { return index + (0..<8).first { isBetween(values)[$0] }! }
    }
    return (whole..<count).first { isBetween(Vector(repeating: samples[$0]))[0] } ?? count
  }

  @inline(__always) private static func isBetween(_ values: Vector) -> SIMDMask<SIMD8<Int32>> {
    let scaled = values * steps, offset = scaled - (scaled + magic - magic)
    return (offset .> tolerance .| offset .< -tolerance) .& (values .<= 1) .& (values .>= -1)
  }
}
