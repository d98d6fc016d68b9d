// ThumbnailPainter.swift
// A recording as an icon, or as a strip in a list: rounded bars on a transparent ground. A value. Its bars are vector
// shapes, unlike those of the window: they stand on no time axis, and file managers scale the picture to sizes of their
// own.

import CCairo
import WaveformCore

/// Draws levels as a small picture.
public struct ThumbnailPainter: Equatable, Sendable {
  /// In whole pixels: those of the device for an icon, and for a strip between whole scales.
  let width: Int, height: Int
  /// Pixels in a unit of the context.
  private let factor: Double
  let barWidth: Int, gap: Int
  /// How many bars there are, and so how many levels are drawn.
  public let count: Int
  /// Half the height of the loudest bar.
  private let tallest: Int

  /// What file managers ask for is 128 to 1,024.
  public static let sizes = 16...2048

  /// One ink for light and dark grounds: it stands out from white and from the dark style's grey by more than 3 to 1.
  public static let ink = Color(0xe66100)

  /// The level, in full scale, that is drawn at full height when no part is louder: silence and faint noise stay flat.
  static let faintest: Float = 0.004

  /// An icon: a square with about 24 bars, and half a bar between two, in whole pixels.
  ///
  /// - Parameter size: within `sizes`.
  public init(size: Int) {
    let size = min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound)
    (width, height, factor) = (size, size, 1)
    barWidth = max(1, (size + 20) / 40)
    gap = (barWidth + 1) / 2
    count = (size - 2 * (size / 32) + gap) / (barWidth + gap)
    tallest = size * 3 / 8
  }

  /// A strip of bars of two units, with one between two.
  ///
  /// - Parameters:
  ///   - width: what room there is.
  ///   - height: an even number.
  ///   - most: how many bars there are at most.
  ///   - factor: device pixels per unit where that has a fraction, so that bars are whole pixels; else 1.
  public init(width: Int, height: Int, most: Int, factor: Double = 1) {
    let bars = BarMetrics(scaleFactor: 1).scaled(by: factor)
    (barWidth, gap) = (bars.width, bars.gap)
    count = min(max((Int(Double(width) * factor) + gap) / bars.pitch, 1), most)
    self.width = count * bars.pitch - gap
    self.height = 2 * Int(Double(height) * factor / 2)
    self.factor = factor
    tallest = self.height / 2
  }

  /// What the bars take, in units of the context.
  public var size: (width: Double, height: Double) { (Double(width) / factor, Double(height) / factor) }

  /// The bars, from left to right, mirrored about the middle; silence is a dot.
  ///
  /// - Parameter levels: in full scale. The loudest has full height, so that quiet recordings have a shape as well.
  func bars(_ levels: [Float]) -> [PixelRect] {
    let reference = max(levels.max() ?? 0, Self.faintest)
    let left = (width - count * (barWidth + gap) + gap) / 2
    return levels.prefix(count).enumerated().map { index, level in
      // What is no sound can be beyond every number.
      let share = level / reference
      let bounded = share.isFinite ? min(share, 1) : 1
      let half = max((barWidth + 1) / 2, Int((bounded * Float(tallest)).rounded()))
      return PixelRect(
        x: left + index * (barWidth + gap), y: height / 2 - half, width: barWidth, height: 2 * half)
    }
  }

  /// The picture of some levels; those beyond `count` are left out.
  ///
  /// - Throws: `outOfMemory`.
  public func picture(of levels: [Float]) throws(DrawingError) -> ImageSurface {
    let surface = try ImageSurface(width: width, height: height)
    surface.withContext { paint(bars(levels), Self.ink, in: $0) }
    return surface
  }

  /// Paints levels in the inks of a window; of more than `count`, several become one.
  ///
  /// - Parameters:
  ///   - share: how much has been played, 0…1.
  ///   - context: a `cairo_t *`.
  public func paint(_ levels: [Float], played share: Double, _ palette: Palette, in context: OpaquePointer) {
    let bars = bars(levels.count > count ? joined(levels) : levels)
    let played = playedBars(share)
    paint(Array(bars.prefix(played)), palette.swatch(.plain), in: context)
    paint(Array(bars.dropFirst(played)), palette.unplayedBar, in: context)
  }

  /// As many levels as there are bars: the root mean square of those that fall together.
  func joined(_ levels: [Float]) -> [Float] {
    (0..<count).map { bar in
      let part = levels[(bar * levels.count / count)..<((bar + 1) * levels.count / count)]
      return (part.reduce(0) { $0 + $1 * $1 } / Float(max(part.count, 1))).squareRoot()
    }
  }

  /// Paints a row of dots in place of levels that are not known.
  public func paintUnknown(_ palette: Palette, in context: OpaquePointer) {
    paint(bars(Array(repeating: 0, count: count)), palette.unreadDot, in: context)
  }

  /// How many bars have been played.
  func playedBars(_ share: Double) -> Int { Int((share * Double(count)).rounded(.up)) }

  private func paint(_ bars: [PixelRect], _ ink: Color, in context: OpaquePointer) {
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_scale(context, 1 / factor, 1 / factor)
    for bar in bars {
      let radius = Double(bar.width) / 2
      let middle = Double(bar.x) + radius
      cairo_new_sub_path(context)
      cairo_arc(context, middle, Double(bar.y) + radius, radius, .pi, 2 * .pi)
      cairo_arc(context, middle, Double(bar.y + bar.height) - radius, radius, 0, .pi)
      cairo_close_path(context)
    }
    cairo_set_source_rgba(context, ink.red, ink.green, ink.blue, ink.alpha)
    cairo_fill(context)
  }
}
