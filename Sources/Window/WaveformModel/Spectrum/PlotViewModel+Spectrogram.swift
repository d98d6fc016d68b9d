// PlotViewModel+Spectrogram.swift
// The spectra of a stretch of a recording, as its lanes show them. Asks for what is missing and never waits for it.
// Nothing is known before `SpectrogramModel.setShown`.

import WaveformCore

extension PlotViewModel {
  /// Spectra of columns: exact ones where they are there, else those of a coarser level. A column is the maximum over the
  /// transforms whose centres lie in it, or the one nearest to its middle when it is narrower than a hop. Of a lane of
  /// several channels it is the maximum over them.
  ///
  /// - Parameter grid: of device pixels.
  /// - Returns: nil when nothing is known of any of them.
  public func spectrogram(
    of lane: LaneContent, grid: PixelGrid, first: Int, count: Int
  ) -> SpectrogramColumns? {
    samples.spectra.columns(of: lane, grid, first, count, of: spectrumSubject)
  }

  /// The tints of bars: classes of `SpectralBalance`, of the loudest of each band in the column.
  ///
  /// - Parameter grid: of bars.
  public func tints(of lane: LaneContent, grid: PixelGrid, first: Int, count: Int) -> [UInt8] {
    samples.spectra.columns(of: lane, grid, first, count, part: .bands, of: spectrumSubject)?.tints
      ?? Array(repeating: SpectralBalance.none, count: count)
  }

  /// True when the columns are exact.
  public func isSpectrogramExact(of lane: LaneContent, grid: PixelGrid, first: Int, count: Int) -> Bool {
    samples.spectra.isExact(grid, first, count, of: spectrumSubject)
  }

  /// Asks for what makes these columns exact, from the middle outwards; `spectrogramRevision` rises when more is known.
  ///
  /// - Parameter grid: of device pixels, or of bars.
  public func prepareSpectrogram(columns: Range<Int>, of grid: PixelGrid) {
    samples.spectra.prepare(columns, grid, of: spectrumSubject)
  }

  public var spectrogramRevision: Int { samples.spectra.revision }

  /// What spectra are made of now.
  var spectrumSubject: SpectrumSubject {
    // What can be read at any place need not wait until it has been read in order.
    let isShort = isComplete || isFollowing || source?.access != .direct
    return SpectrumSubject(
      path: path, options: options, cache: cache, description: description, isComputed: isComputed,
      isComplete: isComplete, isFailed: isFailed, isFollowing: isFollowing,
      length: isShort ? framesRead : length,
      framesPerBin: peaks?.framesPerBin ?? 0, source: source)
  }
}
