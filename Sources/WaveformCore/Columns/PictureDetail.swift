// PictureDetail.swift
// From which zoom on a picture is made of samples rather than of bins. Whoever draws asks here, so that the window and
// the command line draw the same.

extension WaveformPeaks {
  /// True when pixels are narrower than bins: the bins can only stand in for the samples.
  public func needsSamples(_ pixels: PixelGrid) -> Bool { pixels.framesPerPixel < Double(framesPerBin) }

  /// True when columns are made of samples where these are there.
  public func isMadeOfSamples(_ columns: PixelGrid) -> Bool {
    columns.framesPerPixel < Self.widestSampleColumn * Double(framesPerBin)
  }

  /// Bins of a column that is still made of samples where they are there: each costs time while drawing. A bar is
  /// several pixels wide, and is made of them at the zooms at which a pixel is.
  private static var widestSampleColumn: Double { 16 }
}

extension WaveformStyle {
  /// The columns that this style draws: of bars only the extremes; those of an envelope touch each other, for which
  /// the one before is needed.
  ///
  /// - Parameter columns: on the grid that the style is drawn with.
  public func columns(
    _ columns: Range<Int>, _ read: (_ first: Int, _ count: Int, ColumnValues) throws -> WaveformColumns
  ) rethrows -> WaveformColumns {
    switch self {
    case .bars: try read(columns.lowerBound, columns.count, .extremes)
    case .envelope: try read(columns.lowerBound - 1, columns.count + 1, .all).touching()
    }
  }
}
