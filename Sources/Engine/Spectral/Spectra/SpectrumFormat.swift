// SpectrumFormat.swift
// How a recording is cut into the transforms of a spectrogram, and which of them a column shows. A pure value.

import Glibc
import WaveformCore

/// The transforms of a recording: transform k is centred on frame k · `hop`.
///
/// Its window covers half of `size` before that frame and half behind it; samples before the beginning and behind the end
/// count as 0. There is a transform for every centre within the recording.
public struct SpectrumFormat: Hashable, Sendable {
  /// Frames of a window: a power of two.
  public let size: Int
  /// Frames from one centre to the next.
  public let hop: Int
  public let window: SpectrumWindow
  /// Frames per second: it decides which bins belong to a band.
  public let sampleRate: Int

  public init(_ settings: SpectrogramSettings, sampleRate: Int) {
    self.init(
      size: settings.size(sampleRate: sampleRate), overlap: settings.overlap, window: settings.window,
      sampleRate: sampleRate)
  }

  /// - Parameters:
  ///   - size: a power of two, at least 64.
  ///   - overlap: windows that cover each frame: a power of two, less than `size`.
  package init(size: Int, overlap: Int, window: SpectrumWindow, sampleRate: Int = 44_100) {
    precondition(size >= 64 && size & (size - 1) == 0 && overlap > 0 && size / overlap * overlap == size)
    self.size = size
    hop = size / overlap
    self.window = window
    self.sampleRate = max(sampleRate, 1)
  }

  /// Numbers in a spectrum: from 0 Hz to half the sample rate.
  public var bins: Int { size / 2 + 1 }

  /// `bins` rounded up to whole vectors.
  package var paddedBins: Int { (bins + 7) / 8 * 8 }

  /// Numbers of a column while it is computed: the powers of its bins, and behind them the energies of its bands, in whole
  /// vectors.
  package var columnNumbers: Int { paddedBins + 8 }

  /// Bytes of a column: a step for each bin, and behind them one for each band.
  package var columnSteps: Int { bins + SpectralBand.allCases.count }

  /// The steps of a column that are a part of it.
  package func steps(of part: SpectrumPart) -> Range<Int> {
    switch part {
    case .bins: 0..<bins
    case .bands: bins..<columnSteps
    case .all: 0..<columnSteps
    }
  }

  /// How many steps of a column are a part of it.
  public func count(of part: SpectrumPart) -> Int { steps(of: part).count }

  /// The share of each bin in each band, `paddedBins` numbers for a band. A bin reaches halfway to its neighbours.
  package var bandWeights: [Float] {
    let step = Double(sampleRate) / Double(size)
    return SpectralBand.allCases.flatMap { band in
      (0..<paddedBins).map { bin in
        guard bin < bins else { return 0 }
        let low = max(0, (Double(bin) - 0.5) * step), high = (Double(bin) + 0.5) * step
        return Float(max(0, min(high, band.range.high) - max(low, band.range.low)) / (high - low))
      }
    }
  }

  /// The transforms of a recording of `length` frames.
  package func count(length: Int) -> Int { (length + hop - 1) / hop }

  /// The transforms whose centres lie in `frames`, which begin at 0 or later.
  package func transforms(centredIn frames: FrameRange) -> Range<Int> {
    count(length: frames.lowerBound)..<count(length: frames.upperBound)
  }

  /// The transform whose centre is nearest to a position in frames, of a recording that is not empty.
  package func transform(nearest position: Double, length: Int) -> Int {
    Int((position / Double(hop)).rounded().clamped(to: 0...Double(max(0, count(length: length) - 1))))
  }

  /// The frames that the windows of transforms cover; they may lie outside the recording.
  package func frames(of transforms: Range<Int>) -> FrameRange {
    guard !transforms.isEmpty else { return 0..<0 }
    return transforms.lowerBound * hop - size / 2..<(transforms.upperBound - 1) * hop + size / 2
  }

  /// The transforms of which a column is the maximum: those whose centres lie in the column, or, where there are none
  /// because columns are narrower than a hop, the one whose centre is nearest to the middle of the column. Columns are never
  /// interpolated.
  ///
  /// - Returns: empty for columns outside the recording.
  package func transforms(ofColumn column: Int, of grid: PixelGrid, length: Int) -> Range<Int> {
    let left = grid.position(ofPixel: column), right = grid.position(ofPixel: column + 1)
    guard right > 0, left < Double(length) else { return 0..<0 }
    let inside = transforms(centredIn: grid.frames(ofPixel: column).clamped(toLength: length))
    if !inside.isEmpty { return inside }
    let nearest = transform(nearest: (left + right) / 2, length: length)
    return nearest..<nearest + 1
  }

  /// The window's weights, of which the largest is 1, at frame `size / 2`.
  package var weights: [Double] {
    (0..<size).map { index in
      // From −π to π.
      let angle = 2 * Double.pi * (Double(index) / Double(size) - 0.5)
      return switch window {
      case .hann: 0.5 + 0.5 * cos(angle)
      case .blackmanHarris:
        0.35875 + 0.48829 * cos(angle) + 0.14128 * cos(2 * angle) + 0.01168 * cos(3 * angle)
      case .kaiser:
        Self.bessel(Self.kaiserShape * (1 - angle * angle / (.pi * .pi)).squareRoot())
          / Self.bessel(Self.kaiserShape)
      }
    }
  }

  /// Side lobes below −90 dB: 120 dB of stop band by Kaiser's formula, 0.1102 · (120 − 8.7).
  private static let kaiserShape = 12.265

  /// The modified Bessel function of the first kind and order 0, by its series.
  static func bessel(_ x: Double) -> Double {
    var (sum, term, n) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= (x / 2 / n) * (x / 2 / n)
      sum += term
      n += 1
    }
    return sum
  }
}

/// What is wanted of the columns of spectra.
public enum SpectrumPart: Sendable {
  /// The level of each frequency.
  case bins
  /// The energy of each `SpectralBand`.
  case bands
  case all
}

extension Double {
  fileprivate func clamped(to limits: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, limits.lowerBound), limits.upperBound)
  }
}
