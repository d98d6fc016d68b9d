// SpectrumAxis.swift
// Where a spectrum's levels stand in a picture: decibels over the logarithm of frequency. A pure value.

import Glibc

/// The axes of a picture of a spectrum.
public struct SpectrumAxis: Equatable, Sendable {
  /// In pixels; greater than zero.
  public let width: Int, height: Int
  /// Frames per second.
  public let sampleRate: Int
  /// The level at the upper edge, in dB; a multiple of `step`.
  public let top: Double

  /// Decibels from the upper edge to the lower one, and from one line to the next.
  public static let span = 80.0, step = 20.0
  /// The frequency at the left edge, in Hz.
  public static let lowest = 20.0

  /// - Parameter levels: in dB; the loudest one fits.
  public init(width: Int, height: Int, sampleRate: Int, levels: [Double]) {
    self.width = max(width, 1)
    self.height = max(height, 1)
    self.sampleRate = max(sampleRate, 100)
    let loudest = levels.max() ?? 0
    top = min(max((loudest / Self.step).rounded(.up) * Self.step, -100), 20)
  }

  /// The frequency at the right edge: half the sample rate.
  public var highest: Double { Double(sampleRate) / 2 }

  /// Pixels from the left edge.
  public func x(ofFrequency frequency: Double) -> Double {
    Double(width) * log(frequency / Self.lowest) / log(highest / Self.lowest)
  }

  public func frequency(atX x: Double) -> Double {
    Self.lowest * pow(highest / Self.lowest, x / Double(width))
  }

  /// Pixels from the upper edge; within the picture.
  public func y(ofLevel level: Double) -> Double {
    min(max((top - level) / Self.span, 0), 1) * Double(height)
  }

  /// The frequencies of the grid lines, in Hz: powers of ten.
  public var frequencies: [Double] { [100, 1000, 10_000].filter { $0 < highest } }

  /// The levels of the grid lines, in dB, without the edges.
  public var levels: [Double] {
    stride(from: top - Self.step, to: top - Self.span, by: -Self.step).map(\.self)
  }

  /// The curve: its height at the left edge of each pixel, and at the right edge of the last one. When
  /// several bins fall into a pixel the loudest one counts; bins wider than a pixel are connected by straight
  /// lines.
  ///
  /// - Parameter spectrum: levels in dB, from 0 Hz to half the sample rate at equal distances; at least two.
  public func heights(of spectrum: [Double]) -> [Double] {
    let perBin = highest / Double(max(spectrum.count - 1, 1))
    return (0...width).map { pixel in
      let place = frequency(atX: Double(pixel)) / perBin
      let next = frequency(atX: Double(pixel) + 1) / perBin
      let first = min(Int(place), spectrum.count - 1)
      let after = min(first + 1, spectrum.count - 1)
      var level = spectrum[first] + (spectrum[after] - spectrum[first]) * (place - Double(first))
      var bin = first + 1
      while Double(bin) < next, bin < spectrum.count {
        level = max(level, spectrum[bin])
        bin += 1
      }
      return y(ofLevel: level)
    }
  }
}
