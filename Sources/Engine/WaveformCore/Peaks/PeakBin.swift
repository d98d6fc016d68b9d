// PeakBin.swift
// A run of frames of one channel, reduced to a bin, the sums that it is made from, and the two sample types
// that peaks are kept in: Int16 for integer files, Float for the others.

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
/// Sums are not rounded, so a coarser bin is exact however many finer ones it is made of.
public struct PeakSums<Sample: PeakSample>: Equatable, Sendable {
  public var low = Sample.highest
  public var high = Sample.lowest
  public var squares = 0.0
  public var magnitudes = 0.0
  /// The number of finite samples; others (NaN, ±∞) are left out.
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

  /// The bin of these sums; a gap when there were no finite samples.
  @inlinable public var bin: PeakBin<Sample> {
    guard count > 0 else { return PeakBin(low: .highest, high: .lowest, rms: .zero, meanMagnitude: .zero) }
    // One division; exact for whole bins, whose count is a power of two.
    let share = 1 / Double(count)
    return PeakBin(
      low: low, high: high, rms: Sample(nearest: (squares * share).squareRoot()),
      meanMagnitude: Sample(nearest: magnitudes * share))
  }
}

/// A sample type that peaks can be built from and stored in.
public protocol PeakSample: Comparable, Sendable, BitwiseCopyable {
  static var zero: Self { get }
  static var lowest: Self { get }
  static var highest: Self { get }
  /// One unit in full scale, which is 1.
  static var unit: Float { get }
  /// The nearest value to a finite `value` ≥ 0, clamped to the type.
  init(nearest value: Double)
  var asFloat: Float { get }
  /// True for a finite sample that counts as clipped in a run, at either end; see `MarkKind`.
  var isAtTop: Bool { get }
  var isAtBottom: Bool { get }

  /// Reduces consecutive whole bins of interleaved samples.
  ///
  /// - Parameters:
  ///   - samples: `binCount × framesPerBin × channels` interleaved samples.
  ///   - sums: room for `binCount × channels` results, bin by bin; overwritten.
  /// - Returns: how many samples were not finite; no sum contains them.
  static func reduce(
    _ samples: UnsafePointer<Self>, binCount: Int, framesPerBin: Int, channels: Int,
    into sums: UnsafeMutablePointer<PeakSums<Self>>
  ) -> Int
}

extension Int16: PeakSample {
  @inlinable public static var lowest: Int16 { .min }
  @inlinable public static var highest: Int16 { .max }
  @inlinable public static var unit: Float { 1 / 32768 }
  @inlinable public init(nearest value: Double) {
    // Without SSE4.1 `rounded()` is a call into libm. Near 2⁵² a number has no fraction, so the addition
    // rounds; halfway between two integers to the even one.
    self = value < 32767 ? Int16(truncatingIfNeeded: (value + 0x1p52).bitPattern) : 32767
  }
  @inlinable public var asFloat: Float { Float(self) }
}

extension Float: PeakSample {
  @inlinable public static var lowest: Float { -.infinity }
  @inlinable public static var highest: Float { .infinity }
  @inlinable public static var unit: Float { 1 }
  @inlinable public init(nearest value: Double) { self = Float(value) }
  @inlinable public var asFloat: Float { self }
}
