// PixelScale.swift
// Where the device pixels of a widget lie. A display may have 1.25 or 1.5 device pixels for a logical one; then a widget
// of whole logical pixels may begin and end within a device pixel. What is drawn on whole device pixels begins at the first
// one that lies in the widget as a whole. A pure value: no widget, no display.

/// The device pixels of a widget.
///
/// They are counted from the first one that lies in the widget as a whole. Where a logical pixel has a whole number of device
/// pixels, that is the widget's edge, and all places are products with that number.
public struct PixelScale: Hashable, Sendable {
  /// Device pixels per logical pixel, > 0.
  public let factor: Double
  /// Device pixels from the widget's left and upper edge to the first whole one: at least 0, less than 1.
  public let left: Double, top: Double

  /// A device pixel for each logical one.
  public static let one = PixelScale(factor: 1)

  /// An edge that is off by less belongs to the device pixel: toolkits count scales in parts of 120, and places in floats.
  private static let tolerance = 1.0 / 256

  /// - Parameters:
  ///   - x, y: the widget's upper left corner on the surface that the display draws, in logical pixels.
  public init(factor: Double, x: Double = 0, y: Double = 0) {
    self.factor = factor
    let isWhole = factor == factor.rounded()
    left = isWhole ? 0 : Self.lead(x * factor)
    top = isWhole ? 0 : Self.lead(y * factor)
  }

  /// From a place to the next whole pixel.
  private static func lead(_ place: Double) -> Double {
    let lead = place.rounded(.up) - place
    return lead < tolerance || lead > 1 - tolerance ? 0 : lead
  }

  /// True where logical pixels are whole numbers of device pixels, so that whole logical places need no care.
  public var isWhole: Bool { factor == factor.rounded() }

  // MARK: Lengths

  /// The thickness of a line that is one logical pixel thick, in device pixels.
  public var line: Int { max(1, Int(factor.rounded())) }

  /// A length in whole device pixels; at least one where there is any.
  public func device(_ logical: Int) -> Int {
    logical > 0
      ? max(1, Int((Double(logical) * factor).rounded())) : Int((Double(logical) * factor).rounded())
  }

  /// A length, or a place from the first device pixel, in logical pixels.
  public func logical(_ device: Int) -> Double { Double(device) / factor }

  /// The whole device pixels across a widget of this width, in logical pixels.
  public func columns(in width: Int) -> Int { count(width, from: left) }

  /// The whole device pixels down a widget of this height, in logical pixels.
  public func rows(in height: Int) -> Int { count(height, from: top) }

  private func count(_ length: Int, from lead: Double) -> Int {
    max(0, Int((Double(length) * factor - lead + (isWhole ? 0 : Self.tolerance)).rounded(.down)))
  }

  // MARK: Places

  /// Device pixels from the first one to a place in logical pixels of the widget, such as the pointer's.
  public func x(_ logical: Double) -> Double { logical * factor - left }
  public func y(_ logical: Double) -> Double { logical * factor - top }

  /// The place of a device pixel's left edge in logical pixels of the widget.
  public func place(ofColumn column: Int) -> Double { (Double(column) + left) / factor }

  // MARK: Edges

  /// The nearest edge of a device pixel, in logical pixels from the first one. The place itself where no care is needed.
  public func edge(_ place: Double) -> Double { isWhole ? place : (place * factor).rounded() / factor }

  /// Below so many logical pixels something is thin: it keeps its thickness, so that lines look alike wherever they are.
  private static let thin = 4.0

  /// The nearest rectangle of whole device pixels, at least one; the rectangle itself where no care is needed.
  func onEdges(_ rect: Rect) -> Rect {
    guard !isWhole, !rect.isEmpty else { return rect }
    let across = span(rect.x, rect.width), down = span(rect.y, rect.height)
    return Rect(x: across.start, y: down.start, width: across.length, height: down.length)
  }

  private func span(_ start: Double, _ length: Double) -> (start: Double, length: Double) {
    let first = (start * factor).rounded()
    let count =
      length < Self.thin ? (length * factor).rounded() : ((start + length) * factor).rounded() - first
    return (first / factor, max(1, count) / factor)
  }

  /// The smallest rectangle of whole device pixels around another one: their numbers.
  func pixels(around rect: Rect) -> (x: Range<Int>, y: Range<Int>) {
    func range(_ start: Double, _ length: Double) -> Range<Int> {
      let slack = isWhole ? 0 : Self.tolerance
      let first = Int((start * factor + slack).rounded(.down))
      return first..<max(first, Int(((start + length) * factor - slack).rounded(.up)))
    }
    return (range(rect.x, rect.width), range(rect.y, rect.height))
  }
}
