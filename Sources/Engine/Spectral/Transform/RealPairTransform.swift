// RealPairTransform.swift
// The only place that calls FFTW. Transforms two stretches of real numbers at a time to their spectrum and back, in
// single precision. A transform owns its buffers and belongs to one thread at a time; plans are made under a lock,
// because FFTW's planner has state of the whole process.
// Unsafe: all buffers lie in one allocation of FFTW, aligned as its plans need it, and live as long as this object.

import CFFTW
import Synchronization

/// Guards FFTW's planner, which makes and destroys plans.
private let planner = Mutex(())

/// The plans of both directions between four buffers.
private struct Plans: @unchecked Sendable {
  let forward: fftwf_plan, backward: fftwf_plan

  /// - Parameter step: numbers from one buffer to the next.
  init(size: Int, _ buffers: UnsafeMutablePointer<Float>, step: Int) {
    struct Buffers: @unchecked Sendable { let first: UnsafeMutablePointer<Float> }
    let buffers = Buffers(first: buffers)
    self = planner.withLock { _ in
      func plan(from: (Int, Int), to: (Int, Int)) -> fftwf_plan {
        var dimension = fftwf_iodim(n: Int32(size), is: 1, os: 1)
        let part = { (index: Int) in buffers.first + index * step }
        // ESTIMATE neither reads nor overwrites data; measuring took 0.15 s and gained nothing at these sizes.
        return fftwf_plan_guru_split_dft(
          1, &dimension, 0, nil, part(from.0), part(from.1), part(to.0), part(to.1), UInt32(FFTW_ESTIMATE))!
      }
      // The inverse transform is the forward one with real and imaginary part exchanged before and after.
      return Plans(forward: plan(from: (0, 1), to: (2, 3)), backward: plan(from: (3, 2), to: (1, 0)))
    }
  }

  private init(forward: fftwf_plan, backward: fftwf_plan) {
    self.forward = forward
    self.backward = backward
  }

  func destroy() {
    planner.withLock { _ in
      fftwf_destroy_plan(forward)
      fftwf_destroy_plan(backward)
    }
  }
}

/// A discrete Fourier transform of two stretches of real numbers, a and b, of one size.
///
/// They are the two parts of complex numbers: Z(k) = Σ (a(n) + i·b(n)) exp(−2πi·kn / size). With Z'(k), the conjugate
/// of Z(size − k), the spectrum of a is (Z + Z') / 2, and that of b is (Z − Z') / 2i (Press et al., "Numerical
/// Recipes", 3rd edition, 12.3.1). One transform of complex numbers takes 3 µs where two of real ones take 8, for 2,048
/// of them. Neither direction is scaled: both together multiply by `size`.
package final class RealPairTransform {
  /// Even, at least 16.
  package let size: Int
  /// a and b: `size` numbers each.
  package let first: UnsafeMutablePointer<Float>
  package let second: UnsafeMutablePointer<Float>
  /// Z: `size` numbers each, and `room` more.
  package let real: UnsafeMutablePointer<Float>
  package let imaginary: UnsafeMutablePointer<Float>
  private let plans: Plans

  /// Numbers behind the spectrum that kernels may overwrite. They also keep the buffers from sharing the same lines of
  /// the processor's cache.
  static let room = 16

  package init(size: Int) {
    precondition(size >= 16 && size % 2 == 0)
    self.size = size
    let step = size + Self.room
    first = Self.allocate(4 * step)
    (second, real, imaginary) = (first + step, first + 2 * step, first + 3 * step)
    plans = Plans(size: size, first, step: step)
  }

  deinit {
    plans.destroy()
    Self.free(first)
  }

  /// From `first` and `second` to `real` and `imaginary`.
  package func transform() { fftwf_execute(plans.forward) }

  /// From `real` and `imaginary` to `first` and `second`.
  package func transformBack() { fftwf_execute(plans.backward) }

  /// From `first` and `second` to other memory than `real` and `imaginary`.
  ///
  /// - Parameter spectrum: room as in `SpectrumPairs`.
  func transform(into spectrum: (real: UnsafeMutablePointer<Float>, imaginary: UnsafeMutablePointer<Float>)) {
    fftwf_execute_split_dft(plans.forward, first, second, spectrum.real, spectrum.imaginary)
  }

  /// From such memory to `first` and `second`.
  func transformBack(
    from spectrum: (real: UnsafeMutablePointer<Float>, imaginary: UnsafeMutablePointer<Float>)
  ) {
    // As for the plan: with both parts exchanged.
    fftwf_execute_split_dft(plans.backward, spectrum.imaginary, spectrum.real, second, first)
  }

  /// Memory for numbers, aligned as the plans need it.
  static func allocate(_ count: Int) -> UnsafeMutablePointer<Float> {
    let numbers = fftwf_alloc_real(count)!
    numbers.initialize(repeating: 0, count: count)
    return numbers
  }

  static func free(_ numbers: UnsafeMutablePointer<Float>) { fftwf_free(numbers) }

  /// |A|² and |B|² of a bin, 0…`size / 2`, after `transform`.
  package func powers(_ bin: Int) -> (first: Double, second: Double) {
    let all = products(bin)
    return (all.first, all.second)
  }

  /// A and B of a bin, 0…`size / 2`, after `transform`.
  func values(_ bin: Int) -> (first: Complex, second: Complex) {
    let mirror = bin == 0 ? 0 : size - bin
    let one = Complex(Double(real[bin]), Double(imaginary[bin]))
    let other = Complex(Double(real[mirror]), -Double(imaginary[mirror]))
    // 2A, and 2B turned by a quarter, as below.
    let turned = one - other
    return ((one + other) * 0.5, Complex(turned.im, -turned.re) * 0.5)
  }

  /// |A|², |B|² and Re A·B* of a bin, 0…`size / 2`, after `transform`.
  package func products(_ bin: Int) -> (first: Double, second: Double, cross: Double) {
    let mirror = bin == 0 ? 0 : size - bin
    let (re, im) = (Double(real[bin]), Double(imaginary[bin]))
    let (mirroredRe, mirroredIm) = (Double(real[mirror]), Double(imaginary[mirror]))
    // 2A, and 2B turned by a quarter: B = (Z − Z') / 2i.
    let a = (re: re + mirroredRe, im: im - mirroredIm)
    let b = (re: im + mirroredIm, im: mirroredRe - re)
    return (
      (a.re * a.re + a.im * a.im) / 4, (b.re * b.re + b.im * b.im) / 4, (a.re * b.re + a.im * b.im) / 4
    )
  }
}
