// CoherentDelay.swift
// The delay between two recordings that lie nearly right already, from many stretches of both at once: frequencies count
// as far as both have the same there. One thread; owns its transform.
// Unsafe: reads and writes the buffers of `RealPairTransform` within its size.

import Spectral

/// Gathers stretches, then tells the delay.
///
/// The cross-spectrum is weighted with γ² / (1 − γ²) / |S|, where γ² is the coherence (E. Hannan and P. Thomson, "Delay
/// estimation and the estimation of coherence and phase", 1981): noise in one of both counts nothing, a codec's band
/// limit neither.
final class CoherentDelay {
  /// Frames of a stretch.
  static let size = 2_048

  private let transform = RealPairTransform(size: CoherentDelay.size)
  private let taper = HannWindow.weights(CoherentDelay.size).map { Float($0) }
  private var real = [Double](repeating: 0, count: CoherentDelay.size / 2 + 1)
  private var imaginary = [Double](repeating: 0, count: CoherentDelay.size / 2 + 1)
  private var powerA = [Double](repeating: 0, count: CoherentDelay.size / 2 + 1)
  private var powerB = [Double](repeating: 0, count: CoherentDelay.size / 2 + 1)
  private var count = 0

  /// Adds stretches that overlap by half.
  ///
  /// - Parameter lines: of A and of B, equally long.
  func add(_ lineA: [Float], _ lineB: [Float]) {
    for from in stride(from: 0, through: lineA.count - Self.size, by: Self.size / 2) {
      var energy: (a: Float, b: Float) = (0, 0)
      for index in 0..<Self.size {
        let a = lineA[from + index], b = lineB[from + index]
        energy = (energy.a + a * a, energy.b + b * b)
      }
      guard energy.a > 0, energy.b > 0, energy.a.isFinite, energy.b.isFinite else { continue }
      // Loud stretches count no more than quiet ones; and one transform rounds both as its louder one.
      let factor = (a: 1 / energy.a.squareRoot(), b: 1 / energy.b.squareRoot())
      for index in 0..<Self.size {
        transform.first[index] = lineA[from + index] * taper[index] * factor.a
        transform.second[index] = lineB[from + index] * taper[index] * factor.b
      }
      transform.transform()
      gather()
      count += 1
    }
  }

  private func gather() {
    for bin in 0...Self.size / 2 {
      let mirror = (Self.size - bin) & (Self.size - 1)
      let (re, im) = (transform.real[bin], transform.imaginary[bin])
      let (mirroredRe, mirroredIm) = (transform.real[mirror], transform.imaginary[mirror])
      let a = (re: Double(re + mirroredRe), im: Double(im - mirroredIm))
      let b = (re: Double(im + mirroredIm), im: Double(mirroredRe - re))
      real[bin] += (a.re * b.re + a.im * b.im)
      imaginary[bin] += (a.im * b.re - a.re * b.im)
      powerA[bin] += a.re * a.re + a.im * a.im
      powerB[bin] += b.re * b.re + b.im * b.im
    }
  }

  /// Frames by which B has to move to the right.
  ///
  /// - Parameter reach: the most frames to look at, to either side.
  /// - Returns: nil where there are too few stretches to tell what is coherent.
  func delay(within reach: Int) -> Double? {
    guard count >= 8 else { return nil }
    // So much coherence comes of few stretches alone, half of which overlap.
    let chance = 2.0 / Double(count)
    // What lies 80 dB below the strongest frequency is rounding, or the images that a resampler left.
    let least = (a: 1e-8 * (powerA.max() ?? 0), b: 1e-8 * (powerB.max() ?? 0))
    for bin in 0...Self.size / 2 {
      let square = real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
      let power = (powerA[bin] + least.a) * (powerB[bin] + least.b)
      let coherence = power > 0 ? min(square / power, 0.999) : 0
      let weight = coherence > chance ? coherence / (1 - coherence) / square.squareRoot() : 0
      let mirror = (Self.size - bin) & (Self.size - 1)
      transform.real[bin] = Float(real[bin] * weight)
      transform.imaginary[bin] = Float(imaginary[bin] * weight)
      transform.real[mirror] = transform.real[bin]
      transform.imaginary[mirror] = -transform.imaginary[bin]
    }
    transform.imaginary[0] = 0
    transform.imaginary[Self.size / 2] = 0
    transform.transformBack()
    let correlation = UnsafeBufferPointer(start: transform.first, count: Self.size)
    return CorrelationPeak(correlation, lags: -reach...reach)?.lag
  }
}
