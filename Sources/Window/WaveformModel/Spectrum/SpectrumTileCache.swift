// SpectrumTileCache.swift
// The tiles of spectra that were made last, within a bound. A value.

import Recording
import Spectral
import WaveformCore

/// Tiles of some pictures.
struct SpectrumTileCache {
  /// Bytes of all tiles, if those of the picture in view leave room: with the coarse spectra of an hour of stereo, less
  /// than 40 MB. A view of 1,900 columns takes 3.9 MB then.
  static let limit = 12 << 20

  private struct Place: Hashable {
    let grid: PixelGrid
    let tile: Int
  }

  private var exact: [Place: SpectrumTile] = [:]
  /// One transform of each column, of the picture in view only.
  private var rough: [Place: SpectrumTile] = [:]
  /// The order in which tiles came.
  private var order: [Place] = []
  private var bytes = 0

  /// An exact tile that is right for the recording as it is now.
  func exact(_ tile: Int, _ request: SpectrumRequest) -> SpectrumTile? {
    let tile = exact[Place(grid: request.grid, tile: tile)]
    return tile?.isValid(length: request.length) == true ? tile : nil
  }

  /// A rough tile, perhaps of when the recording was shorter.
  func rough(_ tile: Int, _ request: SpectrumRequest) -> SpectrumTile? {
    rough[Place(grid: request.grid, tile: tile)]
  }

  /// Shows this picture from now on: rough tiles of other pictures go.
  mutating func keep(_ request: SpectrumRequest) {
    rough = rough.filter { $0.key.grid == request.grid }
    trim(request)
  }

  mutating func add(_ tile: SpectrumTile, _ request: SpectrumRequest) {
    let place = Place(grid: request.grid, tile: tile.number)
    guard tile.isExact else { return rough[place] = tile }
    rough[place] = nil
    if let before = exact.updateValue(tile, forKey: place) {
      bytes -= before.steps.count
      order.removeAll { $0 == place }
    }
    order.append(place)
    bytes += tile.steps.count
    trim(request)
  }

  /// Lets the oldest tiles go that are not in view.
  private mutating func trim(_ request: SpectrumRequest) {
    guard bytes > Self.limit else { return }
    order.removeAll { place in
      let isInView = place.grid == request.grid && request.tiles.contains(place.tile)
      guard bytes > Self.limit, !isInView, let gone = exact.removeValue(forKey: place) else { return false }
      bytes -= gone.steps.count
      return true
    }
  }
}
