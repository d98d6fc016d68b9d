// PictureDetail.swift
// At which zoom levels a picture is made of samples rather than bins. The window and the command line both
// use these rules, so that they draw the same.

extension WaveformPeaks {
  /// True when pixels are narrower than bins, so that bins are only a substitute for samples.
  public func needsSamples(_ pixels: PixelGrid) -> Bool { pixels.framesPerPixel < Double(framesPerBin) }

  /// True when columns are made of samples, as far as these have been read.
  public func isMadeOfSamples(_ columns: PixelGrid) -> Bool {
    columns.framesPerPixel < Self.widestSampleColumn * Double(framesPerBin)
  }

  /// The widest column that is made of samples, in bins: samples take time to draw. Bars are several pixels
  /// wide, but are made of samples at the same zoom levels as pixels.
  private static var widestSampleColumn: Double { 16 }
}

extension WaveformStyle {
  /// The columns that this style draws. Bars need only the extremes; the columns of an envelope touch each
  /// other, so each needs the one before it.
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
