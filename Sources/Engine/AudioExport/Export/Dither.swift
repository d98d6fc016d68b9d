// Dither.swift
// The noise that is added before samples are rounded to 16 bits. A value of one writer; one thread at a time.
// Unsafe: loops read and write `count` samples, which the caller owns.

/// Dither with a triangular distribution (TPDF) of ±1 step: the error of rounding no longer depends on the sound, neither
/// in its mean nor in its power (Lipshitz, Wannamaker and Vanderkooy 1992, "Quantization and Dither: A Theoretical
/// Survey").
///
/// Samples that are numbers of 16 bits already stay what they are, those beside a repaired click and digital silence as
/// well: there is nothing to round. Its numbers are the same in every run, so that two exports of one recording are the
/// same bytes.
struct Dither {
  private typealias Vector = SIMD8<Float>
  private typealias Mask = SIMDMask<SIMD8<Int32>>

  private static let steps: Float = 32_768
  /// Steps by which a number of 16 bits may be off after a Fourier transform and back: more than what was seen.
  private static let tolerance: Float = 1 / 64
  /// 1.5 · 2²³: a number near it has no fraction, so that adding and taking it away again rounds.
  private static let magic: Float = 12_582_912
  /// Numbers of 16 bits in a row, of all channels together, after which they are no chance: one of 32 is one by chance.
  private static let run = 4

  /// Numbers of 16 bits since the last other sample.
  private var exact = Self.run
  /// Samples so far: the noise is a function of their number.
  private var position: UInt32 = 0

  /// Adds noise to samples in full scale ±1, where it is needed.
  ///
  /// - Parameter samples: the next ones, interleaved; how they are cut into blocks makes no difference.
  mutating func add(to samples: inout [Float]) {
    samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      let whole = samples.count & ~7
      for index in stride(from: 0, to: whole, by: 8) {
        let place = UnsafeMutableRawPointer(base + index)
        let values = place.loadUnaligned(as: Vector.self), between = Self.isBetween(values)
        if all(between) {
          exact = 0
          place.storeBytes(of: values + noise(), as: Vector.self)
        } else if any(between) || exact < Self.run {
          add(noise(), to: base + index, between, count: 8)
        } else {
          exact = Self.run
        }
        position &+= 8
      }
      let rest = samples.count - whole
      guard rest > 0 else { return }
      var values = Vector()
      for lane in 0..<rest { values[lane] = base[whole + lane] }
      add(noise(), to: base + whole, Self.isBetween(values), count: rest)
      position &+= UInt32(rest)
    }
  }

  /// The same one by one.
  private mutating func add(
    _ noise: Vector, to samples: UnsafeMutablePointer<Float>, _ between: Mask, count: Int
  ) {
    for lane in 0..<count {
      exact = between[lane] ? 0 : min(exact + 1, Self.run)
      if exact < Self.run { samples[lane] += noise[lane] }
    }
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

  /// Which samples lie between two steps. NaN and what is louder than full scale are limited, not rounded.
  @inline(__always) private static func isBetween(_ values: Vector) -> Mask {
    let scaled = values * steps, offset = scaled - (scaled + magic - magic)
    return (offset .> tolerance .| offset .< -tolerance) .& (values .<= 1) .& (values .>= -1)
  }
}
