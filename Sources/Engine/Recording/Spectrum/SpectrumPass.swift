// SpectrumPass.swift
// Computes the exact spectra of a picture's columns from samples, tile by tile from the middle outwards, on the calling
// thread; any thread may cancel it. Where a column is wide, its inner part comes from the coarse spectra, which are exact
// there, and only the transforms at its edges are computed.

import AudioFormats
import HostIO
import Spectral
import Synchronization
import WaveformCore

/// The columns of a picture whose spectra are wanted.
public struct SpectrumRequest: Hashable, Sendable {
  public let format: SpectrumFormat
  public let grid: PixelGrid
  /// Tiles, by their number: tile n begins with column n · `SpectrumTile.columns`.
  public let tiles: Range<Int>
  /// Frames of the recording.
  public let length: Int

  public init(format: SpectrumFormat, grid: PixelGrid, columns: Range<Int>, length: Int) {
    self.format = format
    self.grid = grid
    self.length = length
    let width = SpectrumTile.columns
    tiles =
      Int(
        (Double(columns.lowerBound) / Double(width)).rounded(.down))..<Int(
        (Double(columns.upperBound) / Double(width)).rounded(.up))
  }

  /// The transforms of each column of a tile.
  public func transforms(ofTile tile: Int) -> [Range<Int>] {
    (0..<SpectrumTile.columns).map {
      format.transforms(ofColumn: tile * SpectrumTile.columns + $0, of: grid, length: length)
    }
  }
}

/// The spectra of some columns side by side, of all channels.
public struct SpectrumTile: Sendable {
  public static let columns = 64

  public let format: SpectrumFormat
  public let number: Int
  /// Frames of the recording when it was made.
  public let length: Int
  /// The frame up to which it depends on the recording.
  public let end: Int
  /// False for a tile that shows one transform of each column.
  public let isExact: Bool
  /// For each column its row; nil outside the recording. Neighbours that show the same transforms share one.
  public let rows: [Int?]
  public let channels: Int
  /// Row by row, channel by channel, the steps of a column: those of the bins, and behind them those of the bands.
  public let steps: [UInt8]

  package init(
    format: SpectrumFormat, number: Int, length: Int, end: Int, isExact: Bool, rows: [Int?], channels: Int,
    steps: [UInt8]
  ) {
    self.format = format
    self.number = number
    self.length = length
    self.end = end
    self.isExact = isExact
    self.rows = rows
    self.channels = channels
    self.steps = steps
  }

  /// Steps of a column.
  private var width: Int { format.columnSteps }

  /// True while it is right for a recording of so many frames: windows reach beyond the end as if silence followed.
  public func isValid(length: Int) -> Bool { length == self.length || end <= min(length, self.length) }
}

extension SpectrumTile {
  /// Raises the columns of a picture that are not known yet to those of this tile.
  ///
  /// - Parameters:
  ///   - first: the number of the first of `columns`.
  ///   - part: what `columns` has.
  ///   - channels: whose maximum is wanted.
  ///   - isKnown: for each of `columns`; becomes true for those that the tile knows.
  public func raise(
    _ columns: inout SpectrogramColumns, first: Int, channels: [Int], part: SpectrumPart = .bins,
    isKnown: inout [Bool]
  ) {
    let bins = columns.bins, own = number * Self.columns
    let places = format.steps(of: part)
    precondition(places.count == bins)
    columns.steps.withUnsafeMutableBufferPointer { target in
      steps.withUnsafeBufferPointer { steps in
        for column in max(own, first)..<max(own, first, min(own + Self.columns, first + isKnown.count))
        where !isKnown[column - first] {
          // What lies outside the recording is silent; a rough tile may have been made when it was shorter.
          guard let row = rows[column - own] else {
            isKnown[column - first] = isExact
            continue
          }
          isKnown[column - first] = true
          for channel in channels where channel < self.channels {
            Spectrograph.raise(
              target.baseAddress! + (column - first) * bins,
              to: steps.baseAddress! + ((row * self.channels + channel) * width + places.lowerBound),
              count: bins)
          }
        }
      }
    }
  }
}

/// One pass over the tiles of a picture.
public final class SpectrumPass: Sendable {
  /// Stretches with at most this many frames between them are read as one: a jump would take longer than reading on.
  private static let nearby = 16_384
  /// Frames that are read at once, if a window is not longer.
  private static let frames = 1 << 18

  private let request: SpectrumRequest
  private let tiles: [Int]
  private let source: any SampleSource
  private let pyramid: SpectrogramPyramid?
  private let isRough: Bool
  private let isCancelled = Atomic<Bool>(false)

  /// - Parameters:
  ///   - tiles: those that are wanted.
  ///   - pyramid: of the same format; nil: everything is computed from samples.
  ///   - isRough: true when the transform nearest to the middle of each column is enough.
  public init(
    _ request: SpectrumRequest, tiles: [Int], source: any SampleSource, pyramid: SpectrogramPyramid?,
    isRough: Bool = false
  ) {
    precondition(pyramid.map { $0.format == request.format && $0.channels == source.channels } ?? true)
    self.request = request
    let middle = (request.tiles.lowerBound + request.tiles.upperBound - 1) / 2
    // From the start where the decoder only goes forwards, also into a spool.
    self.tiles =
      source.access == .direct ? tiles.sorted { abs($0 - middle) < abs($1 - middle) } : tiles.sorted()
    // The windows of a tile begin before the end of those of the last one.
    self.source =
      source.access == .forward ? LookBackSource(source, reach: request.format.size) : source
    // While it grows, its finest level may be given up.
    self.pyramid = isRough || pyramid?.isComplete != true ? nil : pyramid
    self.isRough = isRough
  }

