// FigureSize.swift
// How large a figure is: on paper and on screens, and in device pixels. A pure value.

import Localization
import WaveformCore

/// The size of a figure.
///
/// A logical pixel is 1/96 of an inch, as in CSS. A figure has a whole number of device pixels to each, so that
/// nothing is blurred.
public struct FigureSize: Hashable, Sendable {
  /// Logical pixels.
  public let logicalWidth: Int, logicalHeight: Int
  /// Device pixels per logical pixel, 1…8.
  public let scale: Int

  public init(logicalWidth: Int, logicalHeight: Int, scale: Int = 1) {
    self.logicalWidth = max(logicalWidth, 0)
    self.logicalHeight = max(logicalHeight, 0)
    self.scale = min(max(scale, Self.scales.lowerBound), Self.scales.upperBound)
  }

  /// The nearest whole number of logical pixels to a size in millimetres.
  public init(millimetres width: Double, _ height: Double, scale: Int) {
    func pixels(_ length: Double) -> Int { Int(min(max(length * Self.perMillimetre, 0), 1e6).rounded()) }
    self.init(logicalWidth: pixels(width), logicalHeight: pixels(height), scale: scale)
  }

  public static let scales = 1...8
  /// Logical pixels in a millimetre.
  public static let perMillimetre = 96 / 25.4

  /// Device pixels.
  public var width: Int { logicalWidth * scale }
  public var height: Int { logicalHeight * scale }

  /// Pixels that a picture may have: they take 1 GiB, a sheet of A0 at 400 pixels per inch.
  public static let mostPixels = 1 << 28

  /// Why there are no pixels of this size, and what can be done: sentences; nil when there are.
  public var problem: String? {
    let fits = max(width, height) <= ImageSurface.largestSide && width * height <= Self.mostPixels
    guard !fits else { return nil }
    return localized(
      """
      A picture of \(width) × \(height) pixels cannot be made: 32,767 a side and 268 million in all are the limit. \
      Choose a smaller scale, or SVG or PDF.
      """)
  }

  /// A size as people type it: "160x60mm", or "1200x400" in logical pixels.
  ///
  /// - Returns: nil unless the text is two numbers above 0, whole ones for pixels.
  public static func typed(_ text: String) -> (width: Double, height: Double, isMillimetres: Bool)? {
    let isMillimetres = text.hasSuffix("mm")
    let numbers = (isMillimetres ? text.dropLast(2) : text[...])
      .split(separator: "x", omittingEmptySubsequences: false)
    guard numbers.count == 2 else { return nil }
    let values = numbers.compactMap { number -> Double? in
      guard let first = number.utf8.first, (48...57).contains(first),
        number.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }), let value = Double(number), value > 0,
        value < 1e5, isMillimetres || value == value.rounded()
      else { return nil }
      return value
    }
    return values.count == 2 ? (values[0], values[1], isMillimetres) : nil
  }
}
