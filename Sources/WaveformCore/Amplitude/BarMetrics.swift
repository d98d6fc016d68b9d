// BarMetrics.swift
// The widths of bars and gaps: chosen in logical pixels, drawn in device pixels.

/// How wide bars are and how far they stand apart.
public struct BarMetrics: Hashable, Sendable {
  public let width: Int, gap: Int

  public init(width: Int, gap: Int) {
    precondition(width > 0 && gap >= 0)
    self.width = width
    self.gap = gap
  }

  /// Two logical pixels of bar and one of gap.
  public init(scaleFactor: Int) { self.init(width: 2 * scaleFactor, gap: scaleFactor) }

  /// What can be chosen, in logical pixels.
  public static let widths = 1...8, gaps = 0...4

  /// The nearest that can be chosen.
  public init(clampingWidth width: Int, gap: Int) {
    self.init(
      width: min(max(width, Self.widths.lowerBound), Self.widths.upperBound),
      gap: min(max(gap, Self.gaps.lowerBound), Self.gaps.upperBound))
  }

  /// Width and gap as settings and actions name them, such as "2+1".
  public var name: String { "\(width)+\(gap)" }

  /// - Returns: nil when the name is none, or not to be chosen.
  public init?(name: String) {
    let parts = name.split(separator: "+", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let gap = parts[1], Self.widths.contains(width),
      Self.gaps.contains(gap)
    else { return nil }
    self.init(width: width, gap: gap)
  }

  /// Device pixels from one bar to the next.
  public var pitch: Int { width + gap }

  /// The same on a screen of so many device pixels per logical one.
  public func scaled(by scaleFactor: Int) -> BarMetrics {
    BarMetrics(width: width * scaleFactor, gap: gap * scaleFactor)
  }

  /// The grid whose columns are bars.
  public func grid(over pixels: PixelGrid) -> PixelGrid {
    PixelGrid(framesPerPixel: pixels.framesPerPixel * Double(pitch), origin: pixels.origin)
  }
}