  /// Ends the pass after the current read.
  public func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// What it costs: the frames that all windows cover together, of all channels.
  public var cost: Int {
    tiles.reduce(0) { sum, tile in
      var before = 0..<0
      return plan(tile).reduce(sum) { sum, range in
        defer { before = range }
        return range == before ? sum : sum + parts(of: range).reduce(0) { $0 + $1.count }
      }
    } * request.format.size * source.channels
  }

  /// Makes all tiles unless it is cancelled.
  ///
  /// - Parameter deliver: gets each tile on this thread.
  /// - Throws: the errors of `SampleSource.read`.
  public func run(deliver: (SpectrumTile) -> Void) throws(AudioFileError) {
    let pool = SpectrographPool(request.format)
    for tile in tiles {
      guard let made = try make(tile, pool) else { return }
      deliver(made)
    }
  }

  private func plan(_ tile: Int) -> [Range<Int>] {
    let ranges = request.transforms(ofTile: tile)
    guard isRough else { return ranges }
    return ranges.map {
      $0.isEmpty ? $0 : ($0.lowerBound + $0.upperBound - 1) / 2..<($0.lowerBound + $0.upperBound - 1) / 2 + 1
    }
  }

  /// The transforms of a column that whole columns of the pyramid hold.
  private func inside(_ range: Range<Int>) -> Range<Int> {
    guard let pyramid, let length = pyramid.length else { return range.lowerBound..<range.lowerBound }
    let hops = pyramid.finestHops
    let first = (range.lowerBound + hops - 1) / hops * hops
    // The last column may be shorter.
    let isLast = request.format.count(length: length) == range.upperBound
    let last = isLast ? range.upperBound : range.upperBound / hops * hops
    return first < last ? first..<last : range.lowerBound..<range.lowerBound
  }

  /// The transforms that are computed from samples.
  private func parts(of range: Range<Int>) -> [Range<Int>] {
    let inside = inside(range)
    return [range.lowerBound..<inside.lowerBound, inside.upperBound..<range.upperBound].filter { !$0.isEmpty }
  }

  /// - Returns: nil when the pass is cancelled.
  private func make(_ tile: Int, _ pool: SpectrographPool) throws(AudioFileError) -> SpectrumTile? {
    let format = request.format, channels = source.channels, width = format.columnSteps
    var rows: [Int?] = [], ranges: [Range<Int>] = []
    for range in plan(tile) {
      if !range.isEmpty, range != ranges.last { ranges.append(range) }
      rows.append(range.isEmpty ? nil : ranges.count - 1)
    }
    let powers = (0..<ranges.count * channels).map { _ in SpectrumNumbers(format.columnNumbers) }
    // Pieces of a length that can be read at once.
    let most = max(1, (Self.frames - format.size) / format.hop + 1)
    let pieces = ranges.indices.flatMap { row in
      parts(of: ranges[row]).flatMap { part in
        stride(from: part.lowerBound, to: part.upperBound, by: most).map {
          (row: row, transforms: $0..<min($0 + most, part.upperBound))
        }
      }
    }
    var next = 0
    while next < pieces.count {
      var end = next + 1
      let frames = format.frames(of: pieces[next].transforms)
      var last = frames.upperBound
      while end < pieces.count {
        let following = format.frames(of: pieces[end].transforms)
        guard following.lowerBound - last < Self.nearby,
          following.upperBound - frames.lowerBound < 2 * Self.frames
        else { break }
        last = max(last, following.upperBound)
        end += 1
      }
      if isCancelled.load(ordering: .relaxed) { return nil }
      let wanted = frames.lowerBound..<last
      let slice = try source.read(wanted.clamped(toLength: request.length))
      let together = pieces[next..<end]
      pool.lend { spectrograph in
        let plane = SpectrumNumbers(wanted.count)
        for channel in 0..<channels {
          // Outside the recording there is silence.
          plane.first.update(repeating: 0, count: wanted.count)
          slice.withSamples { samples in
            guard let first = samples.baseAddress else { return }
            spectrograph.takeIn(
              first + channel, count: slice.range.count, step: channels,
              into: plane.first + (slice.range.lowerBound - wanted.lowerBound))
          }
          for piece in together {
            spectrograph.fold(
              piece.transforms, of: plane.first, from: wanted.lowerBound,
              into: powers[piece.row * channels + channel].first)
          }
        }
      }
      next = end
    }
    if isCancelled.load(ordering: .relaxed) { return nil }
    var steps = [UInt8](repeating: 0, count: ranges.count * channels * width)
    steps.withUnsafeMutableBufferPointer { steps in
      pool.lend { spectrograph in
        for (row, powers) in powers.enumerated() {
          spectrograph.steps(powers.first, into: steps.baseAddress! + row * width)
        }
      }
    }
    if let pyramid {
      let whole = ranges.map { inside($0) }
      for channel in 0..<channels {
        var coarse = [UInt8](repeating: 0, count: ranges.count * width)
        _ = pyramid.read(whole, channels: [channel], part: .all, into: &coarse, isExact: true)
        for row in ranges.indices where !whole[row].isEmpty {
          for step in 0..<width {
            let place = (row * channels + channel) * width + step
            steps[place] = max(steps[place], coarse[row * width + step])
          }
        }
      }
    }
    // Behind the last column, where the next centre would be the nearest one if there were more frames.
    let edge = Int(
      min(request.grid.position(ofPixel: (tile + 1) * SpectrumTile.columns).rounded(.up), 1e15))
    let end = max(edge + format.hop, ranges.last.map { format.frames(of: $0).upperBound } ?? 0)
    return SpectrumTile(
      format: format, number: tile, length: request.length, end: end, isExact: !isRough, rows: rows,
      channels: channels, steps: steps)
  }
}
