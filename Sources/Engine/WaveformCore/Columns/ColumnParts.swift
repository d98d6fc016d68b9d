// ColumnParts.swift
// What columns are made of: at which zoom levels of samples rather than bins, and the part of a column that
// its bins cannot tell. That part consists of the frames whose bin reaches into a neighbouring column as
// well; with their sums columns are exact to the frame at every zoom. The window and the command line use the
// same rules. Pure values.

/// Sums of the frames of columns that lie in no whole bin of the column.
public struct ColumnParts: Sendable {
  public let grid: PixelGrid
  public let framesPerBin: Int
  /// Frames of the recording.
  public let length: Int
  /// Bins whose samples are read, although they lie wholly in a column.
  private var opened: Set<Int> = []
  /// For each column the sums of every channel.
  private var sums: [Int: [PeakSums<Float>]] = [:]

  public init(grid: PixelGrid, framesPerBin: Int, length: Int) {
    self.grid = grid
    self.framesPerBin = framesPerBin
    self.length = length
  }

  /// The number of columns whose sums are known.
  public var count: Int { sums.count }

  /// The sums of a column's parts, for each channel; nil when they are not known.
  public subscript(column: Int) -> [PeakSums<Float>]? {
    get { sums[column] }
    set { sums[column] = newValue }
  }

  /// The bins and frames of a column.
  public func split(of column: Int) -> ColumnSplit {
    ColumnSplit(
      frames: grid.frames(ofPixel: column), framesPerBin: framesPerBin, length: length, opened: opened)
  }

  /// Marks more bins to be read as samples; must come before their columns are read.
  public mutating func open(_ bins: Set<Int>) { opened.formUnion(bins) }

  /// True when all of these columns are known.
  public func holds(_ columns: Range<Int>) -> Bool { columns.allSatisfy { sums[$0] != nil } }

  /// Removes all columns but these.
  public mutating func keep(_ columns: Range<Int>) {
    sums = sums.filter { columns.contains($0.key) }
    let frames = grid.firstFrame(ofPixel: columns.lowerBound)..<grid.firstFrame(ofPixel: columns.upperBound)
    opened = opened.filter { frames.contains($0 * framesPerBin) }
  }
}

extension WaveformPeaks {
  /// One channel's columns, exact to the frame: whole bins, and the frames beside them.
  ///
  /// Their RMS and mean |x| are as exact as those of the bins.
  ///
  /// - Returns: nil when a column is not known, or the bins have another size by now.
  /// - Complexity: O(`count` × levels)
  public func columns(channel: Int, first: Int, count: Int, parts: ColumnParts) -> WaveformColumns? {
    guard parts.framesPerBin == framesPerBin, parts.holds(first..<first + count) else { return nil }
    var columns = WaveformColumns(count: count)
    for column in 0..<count {
      var sums = PeakSums<Float>()
      for bins in parts.split(of: first + column).closed { sums.add(self.sums(channel: channel, bins: bins)) }
      if let beside = parts[first + column]?[channel] { sums.add(beside) }
      columns.set(sums, at: column)
    }
    return columns
  }

  /// The bins that must be opened for columns to end in exactly the rows of their samples. Samples may have
  /// more bits than bins; a bin with the smallest or largest value of its column is opened if that value lies
  /// so close to the edge of a row that the lower bits decide.
  ///
  /// - Parameter rows: how the columns are drawn.
  /// - Complexity: O(bins of the columns)
  public func undecidedBins(
    of columns: some Sequence<Int>, _ parts: ColumnParts, rows: BarGeometry
  ) -> Set<Int> {
    guard case .int16 = self else { return [] }
    let bins = PixelGrid(framesPerPixel: Double(framesPerBin))
    func isUndecided(_ value: Float) -> Bool {
      // The value may have been rounded up or down.
      rows.y(of: value - Int16.unit) != rows.y(of: value + Int16.unit)
    }
    var undecided: Set<Int> = []
    for column in columns {
      let range = parts.split(of: column).bins
      for channel in 0..<channels where !range.isEmpty {
        let values = self.columns(
          channel: channel, grid: bins, first: range.lowerBound, count: range.count, values: .extremes)
        let (low, high) = (values.low.min() ?? .infinity, values.high.max() ?? -.infinity)
        guard low <= high else { continue }
        if isUndecided(high) {
          undecided.formUnion(range.filter { values.high[$0 - range.lowerBound] == high })
        }
        if isUndecided(low) { undecided.formUnion(range.filter { values.low[$0 - range.lowerBound] == low }) }
      }
    }
    return undecided
  }

