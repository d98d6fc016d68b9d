// Correlator.swift
// Cross-correlation of two stretches by one Fourier transform. Belongs to one thread; owns its buffers.
// Unsafe: writes and reads the buffers of `RealPairTransform`, which live as long as it does, within its size.

import Spectral

/// Correlates two stretches of real numbers of up to `size` numbers, padded with zeros.
final class Correlator {
  /// How the cross-spectrum S is weighted.
  enum Weighting {
    /// Not at all: at a lag stands the share that the sum has of the root of both energies, −1…1.
    case plain
    /// By |S|^−¾, between plain correlation and the phase transform: every frequency that both have counts, those that are
    /// only noise a little (C. Knapp and G. Carter, "The generalized correlation method for estimation of time delay", 1976;
    /// on exponents below 1: PHAT-β, K. Donohue, J. Hannemann and H. Dietz, 2007).
    case whitened
  }

  private let transform: RealPairTransform

  /// - Parameter size: a power of two, at least 16.
  init(size: Int) { transform = RealPairTransform(size: size) }

  /// - Parameter count: numbers of both lines together.
  convenience init(fitting count: Int) {
    var size = 16
    while size < count { size *= 2 }
    self.init(size: size)
  }

  /// The correlation of two whole lines; see below.
  func correlate(_ weighting: Weighting, _ lineA: [Float], _ lineB: [Float]) -> UnsafeBufferPointer<Float> {
    correlate(weighting) { a, b in
      for index in lineA.indices { a[index] = lineA[index] }
      for index in lineB.indices { b[index] = lineB[index] }
    }
  }

  /// The correlation r(lag) = Σ b(n) · a(n + lag), circular: at `size − 1` stands lag −1.
  ///
  /// - Parameter fill: gets both buffers, all zeros.
  /// - Returns: zeros where one of both is silent; valid until the next call.
  /// - Complexity: O(`size` log `size`)
  func correlate(
    _ weighting: Weighting,
    _ fill: (_ a: UnsafeMutableBufferPointer<Float>, _ b: UnsafeMutableBufferPointer<Float>) -> Void
  ) -> UnsafeBufferPointer<Float> {
    let size = transform.size
    let buffers = [transform.first, transform.second].map {
      UnsafeMutableBufferPointer(start: $0, count: size)
    }
    for buffer in buffers { buffer.update(repeating: 0) }
    fill(buffers[0], buffers[1])
    // Both go through one transform, whose rounding is that of the louder one: so they are made equally loud.
    for buffer in buffers {
      let energy = buffer.reduce(0) { $0 + Double($1) * Double($1) }
      guard energy > 0, energy.isFinite else {
        transform.first.update(repeating: 0, count: size)
        return UnsafeBufferPointer(buffers[0])
      }
      let factor = Float((Double(size) / energy).squareRoot())
      for index in 0..<size { buffer[index] *= factor }
    }
    transform.transform()
    weight(weighting)
    transform.transformBack()
    return UnsafeBufferPointer(start: transform.first, count: size)
  }

  /// Puts A · conj(B), weighted, in the place of the spectrum.
  private func weight(_ weighting: Weighting) {
    let size = transform.size, real = transform.real, imaginary = transform.imaginary
    var highest: Float = 0
    for bin in 0...size / 2 {
      let mirror = (size - bin) & (size - 1)
      let a = (re: real[bin] + real[mirror], im: imaginary[bin] - imaginary[mirror])
      let b = (re: imaginary[bin] + imaginary[mirror], im: real[mirror] - real[bin])
      let re = a.re * b.re + a.im * b.im, im = a.im * b.re - a.re * b.im
      (real[bin], imaginary[bin]) = (re, im)
      highest = max(highest, re * re + im * im)
    }
    // What lies 140 dB below the strongest frequency is rounding.
    let least = max(highest * 1e-14, .leastNormalMagnitude)
    for bin in 0...size / 2 {
      let mirror = (size - bin) & (size - 1)
      var (re, im) = (real[bin], imaginary[bin])
      // Both were made to have the energy `size`, and back and forth multiplies by it; twice the spectrum is in each.
      var factor = 1 / (4 * Float(size) * Float(size))
      if weighting == .whitened {
        let root = (re * re + im * im + least).squareRoot().squareRoot()
        factor = 1 / (root * root.squareRoot())
      }
      (re, im) = (re * factor, im * factor)
      (real[bin], imaginary[bin]) = (re, im)
      (real[mirror], imaginary[mirror]) = (re, -im)
    }
    imaginary[0] = 0
    imaginary[size / 2] = 0
  }
}
