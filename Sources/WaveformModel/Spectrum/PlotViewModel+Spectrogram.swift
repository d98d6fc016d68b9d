// PlotViewModel+Spectrogram.swift
// The spectra of a stretch of a recording, as its lanes show them. Asks for what is missing and never waits for it.

import WaveformCore

extension PlotViewModel {
  /// Spectra of columns: exact ones where they are there, else those of a coarser level.
  ///
  /// - Parameter grid: of device pixels.
  /// - Returns: nil when nothing is known of any of them.
  public func spectrogram(
    of lane: LaneContent, grid: PixelGrid, first: Int, count: Int
  ) -> SpectrogramColumns? { nil }

  /// True when the columns are exact.
  public func isSpectrogramExact(of lane: LaneContent, grid: PixelGrid, first: Int, count: Int) -> Bool {
    false
  }

  /// Asks for what makes these columns exact, from the middle outwards; `spectrogramRevision` rises when more is known.
  public func prepareSpectrogram(columns: Range<Int>, of grid: PixelGrid) {}

  public var spectrogramRevision: Int { 0 }
}
