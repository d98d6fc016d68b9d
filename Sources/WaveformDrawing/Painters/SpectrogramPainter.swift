// SpectrogramPainter.swift
// Paints spectra of columns side by side: one column for each device pixel, one row for each device pixel, each the
// loudest of the bins that it covers. Nothing is smoothed or stretched.
// Unsafe: steps are read at `column × bins + bin` with a bin of the kept ranges, which lie within `bins`; pixels are
// written within the canvas, to which all columns and rows are clipped first.

import Synchronization
import WaveformCore

/// Spectra of a stretch of a lane, ready to be painted.
public struct SpectrogramStretch: Equatable, Sendable {
  /// One for each device pixel.
  public var columns: SpectrogramColumns
  /// The columns that lie in the recording: others stay as they are.
  public var shown: Range<Int>
  /// True where something lies behind: what is not known is left transparent.
  public var isOver: Bool

  public init(columns: SpectrogramColumns, shown: Range<Int>? = nil, isOver: Bool = false) {
    self.columns = columns
    self.shown = (shown ?? 0..<columns.count).clamped(to: 0..<columns.count)
    self.isOver = isOver
  }

  /// Columns of device pixels, of which those belong to the recording whose first frame does.
  ///
  /// - Parameters:
  ///   - first: the pixel of `grid` that the first column is.
  ///   - length: frames of the recording.
  ///   - isOver: see `isOver`.
  public init(
    columns: SpectrogramColumns, first: Int, of grid: PixelGrid, length: Int, isOver: Bool = false
  ) {
    let start = grid.pixel(ofFrame: 0)
    let end = max(start, length > 0 ? grid.pixel(ofFrame: length - 1) + 1 : start)
    let low = min(max(start - first, 0), columns.count)
    self.init(columns: columns, shown: low..<min(max(end - first, low), columns.count), isOver: isOver)
  }

  /// Nothing is painted of it any more, because an image of it is; what lies over spectra stays what it is.
  mutating func hide() {
    self = SpectrogramStretch(columns: SpectrogramColumns(bins: 0, count: columns.count), shown: 0..<0)
  }
}

/// Turns spectra into pixels.
public struct SpectrogramPainter: Sendable {
  public let axis: FrequencyAxis
  public let colors: SpectrumColors
  private let kept = KeptRows()

  public init(axis: FrequencyAxis, colors: SpectrumColors) {
    self.axis = axis
    self.colors = colors
  }

  /// The bins of each row, which are found once for a height: they take logarithms.
  private final class KeptRows: Sendable {
    private let rows = Mutex<(bins: Int, rows: [BinRow])?>(nil)

    func rows(of axis: FrequencyAxis, bins: Int) -> [BinRow] {
      rows.withLock { kept in
        if let kept, kept.bins == bins { return kept.rows }
        let rows = axis.binsOfRows(bins: bins).map(BinRow.init)
        kept = (bins, rows)
        return rows
      }
    }
  }

  /// The bins of a row.
  private struct BinRow {
    let first: Int32, end: Int32

    init(_ bins: Range<Int>) {
      first = Int32(truncatingIfNeeded: bins.lowerBound)
      end = Int32(truncatingIfNeeded: bins.upperBound)
    }
  }

  /// Paints with the upper left corner at (`x`, `y`). Leaves out pixels outside the canvas, rows above half the sample
  /// rate, and columns that are not known.
  func paint(_ stretch: SpectrogramStretch, on canvas: PixelCanvas, x: Int, y: Int) {
    let columns = stretch.columns
    guard let base = canvas.base, columns.bins > 1, columns.count > 0 else { return }
    let shown = stretch.shown.clamped(to: max(-x, 0)..<max(canvas.width - x, -x, 0))
    let rows = kept.rows(of: axis, bins: columns.bins)
    let firstRow = max(-y, rows.firstIndex { $0.first < $0.end } ?? rows.count)
    let endRow = min(rows.count, canvas.height - y)
    guard !shown.isEmpty, firstRow < endRow else { return }
    let bins = columns.bins
    let place = base + ((y + firstRow) * canvas.bytesPerRow + x * 4)
    columns.steps.withUnsafeBufferPointer { steps in
      guard let steps = steps.baseAddress else { return }
      for run in RangeSet(shown).subtracting(columns.unknown).ranges {
        fill(
          run, steps, bins, rows: rows, firstRow..<endRow, place: place, bytesPerRow: canvas.bytesPerRow)
      }
    }
  }

  /// Columns that are looked up together: their pixels of a row are one line of the processor's cache.
  private static let block = 16

  /// - Parameter place: of column 0 in the first row.
  private func fill(
    _ run: Range<Int>, _ steps: UnsafePointer<UInt8>, _ bins: Int, rows: [BinRow], _ visible: Range<Int>,
    place: UnsafeMutableRawPointer, bytesPerRow: Int
  ) {
    let block = Self.block
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: visible.count * block) { levels in
      guard let levels = levels.baseAddress else { return }
      rows.withUnsafeBufferPointer { rows in
        colors.pixels.withUnsafeBufferPointer { pixels in
          let rows = rows.baseAddress! + visible.lowerBound, pixels = pixels.baseAddress!
          var first = run.lowerBound
          while first < run.upperBound {
            let count = min(block, run.upperBound &- first)
            for column in 0..<count {
              let spectrum = steps + (first &+ column) &* bins
              var out = levels + column
              for row in 0..<visible.count {
                let range = rows[row]
                var loudest = spectrum[Int(range.first)]
                var bin = range.first &+ 1
                while bin < range.end {
                  loudest = max(loudest, spectrum[Int(bin)])
                  bin &+= 1
                }
                out.pointee = loudest
                out += block
              }
            }
            var line = place + first &* 4
            var known = levels
            for _ in 0..<visible.count {
              let out = line.assumingMemoryBound(to: UInt32.self)
              for column in 0..<count { out[column] = pixels[Int(known[column])] }
              line += bytesPerRow
              known += block
            }
            first &+= count
          }
        }
      }
    }
  }
}
