// SincInterpolator.swift
// What a converter plays between the samples: the one curve that passes through all of them and has no
// frequencies above half the sample rate, made with a windowed sinc. An immutable table; any thread.
// Unsafe: rows and samples are read as vectors of 8 through pointers; `value` says which samples must exist.

/// Band-limited interpolation between samples.
///
/// A sinc of 32 zero crossings to either side under a Kaiser window with β = 9, looked up in a table of 256 rows
/// per sample and interpolated linearly between two of them: J. O. Smith, "Digital Audio Resampling" (CCRMA), on
/// table and interpolation; J. F. Kaiser and R. W. Schafer, "On the use of the I₀-sinh window for spectrum
/// analysis" (1980), on the window. Below 0.9 of half the sample rate the error is less than 1/10,000 of full
/// scale, which no screen can show; nearer to it the window's slope damps (`SincInterpolatorTests`).
public struct SincInterpolator: Sendable {
  /// How many samples on either side of a place contribute to its value.
  public static let reach = 32

  private static let taps = 2 * reach
  private static let rowsPerSample = 256
  private static let beta = 9.0
  /// `rowsPerSample + 1` rows of `taps` weights; row r is for places r/256 behind a sample.
  private let table: [Float]

  /// The table is the same for all recordings.
  public static let shared = SincInterpolator()

  private init() {
    table = (0...Self.rowsPerSample).flatMap { row in
      Self.weights(at: Double(row) / Double(Self.rowsPerSample)).map { Float($0) }
    }
  }

  /// The value at a place between two samples.
  ///
  /// - Parameters:
  ///   - samples: `samples[0]` is the sample before the place, or at it. The `reach` − 1 samples before that one
  ///     and the `reach` behind it must be there, and finite: 0 where the recording has none.
  ///   - fraction: how far behind `samples[0]` the place lies, in samples: 0 ≤ `fraction` < 1.
  /// - Complexity: O(`reach`)
  @inline(__always)
  public func value(_ samples: UnsafePointer<Float>, _ fraction: Double) -> Float {
    let place = fraction * Double(Self.rowsPerSample)
    let row = min(Int(place), Self.rowsPerSample - 1)
    let share = SIMD8<Float>(repeating: Float(place - Double(row)))
    return table.withUnsafeBufferPointer { table in
      let weights = UnsafeRawPointer(table.baseAddress! + row * Self.taps)
      let next = weights + Self.taps * MemoryLayout<Float>.stride
      let first = UnsafeRawPointer(samples - (Self.reach - 1))
      var sum = SIMD8<Float>(repeating: 0)
      for offset in stride(from: 0, to: Self.taps * MemoryLayout<Float>.stride, by: 32) {
        let a = weights.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        let b = next.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        sum += (a + (b - a) * share) * first.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      }
      return sum.sum()
    }
  }

  // MARK: The table

  /// The weights of the samples −31…32 for a place `fraction` behind sample 0. Their sum is 1, so that a
  /// constant stays constant.
  private static func weights(at fraction: Double) -> [Double] {
    let weights = (1 - reach...reach).map { tap in
      let distance = fraction - Double(tap)
      return sinc(distance, fraction: fraction, tap: tap) * window(distance / Double(reach))
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// sin(πd)/(πd), where d = fraction − tap.
  private static func sinc(_ distance: Double, fraction: Double, tap: Int) -> Double {
    if distance == 0 { return 1 }
    let sine = sineOfPi(fraction)
    return (tap.isMultiple(of: 2) ? sine : -sine) / (.pi * distance)
  }

  /// sin(πx) for 0 ≤ x ≤ 1 by its series about the middle, without libm.
  private static func sineOfPi(_ x: Double) -> Double {
    let square = (x - 0.5) * (x - 0.5) * .pi * .pi
    var term = 1.0
    var sum = 1.0
    for n in 1...12 {
      term *= -square / Double((2 * n - 1) * 2 * n)
      sum += term
    }
    return sum
  }

  /// Kaiser's window at −1…1; 0 beyond.
  private static func window(_ x: Double) -> Double {
    guard x * x < 1 else { return 0 }
    return bessel(beta * (1 - x * x).squareRoot()) / bessel(beta)
  }

  /// The modified Bessel function of the first kind and order 0, by its series.
  private static func bessel(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    var n = 1.0
    while term > sum * 1e-17 {
      term *= x * x / (4 * n * n)
      sum += term
      n += 1
    }
    return sum
  }
}
