// ContactSheet.swift
// Many recordings in a grid: name, length and waveform of each. Holds what is drawn of a recording, not the recording. A
// value; written as one picture, as pages, or as a page of HTML.

import HostIO
import Localization
import WaveformCore

/// An overview of many recordings.
public struct ContactSheet: Sendable {
  /// What is drawn of one recording.
  public struct Cell: Sendable {
    let name: String, detail: String
    let strips: [PictureRenderer.Strip]
    /// Why there is no waveform.
    let problem: String?
  }

  public var title: String?
  public let columns: Int
  /// Logical pixels of the whole sheet.
  public let width: Int
  public let scale: Int
  public let palette: Palette
  private var cells: [Cell] = []

  /// Logical pixels.
  static let margin = 16, gap = 16, line = 18, waveform = 56
  /// An A4 page in logical pixels.
  public static let page = FigureSize(millimetres: 210, 297, scale: 1)
  /// The usual width of a column with the gap beside it.
  public static let columnWidth = 256

  /// - Parameter width: of the sheet in logical pixels; nil: the usual width of its columns.
  public init(columns: Int, width: Int? = nil, scale: Int = 1, palette: Palette) {
    self.columns = max(columns, 1)
    self.width = width ?? (Self.columnWidth * max(columns, 1) - Self.gap + 2 * Self.margin)
    self.scale = scale
    self.palette = palette
  }

  public var count: Int { cells.count }

  /// The width of a column in logical pixels.
  private var cellWidth: Int {
    max(1, (width - 2 * Self.margin - Self.gap * (columns - 1)) / columns)
  }

  // MARK: Contents

  /// What is drawn of a recording, for `add`. Any thread.
  ///
  /// - Parameter detail: beside its name: its length.
  public func cell(
    name: String, detail: String, _ source: some PictureSource, range: FrameRange, look: WaveformLook
  ) -> Cell {
    var renderer = PictureRenderer(
      width: cellWidth * scale, height: Self.waveform * scale, scale: scale, style: look.style,
      palette: palette)
    renderer.look = look
    return Cell(name: name, detail: detail, strips: renderer.strips(of: source, range: range), problem: nil)
  }

  /// Adds a recording.
  public mutating func add(_ cell: Cell) { cells.append(cell) }

  /// Adds a recording.
  ///
  /// - Parameter detail: beside its name: its length.
  public mutating func add(
    name: String, detail: String, _ source: some PictureSource, range: FrameRange, look: WaveformLook
  ) {
    add(cell(name: name, detail: detail, source, range: range, look: look))
  }

  /// Adds a recording that could not be read.
  public mutating func add(name: String, problem: String) {
    cells.append(Cell(name: name, detail: "", strips: [], problem: problem))
  }

  // MARK: Pictures

  private static let cellHeight = line + waveform + gap

  private var heading: Int { title == nil ? 0 : 28 }

  /// Everything in one picture.
  ///
  /// - Throws: `impossibleSize` when that is more than Cairo can draw.
  public func picture() throws(DrawingError) -> FigurePicture {
    let rows = max(1, (cells.count + columns - 1) / columns)
    let size = FigureSize(
      logicalWidth: width, logicalHeight: 2 * Self.margin + heading + rows * Self.cellHeight - Self.gap,
      scale: scale)
    guard size.width <= ImageSurface.largestSide, size.height <= ImageSurface.largestSide else {
      throw DrawingError(
        .impossibleSize,
        localized(
          "A sheet of \(size.width) × \(size.height) pixels cannot be drawn: choose more columns, or HTML or PDF."
        )
      )
    }
    return draw(cells[...], size: size, title: title)
  }

  /// Pages of A4; at least one.
  public func pages() -> [FigurePicture] {
    let size = FigureSize(logicalWidth: width, logicalHeight: Self.page.logicalHeight, scale: scale)
    var pages: [FigurePicture] = []
    var rest = cells[...]
    repeat {
      let title = pages.isEmpty ? title : nil
      let room = size.logicalHeight - 2 * Self.margin - (title == nil ? 0 : heading) + Self.gap
      let taken = rest.prefix(max(1, room / Self.cellHeight) * columns)
      pages.append(draw(taken, size: size, title: title))
      rest = rest.dropFirst(taken.count)
    } while !rest.isEmpty
    return pages
  }

