// PlotViewModel+Earlier.swift
// A waveform that is computed anew keeps its old picture until the new one replaces it, place by place.
// Columns show what has been computed, else the preview of the visible stretch, else the old picture.

import WaveformCore

/// What a waveform looked like before it was computed anew.
@MainActor struct EarlierPicture {
  /// Nil when the computation had not begun.
  let peaks: WaveformPeaks?
  /// The samples around the view; no more are read.
  let samples: SampleLoader?
  /// Frames that had been computed.
  let framesRead: Int
  let preview: PeakPreview?
}

extension PlotViewModel {
  /// Fills the columns that have not been fully computed with what stands in for them.
  func filled(
    _ columns: WaveformColumns, channel: Int, grid: PixelGrid, first: Int, values: ColumnValues
  ) -> WaveformColumns {
    guard !isComplete else { return columns }
    let known = min(max(grid.pixel(ofFrame: framesRead) - first, 0), columns.count)
    var missing = Array(known..<columns.count)
    var columns = columns
    /// Takes over the columns that lie within `frames`, as far as there is sound.
    func fill(_ found: WaveformColumns, within frames: FrameRange, length: Int) {
      missing = missing.filter { column in
        let covered = grid.frames(ofPixel: first + column).clamped(toLength: length)
        guard !found.isEmpty(at: column - known), frames.lowerBound <= covered.lowerBound,
          covered.upperBound <= frames.upperBound
        else { return true }
        columns.take(column - known, of: found, at: column)
        return false
      }
    }
    func fill(_ preview: PeakPreview?) {
      guard let preview, !missing.isEmpty, let start = preview.probes.first?.frames.lowerBound,
        let end = preview.probes.last?.frames.upperBound
      else { return }
      let limit = 12 * grid.framesPerPixel
      let found = preview.columns(
        channel: channel, grid: grid, first: first + known, count: columns.count - known, limit: limit)
      let beyond = preview.isDense ? 0 : Int(limit)
      fill(found, within: start - beyond..<end + beyond, length: preview.length)
    }
    fill(preview)
    for picture in earlier where !missing.isEmpty {
      if let peaks = picture.peaks, picture.framesRead > 0 {
        let end = picture.framesRead
        let found = picture.columns(
          of: peaks, channel: channel, grid: grid, first: first + known, count: columns.count - known,
          values: values)
        fill(found, within: 0..<end, length: length)
      }
      fill(picture.preview)
    }
    return columns
  }

  /// The samples of an earlier picture, where the new computation has none of these pixels yet.
  func earlierCurve(grid: PixelGrid, first: Int, count: Int, margin: Int) -> (SampleSlice, Int)? {
    guard !isComplete, !earlier.isEmpty, SampleCurve.suits(grid) else { return nil }
    let needed = SampleCurve.frames(grid: grid, first: first, count: count, margin: margin)
    for picture in earlier where needed.upperBound <= picture.framesRead || picture.framesRead == length {
      if let slice = picture.samples?.slice(holding: needed, length: picture.framesRead) {
        return (slice, picture.framesRead)
      }
    }
    return nil
  }
}

extension EarlierPicture {
  /// The most pictures that are kept: each takes as much memory as that of a recording.
  private static let mostKept = 3

  /// This picture, and those of `earlier` that reach farther.
  func followed(by earlier: [EarlierPicture]) -> [EarlierPicture] {
    let larger = earlier.filter { $0.framesRead > framesRead || (preview == nil && $0.preview != nil) }
    // The last one reaches farthest.
    return [self] + larger.suffix(Self.mostKept - 1)
  }

  /// From the samples where they have been read, else from the bins.
  fileprivate func columns(
    of peaks: WaveformPeaks, channel: Int, grid: PixelGrid, first: Int, count: Int, values: ColumnValues
  ) -> WaveformColumns {
    let needed = grid.firstFrame(ofPixel: first) - 1..<grid.firstFrame(ofPixel: first + count)
    let slice =
      peaks.isMadeOfSamples(grid)
      ? samples?.slice(holding: needed, length: framesRead) : nil
    return slice?.columns(channel: channel, grid: grid, first: first, count: count, length: framesRead)
      ?? peaks.columns(channel: channel, grid: grid, first: first, count: count, values: values)
  }
}

extension PeakPreview {
  /// True when its probes follow each other without a gap.
  fileprivate var isDense: Bool {
    guard let first = probes.first, let last = probes.last else { return false }
    return probes.reduce(0) { $0 + $1.frames.count } >= last.frames.upperBound - first.frames.lowerBound
  }
}
