// SpectrumTileCache.swift
// The tiles of spectra that were made last, within a bound. A value.

import Recording
import Spectral
import WaveformCore

/// Tiles of some pictures.
struct SpectrumTileCache {
  /// Bytes of all tiles but those of the picture in view.
  static let limit = 48 << 20

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

  private static func number(ofColumn column: Int) -> Int {
    Int((Double(column) / Double(SpectrumTile.columns)).rounded(.down))
  }

  func exact(at column: Int, _ request: SpectrumRequest) -> SpectrumTile? {
    let tile = exact[Place(grid: request.grid, tile: Self.number(ofColumn: column))]
    return tile?.isValid(length: request.length) == true ? tile : nil
  }

  func rough(at column: Int, _ request: SpectrumRequest) -> SpectrumTile? {
    rough[Place(grid: request.grid, tile: Self.number(ofColumn: column))]
  }

  func holds(_ tile: Int, _ request: SpectrumRequest) -> Bool {
    exact[Place(grid: request.grid, tile: tile)]?.isValid(length: request.length) == true
  }

  func holdsRough(_ tile: Int, _ request: SpectrumRequest) -> Bool {
    rough[Place(grid: request.grid, tile: tile)] != nil
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

extension SpectrumTile {
  /// Raises one column's steps to those of channels.
  ///
  /// - Parameters:
  ///   - index: the column within `steps`.
  ///   - column: the column of the picture.
  /// - Returns: true: the column is known.
  func raise(_ steps: inout [UInt8], _ index: Int, to column: Int, _ channels: [Int], _ bins: Int) -> Bool {
    guard let row = rows[column - number * Self.columns] else { return true }
    steps.withUnsafeMutableBufferPointer { steps in
      self.steps.withUnsafeBufferPointer { own in
        for channel in channels where channel < self.channels {
          Spectrograph.raise(
            steps.baseAddress! + index * bins, to: own.baseAddress! + (row * self.channels + channel) * bins,
            count: bins)
        }
      }
    }
    return true
  }
}
