// PeakSample.swift
// The two sample types that peaks are kept in: Int16 for integer files, Float for the others.

/// A sample type that peaks can be built from and stored in.
public protocol PeakSample: Comparable, Sendable, BitwiseCopyable {
  static var zero: Self { get }
  static var lowest: Self { get }
  static var highest: Self { get }
  /// What one unit is worth where full scale is 1.
  static var unit: Float { get }
  /// The nearest value to a finite `value` ≥ 0, clamped to the type.
  init(nearest value: Double)
  var asFloat: Float { get }
  /// True for a finite sample that counts as clipped when it goes on, at either end; see `MarkKind`.
  var isAtTop: Bool { get }
  var isAtBottom: Bool { get }

  /// Reduces consecutive whole bins of interleaved samples.
  ///
  /// - Parameters:
  ///   - samples: `binCount × framesPerBin × channels` interleaved samples.
  ///   - sums: room for `binCount × channels` results, bin by bin; overwritten.
  /// - Returns: how many samples were not finite; they are part of no sum.
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
    // `rounded()` is a call into libm where SSE4.1 may not be used.
    // Beside 2⁵² a number has no fraction: the sum is rounded, to the even neighbour in the middle between two.
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