  private func draw(_ cells: ArraySlice<Cell>, size: FigureSize, title: String?) -> FigurePicture {
    var elements: [FigureElement] = [
      .rects([PixelRect(x: 0, y: 0, width: size.width, height: size.height)], palette.background)
    ]
    func add(
      _ text: String, x: Int, y: Int, room: Double, font: Double = FigureLayout.font, isBold: Bool = false,
      anchor: FigureLabel.Anchor = .start, color: Color? = nil
    ) {
      let font = font * Double(scale)
      elements.append(
        .text(
          FigureLabel(
            text: FigureText.fitting(text, room: room * Double(scale), size: font, isBold: isBold),
            x: Double(x * scale), y: Double(y * scale), size: font, anchor: anchor, isBold: isBold,
            isTurned: false, color: color ?? palette.rulerText)))
    }
    if let title {
      add(
        title, x: Self.margin, y: Self.margin + 13, room: Double(width - 2 * Self.margin),
        font: FigureLayout.titleFont, isBold: true)
    }
    let top = Self.margin + (title == nil ? 0 : heading)
    for (index, cell) in cells.enumerated() {
      let x = Self.margin + index % columns * (cellWidth + Self.gap)
      let y = top + index / columns * Self.cellHeight
      let detail = cell.detail.isEmpty ? 0 : FigureText.width(cell.detail, size: FigureLayout.tickFont)
      add(cell.name, x: x, y: y + 11, room: Double(cellWidth) - detail - 8)
      if !cell.detail.isEmpty {
        add(
          cell.detail, x: x + cellWidth, y: y + 11, room: detail + 4, font: FigureLayout.tickFont,
          anchor: .end)
      }
      for strip in cell.strips {
        elements += strip.elements(x: x * scale, y: (y + Self.line) * scale)
      }
      guard let problem = cell.problem else { continue }
      let ground = PixelRect(
        x: x * scale, y: (y + Self.line) * scale, width: cellWidth * scale, height: Self.waveform * scale)
      elements.append(.rects([ground], palette.unreadGround))
      add(
        problem, x: x + 8, y: y + Self.line + Self.waveform / 2 + 4, room: Double(cellWidth - 16),
        font: FigureLayout.tickFont, color: palette.over)
    }
    let names = cells.map { cell in
      [cell.name, cell.detail, cell.problem ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
    return FigurePicture(
      size: size, title: title ?? "Recordings", details: names.joined(separator: "; "), elements: elements)
  }

  // MARK: HTML

  /// A page that needs no other file, light or dark as the reader likes it. The palette should suit both.
  public var html: String {
    let heading = XMLText.escaped(title ?? "Recordings")
    var page = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>\(heading)</title>
      <meta name="viewport" content="width=device-width,initial-scale=1"><style>
      :root{color-scheme:light dark}
      body{font:14px system-ui,sans-serif;margin:24px;background:Canvas;color:CanvasText}
      main{display:grid;gap:20px 24px;grid-template-columns:repeat(auto-fill,minmax(240px,1fr))}
      figure{margin:0;min-width:0}
      figcaption{display:flex;gap:12px;margin-bottom:4px}
      figcaption b{flex:1;font-weight:normal;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
      figcaption span{font-variant-numeric:tabular-nums;opacity:.7}
      svg{display:block;width:100%;height:56px}
      p{margin:0;padding:8px;border:1px solid;border-radius:6px;opacity:.8}
      </style></head><body>
      <h1>\(heading)</h1>
      <main>

      """
    for (index, cell) in cells.enumerated() {
      let name = XMLText.escaped(cell.name)
      page += "<figure><figcaption><b title=\"\(name)\">\(name)</b><span>\(XMLText.escaped(cell.detail))"
      page += "</span></figcaption>\n"
      if let problem = cell.problem {
        page += "<p>\(XMLText.escaped(problem))</p>"
      } else {
        page += FigurePicture(
          size: FigureSize(logicalWidth: cellWidth, logicalHeight: Self.waveform, scale: scale),
          title: cell.name, details: "A waveform, \(cell.detail).",
          elements: cell.strips.flatMap { $0.elements(x: 0, y: 0) }
        ).svgText(name: "s\(index)", isStretched: true)
      }
      page += "</figure>\n"
    }
    return page + "</main></body></html>\n"
  }
}
