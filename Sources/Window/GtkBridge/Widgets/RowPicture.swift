// RowPicture.swift
// A picture in a row of a table: drawn once for its row and width, when it is seen, and kept as a node.

/// Shows one picture.
@MainActor final class RowPicture: SnapshotArea {
  private let least: Int
  private let lines: Int
  private var kept: (width: Int, node: RenderNode?)?
  /// Draws the picture in a width, with its origin at the upper left corner.
  var draw: ((_ width: Int) -> RenderNode?)? {
    didSet {
      kept = nil
      queueDraw()
    }
  }

  init(width: Int, height: Int) {
    (least, lines) = (width, height)
    super.init(role: .presentation)
    setContentSize(width: width, height: height)
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(width:height:) only") }

  override func resized() { kept = nil }

  override func snapshot(_ snapshot: Snapshot) {
    let width = max(width, least)
    if kept?.width != width { kept = (width, draw?(width)) }
    guard let node = kept?.node else { return }
    // Whole pixels, so that bars stay sharp.
    snapshot.translated(x: 0, y: Double((height - lines) / 2)) { snapshot.append(node) }
  }
}