  private func sums(channel: Int, bins: Range<Int>) -> PeakSums<Float> {
    switch self {
    case .int16(let pyramid): pyramid.sums(channel: channel, bins: bins)
    case .float(let pyramid): pyramid.sums(channel: channel, bins: bins)
    }
  }
}

extension PeakPyramid {
  /// The sums over some bins of the finest level, in full scale and in frames.
  fileprivate func sums(channel: Int, bins: Range<Int>) -> PeakSums<Float> {
    let sums = binSums(channel: channel, bins: bins)
    guard sums.count > 0 else { return PeakSums<Float>() }
    let unit = Double(Sample.unit)
    let frames = Double(framesPerBin)
    var result = PeakSums<Float>()
    result.low = sums.low.asFloat * Sample.unit
    result.high = sums.high.asFloat * Sample.unit
    result.squares = sums.squares * unit * unit * frames
    result.magnitudes = sums.magnitudes * unit * frames
    result.count = sums.count * framesPerBin
    return result
  }
}

/// The frames of one column, divided at the edges of bins.
public struct ColumnSplit: Equatable, Sendable {
  /// Bins that lie wholly in the column; the last bin of the recording always counts as whole.
  public let bins: Range<Int>
  /// The bins among them that are read as samples.
  public let opened: [Int]
  /// Stretches of the column that are read as samples, in order: at most one at either end, which share a bin
  /// with a neighbouring column, and the opened bins.
  public let parts: [FrameRange]

  /// - Parameters:
  ///   - frames: of the column.
  ///   - framesPerBin: greater than 0.
  ///   - length: of the recording.
  ///   - opened: bins whose frames count as parts.
  public init(frames: FrameRange, framesPerBin: Int, length: Int, opened: Set<Int> = []) {
    let frames = frames.clamped(toLength: length)
    let first = (frames.lowerBound + framesPerBin - 1) / framesPerBin
    let last = (frames.upperBound + (frames.upperBound == length ? framesPerBin - 1 : 0)) / framesPerBin
    guard first <= last else {
      // The column lies within one bin.
      bins = first..<first
      self.opened = []
      parts = frames.isEmpty ? [] : [frames]
      return
    }
    bins = first..<last
    let head = frames.lowerBound..<Swift.min(first * framesPerBin, frames.upperBound)
    let tail = Swift.min(last * framesPerBin, frames.upperBound)..<frames.upperBound
    self.opened = opened.isEmpty ? [] : bins.filter(opened.contains)
    let within = self.opened.map { $0 * framesPerBin..<Swift.min(($0 + 1) * framesPerBin, length) }
    parts = ([head] + within + [tail]).filter { !$0.isEmpty }
  }

  /// Runs of bins that are used as they are.
  public var closed: [Range<Int>] {
    let edges = [bins.lowerBound - 1] + opened + [bins.upperBound]
    return zip(edges, edges.dropFirst()).map { $0 + 1..<$1 }.filter { !$0.isEmpty }
  }
}

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
    case .bars, .tinted: try read(columns.lowerBound, columns.count, .extremes)
    case .envelope, .both: try read(columns.lowerBound - 1, columns.count + 1, .all).touching()
    case .spectrogram: WaveformColumns(count: columns.count)
    }
  }
}
