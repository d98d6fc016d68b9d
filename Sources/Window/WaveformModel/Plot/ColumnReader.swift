// ColumnReader.swift
// Reads the frames at the edges of columns once the view stands still, because bins are coarser than the
// edges. Works in the background from the middle of the view outwards, and stops as soon as the view moves.
// The main actor never waits for a file.

import AudioFormats
import HostIO
import Recording
import WaveformCore

/// Reads what the columns in view need besides their bins.
@MainActor final class ColumnReader {
  /// How long a view must stand still before anything is read.
  static let patience = Duration.milliseconds(100)
  /// The most frames that are read for one view: at worst, some seconds of a background core.
  nonisolated static let limit = 32 << 20

  /// How often results are shown while reading.
  private nonisolated static let pace = Duration.milliseconds(250)

  private(set) var parts: ColumnParts?

  private let source: any SampleSource
  private let arrived: () -> Void
  private let worker = BackgroundWorker()
  private var wanted: Request?
  private var pass: ColumnPass?
  private var delay: Delay?

  /// The columns in view.
  private struct Request: Equatable {
    let grid: PixelGrid
    let columns: Range<Int>
    let framesPerBin: Int
    let length: Int
  }

  init(source: any SampleSource, arrived: @escaping () -> Void) {
    self.source = source
    self.arrived = arrived
  }

  isolated deinit { stop() }

  /// Asks for the parts of `columns`, of a recording that has been read to its end.
  func request(_ columns: Range<Int>, of grid: PixelGrid, framesPerBin: Int, length: Int) {
    let request = Request(grid: grid, columns: columns, framesPerBin: framesPerBin, length: length)
    guard request != wanted else { return }
    stop()
    wanted = request
    if parts?.grid != grid || parts?.framesPerBin != framesPerBin || parts?.length != length {
      parts = ColumnParts(grid: grid, framesPerBin: framesPerBin, length: length)
    }
    let frames = min(grid.framesPerPixel, 2 * Double(framesPerBin)) * Double(columns.count)
    guard let parts, !parts.holds(columns), frames < Double(Self.limit) else { return }
    delay = Delay(Self.patience) { [weak self] in self?.begin() }
  }

  /// Cancels the reading: the view moves, or needs nothing.
  func stop() {
    pass?.cancel()
    delay = nil
    pass = nil
    wanted = nil
  }

  /// True until the view has stood still for long enough.
  var isWaiting: Bool { delay != nil }

  private func begin() {
    delay = nil
    guard let wanted, var parts else { return }
    // Columns alone do not justify a spool; the next picture asks again.
    guard source.access != .notYet else { return self.wanted = nil }
    if parts.count > 4 * wanted.columns.count {
      parts.keep(wanted.columns)
      self.parts = parts
    }
    let missing = wanted.columns.filter { parts[$0] == nil }
    let pass = ColumnPass(parts: parts, columns: missing, source: source)
    self.pass = pass
    worker.run { [weak self] in
      // Columns that cannot be read stay as the bins have them.
      try? pass.run(pace: Self.pace) { found in
        Task { @MainActor in self?.take(found, from: pass) }
      }
    }
  }

  private func take(_ found: ColumnPass.Found, from pass: ColumnPass) {
    guard self.pass === pass else { return }
    for (column, sums) in found { parts?[column] = sums }
    arrived()
  }
}
