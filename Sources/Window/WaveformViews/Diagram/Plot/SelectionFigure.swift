// SelectionFigure.swift
// The selection as a plot draws it: a ground below the waveform and two edges above it, over all lanes or over those that
// are selected. A value in device pixels, made for one frame.

import GtkBridge
import WaveformCore
import WaveformDrawing

/// What is selected of a plot, as it is seen in one frame.
struct SelectionFigure {
  /// The rows of pixels that are selected: all, or those of some lanes; no two touch.
  let strips: [Range<Int>]
  /// The first pixel of the selection and the one behind it; nil when it is out of view.
  let pixels: (left: Int, right: Int)?
  private let frame: PlotFrame

  /// - Parameters:
  ///   - layout: of the lanes.
  ///   - margin: pixels above the lanes.
  ///   - offset: how far the lanes are scrolled.
  ///   - isSelected: whether a lane is; nil where all lanes are.
  init(
    _ frame: PlotFrame, _ layout: LaneLayout, margin: Int, offset: Int, isSelected: ((_ lane: Int) -> Bool)?
  ) {
    self.frame = frame
    pixels = frame.selectedPixels
    let all = 0..<frame.height
    guard pixels != nil, let isSelected else {
      strips = [all]
      return
    }
    let rim = layout.gap / 2
    let selected = layout.visibleLanes(offset: offset).filter(isSelected).map { lane in
      let top = margin + layout.top(ofLane: lane, offset: offset)
      // The first and the last one reach to the border.
      let start = lane == 0 ? 0 : top - rim
      let end = lane == layout.count - 1 ? all.upperBound : top + layout.laneHeight + layout.gap - rim
      return max(start, 0)..<max(start, 0, min(end, all.upperBound))
    }
    strips = selected.reduce(into: []) { joined, strip in
      if let last = joined.last, last.upperBound == strip.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<strip.upperBound
      } else {
        joined.append(strip)
      }
    }
  }

  /// The ground of the selection; below the waveform, whose colours it does not change.
  @MainActor func appendGround(to snapshot: Snapshot, _ palette: Palette) {
    guard let (left, right) = pixels else { return }
    let from = max(left, 0), width = min(right, frame.viewport.width) - from
    for strip in strips {
      let ground = PixelRect(x: from, y: strip.lowerBound, width: width, height: strip.count)
      snapshot.fill(frame.rect(ground), palette.selection.rgba)
    }
  }

  /// Both edges, inside the selection and above the waveform.
  ///
  /// - Parameter width: of a line.
  @MainActor func appendEdges(to snapshot: Snapshot, width: Int, _ palette: Palette) {
    guard let (left, right) = pixels else { return }
    for strip in strips {
      func line(_ x: Int) {
        let edge = PixelRect(x: x, y: strip.lowerBound, width: width, height: strip.count)
        snapshot.fill(frame.rect(edge), palette.selectionEdge.rgba)
      }
      if left >= 0 { line(left) }
      if right <= frame.viewport.width { line(max(right - width, left)) }
    }
  }
}
