// SpectrogramColumns.swift
// What crosses between the making of spectra and their drawing: an immutable value, as `WaveformColumns` is.

/// The spectra of columns side by side, in steps of half a decibel.
///
/// A column is the maximum over all transforms whose windows are centred on a frame of the column.
public struct SpectrogramColumns: Equatable, Sendable {
  /// Numbers in a spectrum: from 0 Hz to half the sample rate, both included.
  public let bins: Int
  public let count: Int
  /// `bins` numbers for each column, from 0 Hz up; see `SpectrumStep`. Columns that are not known are 0.
  public var steps: [UInt8]
  /// The columns of which nothing is known, which are not silent.
  public var unknown = RangeSet<Int>()

  public init(bins: Int, count: Int, steps: [UInt8]) {
    precondition(steps.count == bins * count)
    self.bins = bins
    self.count = count
    self.steps = steps
  }

  /// Silence.
  public init(bins: Int, count: Int) {
    self.init(bins: bins, count: count, steps: Array(repeating: 0, count: bins * count))
  }

  /// Nothing.
  public static func unknown(count: Int) -> SpectrogramColumns {
    var columns = SpectrogramColumns(bins: 2, count: count)
    columns.unknown = RangeSet(0..<count)
    return columns
  }
}

extension SpectrogramColumns {
  /// The classes of columns whose steps are those of the bands: see `SpectralBalance`.
  public var tints: [UInt8] {
    precondition(bins == SpectralBand.allCases.count)
    return (0..<count).map {
      SpectralBalance.tint(low: steps[3 * $0], middle: steps[3 * $0 + 1], high: steps[3 * $0 + 2])
    }
  }
}

/// Levels in half decibels, in a byte: a sine at full scale is 0 dB.
public enum SpectrumStep {
  /// In dB: that of 1, and that of 255. What is below is 0, which stands for silence; what is above is 255.
  public static let lowest = -121.0, highest = 6.0

  /// - Returns: dB; −∞ for 0.
  public static func level(_ step: UInt8) -> Double {
    step == 0 ? -.infinity : lowest + Double(step - 1) / 2
  }

  /// The nearest step.
  public static func step(ofLevel level: Double) -> UInt8 {
    guard level >= lowest - 0.25 else { return 0 }
    return UInt8(((min(level, highest) - lowest) * 2).rounded() + 1)
  }
}
