// PeakBin.swift
// What a run of frames of one channel is reduced to, and the sums it is made from.

/// The extremes and the loudness of one channel over a bin: a run of frames on a fixed grid.
///
/// Values are in the unit of `Sample`: −32,768…32,767 for `Int16`, full scale ±1 for `Float`.
public struct PeakBin<Sample: PeakSample>: Equatable, Sendable {
  /// The smallest and the largest sample of the bin.
  public let low: Sample, high: Sample
  /// The root of the mean square, rounded to `Sample`; for `Int16` at most 32,767.
  public let rms: Sample
  /// The mean of |x|, rounded to `Sample`; for `Int16` at most 32,767.
  public let meanMagnitude: Sample

  public init(low: Sample, high: Sample, rms: Sample, meanMagnitude: Sample) {
    self.low = low
    self.high = high
    self.rms = rms
    self.meanMagnitude = meanMagnitude
  }

  /// True when the bin holds no finite sample: it is drawn as a gap.
  @inlinable public var isGap: Bool { low > high }
}

/// The running extremes and sums of one channel, from which a `PeakBin` is made.
///
/// Sums are kept unrounded, so that a coarser bin is exact however many finer ones it is made from.
public struct PeakSums<Sample: PeakSample>: Equatable, Sendable {
  public var low = Sample.highest
  public var high = Sample.lowest
  public var squares = 0.0
  public var magnitudes = 0.0
  /// Finite samples that were counted; others (NaN, ±∞) are left out.
  public var count = 0

  public init() {}

  /// Takes in the sums of the frames that follow.
  @inlinable public mutating func add(_ next: PeakSums) {
    if next.low < low { low = next.low }
    if next.high > high { high = next.high }
    squares += next.squares
    magnitudes += next.magnitudes
    count += next.count
  }

  /// The bin of these sums; a gap when nothing was counted.
  @inlinable public var bin: PeakBin<Sample> {
    guard count > 0 else { return PeakBin(low: .highest, high: .lowest, rms: .zero, meanMagnitude: .zero) }
    // One division; exact for whole bins, whose count is a power of two.
    let share = 1 / Double(count)
    return PeakBin(
      low: low, high: high, rms: Sample(nearest: (squares * share).squareRoot()),
      meanMagnitude: Sample(nearest: magnitudes * share))
  }
}
