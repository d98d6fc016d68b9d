// MarkStrip.swift
// The strip of marks above the lanes: a row for each tier, pixel above pixel with the waveforms. Drawn when the view or
// the marks change, never during playback. It is there only while there are marks.

import GtkBridge
import Localization
import Marks
import WaveformCore
import WaveformDrawing
import WaveformModel
import WaveformViews

/// The strip of a diagram.
final class MarkStrip: SnapshotArea {
  var palette = Palette.light { didSet { if palette != oldValue { queueDraw() } } }
  /// Called after each drawing, with the number of marks that were drawn.
  var onPaint: ((Int) -> Void)?

  private let diagram: DiagramViewModel
  private let observer = ModelObserver()
  private let description = Timer()
  /// The rows as they were drawn last.
  private var rows: (key: Key, rows: [MarkRow])?
  /// Names that were laid out, by their widths.
  private var names: [Name: TextLayout] = [:]
  /// How many names this frame wanted to be laid out, and the most that it gets: 30 µs each.
  private var laidOut = 0
  private static let mostLaidOut = 10

  private struct Key: Equatable {
    let viewport: Viewport
    let placement: LanePlacement
    let version: Int
    let draft: Mark?
  }

  private struct Name: Hashable {
    let text: String
    let width: Int
  }

  private struct Picture: Equatable, Sendable {
    let viewport: Viewport?
    let version: Int
    let selected: RecordingMarks.Selected
    let draft: Mark?
    let placement: LanePlacement
    let snap: SnapPlace?
  }

  static let rowHeight = MarkFigure.rowHeight
  /// Further tiers are not drawn.
  private static let mostRows = 8
  /// The size of text relative to the font of the widget.
  private static let scale = 0.85

