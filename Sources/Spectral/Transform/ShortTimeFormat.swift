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
  /// Samples of a window: a power of two.
  public let size: Int

  /// The format for a sample rate: about 46 ms, 2,048 samples at 44.1 and 48 kHz.
  ///
  /// - Parameter sampleRate: frames per second, > 0.
  public init(sampleRate: Int) {
    let wanted = 2048.0 * Double(max(sampleRate, 1)) / 44_100
    let power = min(max(Int(log2(wanted).rounded()), 5), 17)
    size = 1 << power
  }

  /// Samples from one window to the next.
  public var hop: Int { size / 4 }

  /// Numbers in a spectrum: from 0 to half the sample rate.
  public var binCount: Int { size / 2 + 1 }

  /// `binCount` rounded up to whole vectors.
  var paddedBinCount: Int { (binCount + 7) / 8 * 8 }

  /// Windows that cover each sample.
  var overlap: Int { size / hop }

  /// The square root of Hann's window.
  func window() -> [Float] {
    // √(½ − ½ cos 2x) = |sin x|
    (0..<size).map { Float(sin(Double.pi * Double($0) / Double(size))) }
  }
}
