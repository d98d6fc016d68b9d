// FourierTransform.swift
// The one place where FFTW is called: real numbers to their spectrum and back, in single precision. A transform owns
// its buffers and belongs to one thread at a time; plans are made under a lock, because FFTW's planner has state of
// the whole process.
// Unsafe: both buffers are FFTW's own memory, aligned as its plans want it, and live as long as this object.

import CFFTW
import Synchronization

/// Guards FFTW's planner, which makes and destroys plans.
private let planner = Mutex(())

/// Both ways between two buffers.
private struct Plans: @unchecked Sendable {
  let forward: fftwf_plan, backward: fftwf_plan

  init(size: Int, _ samples: UnsafeMutablePointer<Float>, _ spectrum: UnsafeMutablePointer<Float>) {
    struct Buffers: @unchecked Sendable {
      let samples: UnsafeMutablePointer<Float>, bins: UnsafeMutablePointer<fftwf_complex>
    }
    let buffers = Buffers(
      samples: samples, bins: UnsafeMutableRawPointer(spectrum).assumingMemoryBound(to: fftwf_complex.self))
    // ESTIMATE looks at no data and overwrites none; measuring gained nothing at these sizes.
    self = planner.withLock { _ in
      Plans(
        forward: fftwf_plan_dft_r2c_1d(Int32(size), buffers.samples, buffers.bins, FFTW_ESTIMATE)!,
        backward: fftwf_plan_dft_c2r_1d(Int32(size), buffers.bins, buffers.samples, FFTW_ESTIMATE)!)
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

/// A discrete Fourier transform of real numbers, of one size.
///
/// `size` numbers become `size / 2 + 1` complex ones: X(k) = Σ x(n) exp(−2πi·kn / size). Neither way is scaled: there
/// and back multiplies by `size`.
final class FourierTransform {
  /// A power of two, at least 16.
  let size: Int
  /// Room for `size` numbers.
  let samples: UnsafeMutablePointer<Float>
  /// Room for `size / 2 + 1` pairs of real and imaginary part, and what fills up the last 16 numbers.
  let spectrum: UnsafeMutablePointer<Float>
  private let plans: Plans

  init(size: Int) {
    precondition(size >= 16 && size & (size - 1) == 0)
    self.size = size
    let spectrumCount = size + 16
    samples = fftwf_alloc_real(size)!
    samples.initialize(repeating: 0, count: size)
    spectrum = fftwf_alloc_real(spectrumCount)!
    spectrum.initialize(repeating: 0, count: spectrumCount)
    plans = Plans(size: size, samples, spectrum)
  }

  deinit {
    plans.destroy()
    fftwf_free(samples)
    fftwf_free(spectrum)
  }

  /// From `samples` to `spectrum`.
  func transform() { fftwf_execute(plans.forward) }

  /// From `spectrum`, which is lost, to `samples`.
  func transformBack() { fftwf_execute(plans.backward) }
}