  init(diagram: DiagramViewModel) {
    self.diagram = diagram
    super.init(role: .image)
    set("hexpand", true)
    isVisible = false
    let marks = diagram.marks
    observer.follow({
      Picture(
        viewport: diagram.navigation.restingViewport, version: marks.version, selected: marks.selection,
        draft: marks.draft, placement: marks.placement, snap: diagram.snapping.place)
    }) { [weak self] _ in self?.adopt() }
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(diagram:) only") }

  private func adopt() {
    let marks = diagram.marks
    let count = marks.isEmpty ? 0 : min(marks.tiers.count, Self.mostRows)
    if count > 0 { setContentSize(height: Int(Double(count) * Self.rowHeight) + 4) }
    isVisible = count > 0
    queueDraw()
    // Not for each step of a movement.
    description.schedule(after: 0.2) { [weak self] in self?.describe() }
  }

  /// The marks that are visible, for assistive technology.
  private func describe() {
    guard let rows = visibleRows() else { return }
    let named = Array(rows.lazy.flatMap(\.items).map(\.mark).prefix(30).map { self.spoken($0) })
      .joined(separator: ", ")
    setAccessibleLabel(named.isEmpty ? Self.sentence(rows) : localized("Marks: \(named)"))
    let selected = diagram.marks.selectedMark.map(Self.name)
    setAccessibleDescription(selected.map { localized("Selected: \($0)", context: "mark") } ?? "")
  }

  /// What is told instead of names.
  private static func sentence(_ rows: [MarkRow]) -> String {
    rows.allSatisfy(\.runs.isEmpty)
      ? localized("Marks: none in view") : localized("Marks: too many in view to be told apart")
  }

  private func spoken(_ mark: Mark) -> String {
    let time = diagram.time(ofFrame: diagram.marks.axisRange(of: mark).lowerBound)
    // Translators: a mark, and its time.
    return localized("\(Self.name(of: mark)) at \(time)")
  }

  private static func name(of mark: Mark) -> String {
    mark.name.isEmpty ? localized("unnamed", context: "mark") : mark.name
  }

  // MARK: What is visible

  /// The pixels of the view in frames of the recording; pixel 0 is the left edge.
  private func grid(_ viewport: Viewport) -> PixelGrid {
    let own = diagram.marks.placement.grid(viewport.grid)
    return PixelGrid(framesPerPixel: own.framesPerPixel, origin: own.position(ofPixel: viewport.firstPixel))
  }

  private func visibleRows() -> [MarkRow]? {
    guard let viewport = diagram.viewport, let document = diagram.marks.document else { return nil }
    let marks = diagram.marks
    let key = Key(viewport: viewport, placement: marks.placement, version: marks.version, draft: marks.draft)
    if let rows, rows.key == key { return rows.rows }
    let grid = grid(viewport)
    let drawn = document.tiers.prefix(Self.mostRows).map { tier in
      let draft = marks.draft.flatMap { draft in tier.marks.contains { $0.id == draft.id } ? draft : nil }
      return MarkRow(tier, grid: grid, width: viewport.width, draft: draft)
    }
    rows = (key, drawn)
    return drawn
  }

  /// The mark at a place in logical pixels.
  func mark(at point: Point) -> (mark: Mark, part: MarkRow.Part)? {
    let row = Int((point.y - 2) / Self.rowHeight)
    guard let rows = visibleRows(), rows.indices.contains(row) else { return nil }
    let pixels = pixels
    return rows[row].mark(at: Int(pixels.x(point.x)), tolerance: Int(5 * pixels.factor)).map {
      ($0.item.mark, $0.part)
    }
  }

  /// The tier at a place in logical pixels.
  func tier(at point: Point) -> MarkTier? {
    let row = Int((point.y - 2) / Self.rowHeight), tiers = diagram.marks.tiers.prefix(Self.mostRows)
    return tiers.indices.contains(row) ? tiers[row] : nil
  }

  /// Where a mark is, in logical pixels; nil when its tier is not drawn. Others may be drawn there in its place.
  func place(of mark: Mark) -> Point? {
    guard let viewport = diagram.viewport,
      let row = diagram.marks.tiers.firstIndex(where: { tier in tier.marks.contains { $0.id == mark.id } }),
      row < Self.mostRows
    else { return nil }
    let pixel = grid(viewport).nearestEdge(toFrame: Double(mark.range.lowerBound))
    return Point(x: pixels.place(ofColumn: pixel), y: Double(row) * Self.rowHeight + 2)
  }

  /// The frame of the recording at a place in logical pixels.
  func frame(at x: Double) -> Int? {
    diagram.viewport.map {
      Int((pixels.x(x) * grid($0).framesPerPixel + grid($0).origin).rounded())
    }
  }

  // MARK: Drawing

  override func snapshot(_ snapshot: Snapshot) {
    guard let rows = visibleRows(), width > 0 else { return }
    if names.count > 1000 { names = [:] }
    laidOut = 0
    let bounds = bounds, scale = pixels.factor
    snapshot.clip(to: bounds) {
      for (row, each) in rows.enumerated() {
        let tier = diagram.marks.tiers[row]
        let ink = palette.with(.ofTier(tier.color)).playedPeak.rgba
        let top = Double(row) * Self.rowHeight + 2
        let figures = each.figures(
          width: bounds.width, scale: scale, selected: diagram.marks.selection.all,
          unnamed: diagram.marks.naming?.id)
        for figure in figures { draw(figure, top: top, ink, to: snapshot) }
      }
      snapshot.fill(
        Rect(x: 0, y: bounds.height - 1 / scale, width: bounds.width, height: 1 / scale),
        palette.laneSeparator.rgba)
      appendSnapLine(to: snapshot, of: diagram, palette)
    }
    onPaint?(rows.reduce(0) { $0 + $1.items.count + $1.runs.count })
    if laidOut > Self.mostLaidOut { Task { [weak self] in self?.queueDraw() } }
  }

  private func draw(_ figure: MarkFigure, top: Double, _ ink: RGBA, to snapshot: Snapshot) {
    switch figure {
    case .area(let box, let radius, let opacity):
      if radius > 0 {
        snapshot.fill(rect(box, top), radius: radius, ink.withAlpha(opacity))
      } else {
        snapshot.fill(rect(box, top), opacity < 1 ? ink.withAlpha(opacity) : ink)
      }
    case .border(let box, let radius):
      snapshot.border(rect(box, top), radius: radius, width: 1, foreground)
    case .name(let text, let x, let room):
      guard let name = layout(text, width: room) else { return }
      let y = top + ((MarkFigure.height - name.size.y) / 2).rounded()
      guard name.size.x > room else { return snapshot.text(name, x: x, y: y, foreground) }
      snapshot.clip(to: Rect(x: x, y: top, width: room, height: MarkFigure.height)) {
        snapshot.text(name, x: x, y: y, foreground)
      }
    }
  }

  private func rect(_ box: MarkFigure.Box, _ top: Double) -> Rect {
    Rect(x: box.x, y: top + box.y, width: box.width, height: box.height)
  }

  /// A name, shortened to a width unless the view is moving.
  ///
  /// - Returns: nil when enough was laid out for this frame: the next one goes on.
  private func layout(_ text: String, width: Double) -> TextLayout? {
    // A short text needs no more than it is long, so that a zoom does not lay it out anew.
    let short = Name(text: text, width: .max)
    guard let whole = names[short] ?? made(text) else { return nil }
    names[short] = whole
    // While the view moves, a name is cut instead of laid out for each frame.
    guard whole.size.x > width, diagram.navigation.destination == diagram.viewport else { return whole }
    let key = Name(text: text, width: Int(width))
    if let known = names[key] { return known }
    guard let cut = made(text) else { return whole }
    cut.ellipsize(width: width)
    names[key] = cut
    return cut
  }

  private func made(_ text: String) -> TextLayout? {
    laidOut += 1
    return laidOut <= Self.mostLaidOut ? TextLayout(text, for: self, scale: Self.scale) : nil
  }
}
