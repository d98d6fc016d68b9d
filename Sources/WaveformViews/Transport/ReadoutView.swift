// ReadoutView.swift
// A value in the bottom bar: its caption, its time and its frames. Drawn, because a label would lay out the
// whole window again for every change of a digit.

import GtkBridge

/// Caption, time and frames, one below the other.
final class ReadoutView: SnapshotArea {
  /// The name of the value.
  var caption: String { didSet { if caption != oldValue { queueDraw() } } }
  private var time = ""
  private var frames = ""
  /// The lines as they were last drawn, and their heights.
  private var kept: [Int: (line: Line, node: RenderNode?, height: Double)] = [:]

  /// - Parameter widest: the widest text of the last line, if that is wider than a time.
  init(_ caption: String, widest: String = "") {
    self.caption = caption
    super.init(role: .label)
    let template = TextLayout("00:00:00.000", for: self)
    let small = TextLayout(caption, for: self, scale: Self.small)
    let last = TextLayout(widest, for: self, scale: Self.small)
    setContentSize(
      width: Int(max(template.size.x, small.size.x, last.size.x)) + 8,
      height: Int(template.size.y + 2 * small.size.y))
    setAccessibleLabel(caption)
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(_:) only") }

  private static let small = 0.8

  /// True when not even the caption is shown.
  var isBlank = false { didSet { if isBlank != oldValue { queueDraw() } } }

  /// Shows another value; does not draw when it is the same.
  func show(time: String, frames: String) {
    guard time != self.time || frames != self.frames else { return }
    self.time = time
    self.frames = frames
    queueDraw()
  }

  /// Tells assistive technology, which is not told of every step during playback.
  func announce() { setAccessibleLabel("\(caption): \(time)") }

  override func snapshot(_ snapshot: Snapshot) {
    guard !isBlank else { return }
    let color = foreground
    var y = 0.0
    let lines = [(caption, Self.small, 0.6), (time, 1, 1), (frames, Self.small, 0.6)]
    for (index, (text, scale, alpha)) in lines.enumerated() {
      let line = Line(text: text, color: color.withAlpha(alpha), scaleFactor: scaleFactor)
      if kept[index]?.line != line {
        let layout = TextLayout(text, for: self, scale: scale)
        let node = RenderNode.recording { $0.text(layout, x: 0, y: 0, line.color) }
        kept[index] = (line, node.map(optimized), layout.size.y)
      }
      guard let (_, node, height) = kept[index] else { continue }
      if let node { snapshot.translated(x: 0, y: y.rounded()) { snapshot.append(node) } }
      y += height
    }
  }

  private struct Line: Equatable {
    let text: String
    let color: RGBA
    let scaleFactor: Int
  }
}
