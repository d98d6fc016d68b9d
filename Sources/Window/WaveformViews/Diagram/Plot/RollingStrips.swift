// RollingStrips.swift
// What has rolled by in a view of what is heard: tiles side by side put together to wide pictures of all lanes. So a step of
// the view moves few pictures, and nothing is asked of the model for them. Owned by the plot's view, on the main thread.

import WaveformCore
import WaveformDrawing

/// Wide pictures of tiles that will not change any more.
@MainActor final class RollingStrips {
  /// Tiles of a strip.
  private static let tiles = 8

  private var basis: (any Equatable)?
  private var kept: [Int: ImageSurface] = [:]

  /// Gives back the memory: the view does not roll.
  func forget() { if basis != nil { (basis, kept) = (nil, [:]) } }

  /// Draws the strips that some tiles lie in, and makes those whose tiles have all settled.
  ///
  /// - Parameters:
  ///   - tiles: those in view.
  ///   - basis: all that the tiles depend on, besides how far the sound has come.
  ///   - size: of a tile's width and of the view's height, in device pixels, with their scale.
  ///   - isSettled: true when nothing that is still to be heard will change a tile.
  ///   - x: the left edge of a tile in `context`, in logical pixels.
  ///   - parts: the pictures of a tile in its lanes, and their upper edges in device pixels.
  /// - Returns: the tiles that no strip holds.
  func draw<Basis: Equatable>(
    _ tiles: Range<Int>, _ basis: Basis, _ size: (width: Int, height: Int, scale: Double),
    in context: OpaquePointer, isSettled: (_ tile: Int) -> Bool, x: (_ tile: Int) -> Double,
    parts: (_ tile: Int) -> [(surface: ImageSurface, top: Int)]
  ) -> [Int] {
    if basis != self.basis as? Basis { (self.basis, kept) = (basis, [:]) }
    let numbers = Self.strip(of: tiles.lowerBound)..<Self.strip(of: tiles.upperBound - 1) + 1
    kept = kept.filter { numbers.contains($0.key) }
    return numbers.flatMap { number in
      let own = number * Self.tiles..<(number + 1) * Self.tiles
      if kept[number] == nil, own.allSatisfy(isSettled) {
        kept[number] = make(own, size, parts)
      }
      guard let strip = kept[number] else { return Array(own.clamped(to: tiles)) }
      strip.draw(in: context, x: x(own.lowerBound), y: 0)
      return []
    }
  }

  private static func strip(of tile: Int) -> Int { Int((Double(tile) / Double(tiles)).rounded(.down)) }

  private func make(
    _ tiles: Range<Int>, _ size: (width: Int, height: Int, scale: Double),
    _ parts: (_ tile: Int) -> [(surface: ImageSurface, top: Int)]
  ) -> ImageSurface? {
    let (width, scale) = (size.width, size.scale)
    guard let strip = try? ImageSurface(width: width * tiles.count, height: size.height, scale: scale) else {
      return nil
    }
    strip.withContext { context in
      for (place, tile) in tiles.enumerated() {
        for (surface, top) in parts(tile) {
          surface.copy(in: context, x: place * width, y: top)
        }
      }
    }
    return strip
  }
}
