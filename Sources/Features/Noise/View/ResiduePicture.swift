// ResiduePicture.swift
// A small waveform of what noise reduction took away, from the largest levels of its parts. Drawn when it, its size or its
// colors change, and kept.

import GtkBridge
import Localization
import WaveformDrawing

/// Draws levels as bars; the loudest has full height.
final class ResiduePicture: SnapshotArea {
  /// Empty: not known yet.
  var levels: [Float] = [] { didSet { if levels != oldValue { drawAgain() } } }
  var palette = Palette.light { didSet { if palette != oldValue { drawAgain() } } }

  private var kept: (size: [Double], node: RenderNode)?
  /// Logical pixels; even, as the painter needs it.
  private static let lines = 40

  init() {
    super.init(role: .image)
    set("hexpand", true)
    setContentSize(height: Self.lines)
    setAccessibleLabel(localized("What was taken away"))
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init() only") }

  private func drawAgain() {
    kept = nil
    queueDraw()
  }

  override func snapshot(_ snapshot: Snapshot) {
    guard width > 6 else { return }
    let size = [Double(width), Double(height), pixels.factor]
    if kept?.size != size { kept = (size, draw()) }
    guard let node = kept?.node else { return }
    snapshot.translated(x: 0, y: Double((height - Self.lines) / 2)) { snapshot.append(node) }
  }

  private func draw() -> RenderNode {
    let pixels = pixels
    let painter = ThumbnailPainter(
      width: width, height: Self.lines, most: ResidueReport.parts, factor: pixels.isWhole ? 1 : pixels.factor)
    let levels = levels, palette = palette
    let bounds = Rect(x: 0, y: 0, width: painter.size.width, height: painter.size.height)
    return .cairo(bounds: bounds, on: pixels) { context in
      if levels.isEmpty {
        painter.paintUnknown(palette, in: context)
      } else {
        painter.paint(levels, played: 0, palette, in: context)
      }
    }
  }
}
