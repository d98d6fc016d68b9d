// FigurePicture+SVG.swift
// Writes a figure as SVG (https://www.w3.org/TR/SVG2/): its size in millimetres, one unit per device pixel, one path for
// each lane and ink, text as text, and a title and a description for those who do not see it. Rasterised at its own
// scale it has the pixels of the PNG, text and curves apart.

import HostIO
import WaveformCore

extension FigurePicture {
  /// The figure as a file.
  public func svgBytes() -> [UInt8] {
    Array(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svgText()).utf8)
  }

  /// The figure as an element, for a page of others.
  ///
  /// - Parameters:
  ///   - name: begins all names in it, which must differ from those of others on the page.
  ///   - isStretched: true for one that takes the width that it is given.
  public func svgText(name: String = "f", isStretched: Bool = false) -> String {
    var writer = SVGWriter(name: name)
    for element in elements { writer.add(element) }
    let unit = 25.4 / 96
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(SVGWriter.number(Double(size.logicalWidth) * unit))mm" \
      height="\(SVGWriter.number(Double(size.logicalHeight) * unit))mm" \
      viewBox="0 0 \(size.width) \(size.height)" \(isStretched ? "preserveAspectRatio=\"none\" " : "")role="img" aria-labelledby="\(name)-title \(name)-desc">
      <title id="\(name)-title">\(XMLText.escaped(title))</title>
      <desc id="\(name)-desc">\(XMLText.escaped(details))</desc>
      \(writer.text)</svg>

      """
  }
}

/// Writes the elements of a figure.
struct SVGWriter {
  private(set) var text = ""
  private let name: String
  private var definitions = 0

  init(name: String) { self.name = name }

  mutating func add(_ element: FigureElement) {
    switch element {
    case .rects(let rects, let color):
      var path = SVGPath()
      rects.forEach { path.add($0) }
      add(path, fill: Self.fill(color))
    case .box(let x, let y, let width, let height, let radius, let color):
      let corners = radius > 0 ? " rx=\"\(Self.number(radius))\"" : ""
      text += """
        <rect x="\(Self.number(x))" y="\(Self.number(y))" width="\(Self.number(width))" \
        height="\(Self.number(height))"\(corners) \(Self.fill(color))/>

        """
    case .text(let label): add(label)
    case .waveform(let tile, let painter, let x, let y): add(tile, painter, x, y)
    case .image(let image, let x, let y):
      guard let png = try? image.pngBytes() else { return }
      text += """
        <image x="\(x)" y="\(y)" width="\(image.width)" height="\(image.height)" \
        style="image-rendering:pixelated" \
        href="data:image/png;base64,\(String(decoding: Base64.encode(png), as: UTF8.self))"/>

        """
    case .group(let elements, let opacity):
      text += "<g opacity=\"\(Self.number(opacity))\">\n"
      for element in elements { add(element) }
      text += "</g>\n"
    }
  }

  private mutating func add(_ path: SVGPath, fill: String) {
    guard !path.text.isEmpty else { return }
    text += "<path shape-rendering=\"crispEdges\" \(fill) d=\"\(path.text)\"/>\n"
  }

  // MARK: Waveforms

  private mutating func add(_ tile: WaveformTile, _ painter: WaveformPainter, _ x: Int, _ y: Int) {
    if painter.hasSpectra(tile) {
      for layer in painter.outline(of: tile) { add(layer, x, y) }
    } else {
      for layer in painter.layers(of: tile) { add(layer, x, y, width: painter.width(of: tile)) }
    }
    if !tile.curves.isEmpty { add(tile.curves, painter, tile.state, x, y) }
    for layer in painter.layersAboveCurves(of: tile) { add(layer, x, y, width: painter.width(of: tile)) }
  }

  private mutating func add(_ layer: InkLayer, _ x: Int, _ y: Int, width: Int) {
    var path = SVGPath()
    switch layer.shape {
    case .columns(let spans, let metrics) where metrics.gap == 0:
      path.add(spans, x: x, y: y, width: metrics.width)
    default:
      for rect in layer.rects {
        path.add(PixelRect(x: x + rect.x, y: y + rect.y, width: rect.width, height: rect.height))
      }
    }
    guard !path.text.isEmpty else { return }
    switch layer.ink {
    case .flat(let color): add(path, fill: Self.fill(color))
    case .rows(let gradient):
      guard Set(gradient.stops).count > 1 else { return add(path, fill: Self.fill(gradient.stops[0])) }
      definitions += 1
      let id = "\(name)-g\(definitions)"
      text += """
        <linearGradient id="\(id)" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="\(y)" \
        y2="\(y + gradient.pixels.count)">
        """
      for (index, color) in gradient.stops.enumerated() {
        let place = Self.number(Double(index) / Double(gradient.stops.count - 1))
        text += "<stop offset=\"\(place)\" stop-color=\"\(Self.hex(color))\"/>"
      }
      text += "</linearGradient>\n"
      add(path, fill: "fill=\"url(#\(id))\"")
    }
  }

  /// What covers pixels in part: a path for each coverage.
  private mutating func add(_ layer: CoverageLayer, _ x: Int, _ y: Int) {
    for (coverage, spans) in Dictionary(grouping: layer.spans, by: \.coverage).sorted(by: { $0.key < $1.key })
    {
      var path = SVGPath()
      for span in spans {
        path.add(PixelRect(x: x + span.x, y: y + span.y, width: 1, height: span.height))
      }
      var color = layer.color
      color.alpha *= Double(coverage) / 255
      add(path, fill: Self.fill(color))
    }
  }

  /// Curves in quarters of a device pixel, cut at the edges of the lane.
  private mutating func add(
    _ curves: [SampleCurve], _ painter: WaveformPainter, _ state: PlayState, _ x: Int, _ y: Int
  ) {
    let curvePainter = painter.curvePainter, quarters = SampleCurve.pointsPerPixel
    let color = Self.hex(curvePainter.color(state))
    definitions += 1
    let id = "\(name)-c\(definitions)"
    text += """
      <clipPath id="\(id)"><rect width="\(curves[0].count)" height="\(2 * painter.geometry.halfHeight)"/></clipPath>
      <g transform="translate(\(x) \(y))" clip-path="url(#\(id))"><g transform="scale(.25)" fill="none" \
      stroke="\(color)" stroke-linecap="round" stroke-linejoin="round">

      """
    func quarter(_ place: Double) -> Int { Int((place * Double(quarters)).rounded()) }
    for curve in curves {
      var line = SVGPath()
      line.add(
        line: curvePainter.heights(curve).enumerated().map { index, height in
          height.isNaN ? nil : (index - curve.margin * quarters, quarter(Double(height)))
        })
      let width = Double(CurvePainter.lineWidth) * Double(painter.scale * quarters)
      text += "<path stroke-width=\"\(Self.number(width))\" d=\"\(line.text)\"/>\n"
      let circles = curvePainter.circles(curve)
      guard let first = circles.first else { continue }
      var dots = SVGPath()
      for circle in circles { dots.addDot(quarter(circle.x), quarter(circle.y)) }
      let diameter = Self.number(2 * first.radius * Double(quarters))
      text += "<path stroke-width=\"\(diameter)\" d=\"\(dots.text)\"/>\n"
    }
    text += "</g></g>\n"
  }

  // MARK: Text

  private mutating func add(_ label: FigureLabel) {
    guard !label.text.isEmpty else { return }
    let (x, y) = (Self.number(label.x), Self.number(label.y))
    let anchor =
      switch label.anchor {
      case .start: ""
      case .middle: " text-anchor=\"middle\""
      case .end: " text-anchor=\"end\""
      }
    let place = label.isTurned ? "transform=\"translate(\(x) \(y)) rotate(-90)\"" : "x=\"\(x)\" y=\"\(y)\""
    text += """
      <text \(place) font-family="sans-serif" font-size="\(Self.number(label.size))"\
      \(label.isBold ? " font-weight=\"bold\"" : "")\(anchor) \(Self.fill(label.color))>\
      \(XMLText.escaped(label.text))</text>

      """
  }

  // MARK: Values

  private static func fill(_ color: Color) -> String {
    "fill=\"\(hex(color))\"" + (color.alpha < 1 ? " fill-opacity=\"\(number(color.alpha))\"" : "")
  }

  private static func hex(_ color: Color) -> String {
    var opaque = color
    opaque.alpha = 1
    return "#" + String(String(opaque.pixel & 0xFF_FFFF | 0x100_0000, radix: 16).dropFirst())
  }

  /// With two decimals at most.
  static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    let decimals = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "-" : "") + "\(whole)" + decimals
  }
}
