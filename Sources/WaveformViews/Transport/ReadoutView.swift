// ReadoutView.swift
// A value in the bottom bar: what it is, as time, in frames. Drawn, not a label: a label would lay the whole
// window out anew for every change of a digit.

import GtkBridge

/// Caption, time and frames, one below the other.
final class ReadoutView: SnapshotArea {
  /// What the value is.
  var caption: String { didSet { if caption != oldValue { queueDraw() } } }
  private var time = ""
  private var frames = ""
  /// The lines as they were drawn last, and their heights.
  private var kept: [Int: (line: Line, node: RenderNode?, height: Double)] = [:]

  /// - Parameter widest: the widest text of the last line, where that is wider than a time.
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

  /// True when nothing at all is shown, not even what the value is.
  var isBlank = false { didSet { if isBlank != oldValue { queueDraw() } } }

  /// Shows another value; nothing is drawn when it is the same.
  func show(time: String, frames: String) {
    guard time != self.time || frames != self.frames else { return }
    self.time = time
    self.frames = frames
    queueDraw()
  }

  /// Tells assistive technology, which is not told of every step while playing.
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
