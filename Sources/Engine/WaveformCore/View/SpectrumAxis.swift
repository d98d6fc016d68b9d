// SpectrumAxis.swift
// Where a spectrum's levels stand in a picture: decibels over frequency, or over its logarithm. A pure value.

import Glibc

/// The axes of a picture of a spectrum.
public struct SpectrumAxis: Equatable, Sendable {
  /// In pixels; greater than zero.
  public let width: Int, height: Int
  /// Frames per second.
  public let sampleRate: Int
  /// The level at the upper edge, in dB; a multiple of `step`.
  public let top: Double
  /// Decibels from the upper edge to the lower one; a multiple of `step`.
  public let span: Double
  /// True for frequencies at equal distances, from 0 Hz.
  public let isLinear: Bool

  /// Decibels from one line to the next.
  public static let step = 20.0
  /// The frequency at the left edge of a logarithmic axis, in Hz, where there are higher ones.
  public static let lowest = 20.0

  /// - Parameter levels: in dB; the loudest one fits.
  public init(
    width: Int, height: Int, sampleRate: Int, levels: [Double], span: Double = 80, isLinear: Bool = false
  ) {
    self.width = max(width, 1)
    self.height = max(height, 1)
    self.sampleRate = max(sampleRate, 1)
    self.span = span
    self.isLinear = isLinear
    let loudest = levels.max().map { $0.isFinite ? $0 : 0 } ?? 0
    top = min(max((loudest / Self.step).rounded(.up) * Self.step, -100), 20)
  }

  /// The frequency at the right edge: half the sample rate.
  public var highest: Double { Double(sampleRate) / 2 }

  private var lowest: Double { min(Self.lowest, highest / 10) }

  /// Pixels from the left edge.
  public func x(ofFrequency frequency: Double) -> Double {
    Double(width)
      * (isLinear ? frequency / highest : log(frequency / lowest) / log(highest / lowest))
  }

  public func frequency(atX x: Double) -> Double {
    let share = x / Double(width)
    return isLinear ? highest * share : lowest * pow(highest / lowest, share)
  }

  /// Pixels from the upper edge; within the picture.
  public func y(ofLevel level: Double) -> Double {
    min(max((top - level) / span, 0), 1) * Double(height)
  }

  /// The frequencies of the grid lines, in Hz: powers of ten, or some round ones at equal distances.
  public var frequencies: [Double] {
    guard isLinear else { return [100, 1000, 10_000].filter { $0 < highest } }
    let round: [Double] = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000]
    let step = round.first { highest / $0 < 6 } ?? highest
    return Array(stride(from: step, to: highest, by: step))
  }

  /// The levels of the grid lines, in dB, without the edges.
  public var levels: [Double] {
    stride(from: top - Self.step, to: top - span, by: -Self.step).map(\.self)
  }

  /// The curve: its height at the left edge of each pixel, and at the right edge of the last one. When
  /// several bins fall into a pixel the loudest one counts; bins wider than a pixel are connected by straight
  /// lines.
  ///
  /// - Parameters:
  ///   - spectrum: levels in dB, from 0 Hz to half a sample rate at equal distances; at least two.
  ///   - sampleRate: nil: that of the axis.
  /// - Returns: as many as lie below half the sample rate.
  public func heights(of spectrum: [Double], sampleRate: Int? = nil) -> [Double] {
    let end = sampleRate.map { Double(max($0, 1)) / 2 } ?? highest
    let perBin = end / Double(max(spectrum.count - 1, 1))
    let pixels = (0...width).prefix { frequency(atX: Double($0)) <= end * (1 + 1e-9) }
    return pixels.map { pixel in
      let place = frequency(atX: Double(pixel)) / perBin
      let next = frequency(atX: Double(pixel) + 1) / perBin
      let first = min(Int(place), spectrum.count - 1)
      let after = min(first + 1, spectrum.count - 1)
      // Silence has no level between which a line could lead.
      var level =
        spectrum[first].isFinite && spectrum[after].isFinite
        ? spectrum[first] + (spectrum[after] - spectrum[first]) * (place - Double(first)) : spectrum[first]
      var bin = first + 1
      while Double(bin) < next, bin < spectrum.count {
        level = max(level, spectrum[bin])
        bin += 1
      }
      return y(ofLevel: level)
    }
  }
}
