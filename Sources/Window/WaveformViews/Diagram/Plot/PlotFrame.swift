// PlotFrame.swift
// The places in one frame of a plot, in device pixels, and the parts of it that are kept for the next one.

import GtkBridge
import WaveformCore
import WaveformDrawing

/// A lane that can be seen: its number, what paints it, and its upper edge in device pixels.
typealias LaneInView = (lane: Int, painter: WaveformPainter, top: Int)

/// Tiles of one state as a node, and the pixels of the view that they cover.
struct Layer {
  let node: RenderNode
  let pixels: Range<Int>

  func covers(_ other: Range<Int>) -> Bool {
    pixels.lowerBound <= other.lowerBound && other.upperBound <= pixels.upperBound
  }
}

/// A part of a layer as it was appended last. Holds its layer, so that no other layer can get the same
/// address.
struct Stretch {
  let layer: RenderNode
  let pixels: Range<Int>
  let node: RenderNode
}

/// The parts of a frame of a plot.
struct PlotFrame {
  let viewport: Viewport
  /// The absolute pixel of the playhead.
  let playhead: Int
  let selection: Selection?
  let scale: Double
  /// The size of the view, in device pixels.
  let height: Int

  /// The first pixel of the selection and the one behind it, from the left edge of the view; nil when the
  /// selection is out of view.
  var selectedPixels: (left: Int, right: Int)? {
    guard let range = selection?.range, !range.isEmpty else { return nil }
    let left = viewport.pixel(ofFrame: Double(range.lowerBound))
    let right = viewport.pixel(ofFrame: Double(range.upperBound))
    return right >= 0 && left <= viewport.width ? (left, right) : nil
  }

  /// Where the layers are cut, as absolute pixels: on a grid of 64, on a grid of 8, at the playhead, and the
  /// same to the right. No two are equal, so each frame has six stretches. Their number must not change: GTK
  /// compares the nodes of two frames in order, and one more or less would make it draw all that follow
  /// again.
  var layerEdges: [Int] {
    let near = (left: floor(playhead - 1, 8), right: floor(playhead, 8) + 8)
    let far = (left: floor(near.left - 1, 64), right: floor(near.right, 64) + 64)
    let first = viewport.firstPixel
    return [first, far.left, near.left, playhead, near.right, far.right, first + viewport.width]
  }

  /// The last multiple of `step` that is not beyond `pixel`.
  private func floor(_ pixel: Int, _ step: Int) -> Int { pixel & ~(step - 1) }

  func rect(_ pixels: PixelRect) -> Rect {
    Rect(
      x: Double(pixels.x) / scale, y: Double(pixels.y) / scale, width: Double(pixels.width) / scale,
      height: Double(pixels.height) / scale)
  }

  /// A strip over the whole height.
  func rect(x: Int, width: Int) -> Rect { rect(PixelRect(x: x, y: 0, width: width, height: height)) }
}
