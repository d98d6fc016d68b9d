// ShortTimeFormat.swift
// How sound is cut into spectra: window, hop and size. A noise profile and the reduction use the same, so that their
// spectra can be compared. A pure value.

import Glibc

/// Overlapping windows for a short-time Fourier transform.
///
/// The window is the square root of Hann's. It is applied before the transform and again after the inverse one; both
/// together are Hann's window, which adds up to 2 when each window begins a quarter of its size after the one before
/// (Griffin and Lim 1984, "Signal estimation from modified short-time Fourier transform").
public struct ShortTimeFormat: Hashable, Sendable {
  /// Samples of a window: a multiple of 32, so that each hop has whole vectors of eight.
  public let size: Int

  /// The sizes that a window can have.
  static let sizes = 32...131_072

  /// The format for a sample rate: about 46 ms, 2,048 samples at 44.1 kHz.
  ///
  /// Of the sizes that FFTW transforms fast (2ᵃ·3ᵇ·5ᶜ·7ᵈ) it is the nearest: 44 to 51 ms from 8 kHz on.
  ///
  /// - Parameter sampleRate: frames per second, > 0.
  public init(sampleRate: Int) {
    let wanted = 2048.0 * Double(max(sampleRate, 1)) / 44_100 / 32
    let nearest = min(max(Int(wanted.rounded()), 1), Self.sizes.upperBound / 32)
    func isFast(_ number: Int) -> Bool {
      let rest = [2, 3, 5, 7].reduce(into: number) { rest, factor in
        while rest % factor == 0 { rest /= factor }
      }
      return rest == 1
    }
    // The bounds are fast, so the search ends.
    let distance = (0...).first { isFast(nearest - $0) || isFast(nearest + $0) }!
    size = 32 * (isFast(nearest - distance) ? nearest - distance : nearest + distance)
  }

  /// - Parameter size: one of `sizes`, a multiple of 32.
  init(size: Int) {
    precondition(Self.sizes.contains(size) && size % 32 == 0)
    self.size = size
  }

  /// The format that profiles had before they said which one: the power of two nearest to 46 ms.
  static func powerOfTwo(sampleRate: Int) -> ShortTimeFormat {
    let power = log2(2048.0 * Double(max(sampleRate, 1)) / 44_100).rounded()
    return ShortTimeFormat(size: 1 << min(max(Int(power), 5), 17))
  }

  /// Samples from one window to the next.
  public var hop: Int { size / 4 }

  /// Numbers in a spectrum: from 0 to half the sample rate.
  public var binCount: Int { size / 2 + 1 }

  /// `binCount` rounded up to whole vectors.
  var paddedBinCount: Int { (binCount + 7) / 8 * 8 }

  /// Bands of sixteen bins; the highest bin goes with the last one.
  var bandCount: Int { size / 32 }

  /// Windows that cover each sample.
  var overlap: Int { size / hop }

  /// The square root of Hann's window.
  func window() -> [Float] {
    // √(½ − ½ cos 2x) = |sin x|
    (0..<size).map { Float(sin(Double.pi * Double($0) / Double(size))) }
  }
}
