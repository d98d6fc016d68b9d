// ReadoutView.swift
// A value in the bottom bar: its caption, its time and its frames. Drawn, because a label would lay out the
// whole window again for every change of a digit.

import GtkBridge
import Localization

/// What a readout says.
struct Readout: Equatable {
  var caption = ""
  var time = ""
  /// Frames, or whatever else is told of a time; empty: nothing.
  var detail = ""
  /// What must be told of the value, even where there is one line; it takes the place of the detail.
  var note = ""
}

/// A readout on three lines, or on one.
final class ReadoutView: SnapshotArea {
  private let isOneLine: Bool
  private var readout: Readout
  private var announced = ""
  /// The widest times and details that are to be expected.
  private var widest = Readout()
  /// The lines as they were last drawn, and their sizes.
  private var kept: [Int: (line: Line, node: RenderNode?, size: Point)] = [:]

  init(_ caption: String, isOneLine: Bool = false) {
    self.isOneLine = isOneLine
    readout = Readout(caption: caption)
    super.init(role: .label)
    fit(Readout(caption: caption, time: "00:00.000000", detail: ""))
    setAccessibleLabel(caption)
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(_:) only") }

  private static let small = 0.8
  /// How opaque small text is: a test computes its contrast.
  nonisolated static let smallOpacity = 0.7

  /// True when nothing is shown.
  var isBlank = false { didSet { if isBlank != oldValue { queueDraw() } } }

  /// True when a click lets the value be typed. Cursor and tip ask the display server where the pointer is: not for each
  /// new value.
  var isTyped = false {
    didSet {
      guard isTyped != oldValue else { return }
      setCursor(isTyped ? "text" : nil)
      setTooltip(isTyped ? localized("Click to type") : nil)
    }
  }

  /// Makes room for the widest value. Changes the layout of the window: not for each new value.
  func fit(_ widest: Readout) {
    guard widest != self.widest else { return }
    self.widest = widest
    let sizes = lines(of: widest).map { TextLayout($0.text, for: self, scale: $0.scale).size }
    let widths = sizes.map(\.x), heights = sizes.map(\.y)
    setContentSize(
      width: Int(isOneLine ? widths.reduce(0, +) + 6 : widths.max() ?? 0) + 8,
      height: Int(isOneLine ? heights.max() ?? 0 : heights.reduce(0, +)))
  }

  /// Shows another value; does not draw when it is the same.
  func show(_ readout: Readout) {
    guard readout != self.readout else { return }
    self.readout = readout
    queueDraw()
  }

  /// Tells assistive technology, which is not told of every step during playback.
  func announce() {
    let value = [readout.time, readout.note].filter { !$0.isEmpty }.joined(separator: ", ")
    // Translators: what something is called, and what it is.
    let text = value.isEmpty ? readout.caption : localized("\(readout.caption): \(value)")
    guard text != announced else { return }
    announced = text
    setAccessibleLabel(text)
  }

  private func lines(of readout: Readout) -> [(text: String, scale: Double, alpha: Double)] {
    let lines = [
      (readout.caption, Self.small, Self.smallOpacity), (readout.time, 1, 1),
      (readout.note.isEmpty ? readout.detail : readout.note, Self.small, Self.smallOpacity),
    ]
    return isOneLine && readout.note.isEmpty ? Array(lines.prefix(2)) : lines
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard !isBlank else { return }
    let color = foreground
    var (x, y) = (0.0, 0.0)
    for (index, (text, scale, alpha)) in lines(of: readout).enumerated() {
      let line = Line(text: text, color: color.withAlpha(alpha), factor: pixels.factor)
      if kept[index]?.line != line {
        let layout = TextLayout(text, for: self, scale: scale)
        let node = RenderNode.recording(on: pixels) { $0.text(layout, x: 0, y: 0, line.color) }
        kept[index] = (line, node.map(optimized), layout.size)
      }
      guard let (_, node, size) = kept[index] else { continue }
      // On one line all stand on its lower edge.
      let top = isOneLine ? Double(height) - size.y : y
      if let node { snapshot.translated(x: x.rounded(), y: top.rounded()) { snapshot.append(node) } }
      if isOneLine { x += size.x + 6 } else { y += size.y }
    }
  }

  private struct Line: Equatable {
    let text: String
    let color: RGBA
    let factor: Double
  }
}
