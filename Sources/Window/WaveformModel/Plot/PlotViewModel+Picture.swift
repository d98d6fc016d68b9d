// PlotViewModel+Picture.swift
// What a stretch of a waveform looks like: from the samples where they have been read, else from the bins,
// and from a preview where there are no bins yet. Asks for what is missing and never waits for it.

import WaveformCore

extension PlotViewModel {
  /// True when columns of this grid are exact to the frame: made of samples, or of bins with samples at their
  /// edges.
  public func isExact(grid: PixelGrid, first: Int, count: Int) -> Bool {
    slice(for: grid, first: first, count: count) != nil
      || parts(for: grid)?.holds(first..<first + count) == true
  }

  /// One channel's columns: from the samples where they have been read, else from the bins, with samples at
  /// their edges where those have been read.
  ///
  /// - Parameter isRough: true for a picture that is seen for a moment: `PeakPyramid.roughColumns`.
  public func columns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, values: ColumnValues = .all, isRough: Bool = false
  ) -> WaveformColumns {
    let known =
      isRough
      ? peaks?.roughColumns(channel: channel, grid: grid, first: first, count: count, values: values)
        ?? WaveformColumns(count: count)
      : knownColumns(channel: channel, grid: grid, first: first, count: count, values: values)
    return isComputed ? filled(known, channel: channel, grid: grid, first: first, values: values) : known
  }

  /// The columns of what has been read, without earlier pictures.
  private func knownColumns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, values: ColumnValues
  ) -> WaveformColumns {
    let exact = slice(for: grid, first: first, count: count).flatMap {
      $0.columns(
        channel: channel, grid: grid, first: first, count: count, length: framesRead, values: values)
    }
    if let exact { return exact }
    let edged = parts(for: grid).flatMap {
      peaks?.columns(channel: channel, first: first, count: count, parts: $0)
    }
    return edged ?? peaks?.columns(channel: channel, grid: grid, first: first, count: count, values: values)
      ?? WaveformColumns(count: count)
  }

  /// True when there is a curve for these pixels.
  public func hasCurve(grid: PixelGrid, first: Int, count: Int, margin: Int) -> Bool {
    curveSlice(grid, first, count, margin) != nil
      || earlierCurve(grid: grid, first: first, count: count, margin: margin) != nil
  }

  /// One channel's samples as a curve.
  ///
  /// - Parameters:
  ///   - grid: of device pixels.
  ///   - margin, scale: see `SampleSlice.curve`.
  /// - Returns: nil when samples are narrower than half a pixel, and until all samples of the curve have been
  ///   read.
  public func curve(
    channel: Int, grid: PixelGrid, first: Int, count: Int, margin: Int, scale: Int
  ) -> SampleCurve? {
    let known = curveSlice(grid, first, count, margin).map { ($0, framesRead) }
    let slice = known ?? earlierCurve(grid: grid, first: first, count: count, margin: margin)
    return slice?.0.curve(
      channel: channel, grid: grid, first: first, count: count, margin: margin, scale: scale,
      length: slice!.1)
  }

  /// Asks for the samples around `visible` when the zoom is finer than the bins; they arrive in the background
  /// and raise `revision`.
  public func prepare(visible: FrameRange, grid: PixelGrid) {
    guard needsSamples(grid), framesRead > 0 else { return }
    let margin = margin(grid)
    let needed = (visible.lowerBound - margin..<visible.upperBound + margin).clamped(toLength: framesRead)
    samples.loader?.request(needed, length: framesRead)
  }

  /// Asks for what makes columns exact that are wider than bins. It is read in the background when the
  /// recording is complete and the view has stood still for a moment; `revision` then rises.
  ///
  /// - Parameters:
  ///   - columns: those in view, of `columnGrid`: bars have a coarser grid than pixels.
  ///   - grid: of device pixels.
  public func prepare(columns: Range<Int>, of columnGrid: PixelGrid, over grid: PixelGrid) {
    guard let peaks, isComplete, framesRead > 0 else { return }
    // At least as many as `prepare(visible:)` asks for: when those are too many, columns are read instead.
    let needed = Double(columns.count) * columnGrid.framesPerPixel + 2 * Double(margin(grid))
    if needsSamples(grid), isMadeOfSamples(columnGrid),
      samples.loader?.isTooLong(Int(min(needed, 1e15))) != true
    {
      // The samples themselves will be read.
      samples.columnReader?.stop()
    } else {
      samples.columnReader?.request(
        columns, of: columnGrid, framesPerBin: peaks.framesPerBin, length: framesRead)
    }
  }

  /// Frames to either side of the view: tiles reach beyond the view, and curves beyond their tiles.
  private func margin(_ grid: PixelGrid) -> Int {
    Int(min(Self.pixelsBeyond * grid.framesPerPixel, 1e15)) + 2 * SincInterpolator.reach
  }

  private func isMadeOfSamples(_ columnGrid: PixelGrid) -> Bool {
    peaks?.isMadeOfSamples(columnGrid) == true
  }

  /// Pixels to either side of the view that are drawn with it: a tile at the largest scale, with its margin.
  private static let pixelsBeyond = 288.0

  private func parts(for grid: PixelGrid) -> ColumnParts? {
    guard let parts = samples.columnReader?.parts, parts.grid == grid, parts.length == framesRead, isComplete
    else {
      return nil
    }
    return parts
  }

  /// True when pixels are narrower than bins.
  public func needsSamples(_ grid: PixelGrid) -> Bool { peaks?.needsSamples(grid) == true }

  private func slice(for grid: PixelGrid, first: Int, count: Int) -> SampleSlice? {
    guard isMadeOfSamples(grid) else { return nil }
    let needed = grid.firstFrame(ofPixel: first) - 1..<grid.firstFrame(ofPixel: first + count)
    return samples.loader?.slice(holding: needed, length: framesRead)
  }

  private func curveSlice(_ grid: PixelGrid, _ first: Int, _ count: Int, _ margin: Int) -> SampleSlice? {
    guard SampleCurve.suits(grid), needsSamples(grid) else { return nil }
    let needed = SampleCurve.frames(grid: grid, first: first, count: count, margin: margin)
    // Behind the last frame read there is silence only if the recording ends there.
    guard isComplete || needed.upperBound <= framesRead else { return nil }
    return samples.loader?.slice(holding: needed, length: framesRead)
  }

  // MARK: Preview

  /// The columns of a preview, for those that have not been fully read: where a column lacks exact bins, even
  /// in part, the preview fills the whole column.
  ///
  /// - Parameters:
  ///   - grid: the columns, as for `columns`.
  ///   - limit: the largest distance of two probes, in frames.
  /// - Returns: nil when there is nothing to show. Columns that are exact, and those between probes that are
  ///   too far apart, are empty.
  public func previewColumns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, limit: Double
  ) -> WaveformColumns? {
    guard let preview, !isComplete, !isComputed else { return nil }
    let exact = min(max(grid.pixel(ofFrame: framesRead) - first, 0), count)
    guard exact < count else { return nil }
    var columns = preview.columns(
      channel: channel, grid: grid, first: first + exact, count: count - exact, limit: limit)
    guard columns.low.contains(where: { $0.isFinite }) else { return nil }
    columns.insertEmpty(exact)
    return columns
  }

  /// True when the preview shows the whole recording on a grid of this limit.
  public func isPreviewWhole(limit: Double) -> Bool {
    preview.map { !isComplete && !isComputed && $0.widestGap <= limit } ?? false
  }
}
