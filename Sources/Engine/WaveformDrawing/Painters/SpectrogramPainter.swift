// SpectrogramPainter.swift
// Paints spectra of columns side by side: one column for each device pixel, one row for each device pixel, each the
// loudest of the bins that it covers. Nothing is smoothed or stretched.
// Unsafe: pixels are written within the canvas, to which all columns and rows are clipped first; of steps whole columns are
// handed to `SpectrumRows`.

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

  /// Columns of which nothing is painted, because an image of them is; what lies over spectra stays what it is.
  init(blank count: Int) {
    self.init(columns: SpectrogramColumns(bins: 0, count: count), shown: 0..<0)
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

  /// Kept for as long as spectra have as many bins.
  private final class KeptRows: Sendable {
    private let rows = Mutex<SpectrumRows?>(nil)

    func rows(of axis: FrequencyAxis, bins: Int) -> SpectrumRows {
      rows.withLock { kept in
        if let kept, kept.bins == bins { return kept }
        let rows = SpectrumRows(axis, bins: bins)
        kept = rows
        return rows
      }
    }
  }

  /// Paints with the upper left corner at (`x`, `y`). Leaves out pixels outside the canvas, rows above half the sample
  /// rate, and columns that are not known.
  func paint(_ stretch: SpectrogramStretch, on canvas: PixelCanvas, x: Int, y: Int) {
    let columns = stretch.columns
    guard let base = canvas.base, columns.bins > 1, columns.count > 0 else { return }
    let shown = stretch.shown.clamped(to: max(-x, 0)..<max(canvas.width - x, -x, 0))
    let rows = kept.rows(of: axis, bins: columns.bins)
    let firstRow = max(-y, rows.firstShown)
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

  /// - Parameter place: of column 0 in the first row.
  private func fill(
    _ run: Range<Int>, _ steps: UnsafePointer<UInt8>, _ bins: Int, rows: SpectrumRows, _ visible: Range<Int>,
    place: UnsafeMutableRawPointer, bytesPerRow: Int
  ) {
    let block = SpectrumRows.block
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: visible.count * block) { levels in
      guard let levels = levels.baseAddress else { return }
      colors.pixels.withUnsafeBufferPointer { pixels in
        let pixels = pixels.baseAddress!
        var next = run.lowerBound
        while next < run.upperBound {
          // The last block overlaps the one before it: painting twice changes nothing.
          let first = run.count < block ? next : min(next, run.upperBound &- block)
          let count = min(block, run.upperBound &- first)
          rows.find(steps + first &* bins, columns: count, rows: visible, into: levels)
          var line = place + first &* 4
          var known = levels
          for row in visible {
            let out = line.assumingMemoryBound(to: UInt32.self)
            if row > visible.lowerBound, rows.isLikeAbove(row) {
              line.copyMemory(from: line - bytesPerRow, byteCount: 4 &* count)
            } else {
              for column in 0..<count { out[column] = pixels[Int(known[column])] }
            }
            line += bytesPerRow
            known += block
          }
          next = first &+ count
        }
      }
    }
  }
}
