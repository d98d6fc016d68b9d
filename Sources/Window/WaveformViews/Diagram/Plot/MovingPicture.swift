// MovingPicture.swift
// A plot that zooms. In a zoom no pixel of a frame is seen in the next one, so nothing is worth keeping:
// instead of tiles all lanes are painted into one picture. Three pictures are used in turn. The toolkit still
// holds the last one when the next one is painted, and Cairo would copy a picture that it holds before it
// changes.

import GtkBridge
import WaveformCore
import WaveformDrawing

/// Pictures of all lanes of a plot that are seen in one frame only.
@MainActor final class MovingPicture {
  /// What is painted.
  struct Scene {
    let contents: TileContents
    let viewport: Viewport
    /// The lanes in view: their numbers, painters, and upper edges in device pixels.
    let lanes: [LaneInView]
    /// Device pixels from the left edge of the view to the playhead, within the view.
    let playhead: Int
    let height: Int
  }

  private var pictures: [ImageSurface] = []
  private var next = 0
  private static let count = 3

  /// The lanes as one node, painted now.
  ///
  /// - Returns: nil when memory is short.
  func node(_ scene: Scene) -> RenderNode? {
    let (width, height, factor) = (scene.viewport.width, scene.height, scene.contents.factor)
    guard let picture = emptied(width: width, height: height, scale: factor) else { return nil }
    let geometry = scene.contents.geometry
    for stretch in pieces(of: scene) {
      let x = geometry.pixels(ofTile: stretch.lowerBound).lowerBound - scene.viewport.firstPixel
      let end = geometry.pixels(ofTile: stretch.upperBound).lowerBound - scene.viewport.firstPixel
      for lane in scene.lanes {
        var tile = scene.contents.content(ofTiles: stretch, lane: lane.lane, state: .played)
        if scene.playhead > x {
          lane.painter.paint(
            tile, into: picture, x: x, y: lane.top, over: .clear, within: 0..<max(scene.playhead, 0))
        }
        guard scene.playhead < end else { continue }
        tile.state = .unplayed
        lane.painter.paint(
          tile, into: picture, x: x, y: lane.top, over: .clear, within: max(scene.playhead, 0)..<width)
      }
    }
    let bounds = Rect(
      x: 0, y: 0, width: Double(width) / factor, height: Double(height) / factor)
    return RenderNode.cairo(bounds: bounds) { picture.draw(in: $0) }
  }

  /// Tiles that are painted at once. The spectra of few columns are made and painted within the processor's cache; those of
  /// a view are megabytes.
  private func pieces(of scene: Scene) -> [Range<Int>] {
    let stretches = scene.contents.stretches(
      of: scene.contents.geometry.tiles(covering: scene.viewport.pixels))
    guard scene.contents.style.showsSpectrogram else { return stretches }
    return stretches.flatMap { stretch in
      stride(from: stretch.lowerBound, to: stretch.upperBound, by: Self.tilesOfSpectra).map {
        $0..<min($0 + Self.tilesOfSpectra, stretch.upperBound)
      }
    }
  }

  private static let tilesOfSpectra = 3

  /// Gives the memory back.
  func forget() { pictures = [] }

  /// The oldest picture, made transparent.
  private func emptied(width: Int, height: Int, scale: Double) -> ImageSurface? {
    if let first = pictures.first, (first.width, first.height, first.scale) != (width, height, scale) {
      pictures = []
    }
    next = (next + 1) % Self.count
    guard pictures.count == Self.count else {
      guard let made = try? ImageSurface(width: width, height: height, scale: scale) else { return nil }
      pictures.append(made)
      return made
    }
    pictures[next].erase()
    return pictures[next]
  }
}
