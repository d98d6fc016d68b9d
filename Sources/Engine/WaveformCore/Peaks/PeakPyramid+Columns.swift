// PeakPyramid+Columns.swift
// From bins to columns. A column takes the bins that begin in it, so each bin belongs to one column. Runs of
// bins are taken from the coarsest level that fits, so a column costs a few bins at every zoom. This runs in
// every frame of a zoom: an edge is found once for both of its columns, and nothing is divided.

extension PeakPyramid {
  /// One channel's columns `first ..< first + count` of a grid.
  ///
  /// Exact to one bin of the finest level. Columns narrower than a bin repeat the bin in which they lie, as a
  /// substitute until the samples have been read.
  ///
  /// - Parameters:
  ///   - grid: the columns; for bars, a grid with several device pixels per column.
  ///   - first: the first column, counted from pixel 0 of the grid; may be negative.
  ///   - values: which values are needed; the rest stays 0.
  /// - Returns: `count` columns; those beyond what has been read are empty.
  /// - Complexity: O(`count` × levels)
  public func columns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, values: ColumnValues = .all
  ) -> WaveformColumns {
    var columns = WaveformColumns(count: count)
    fill(&columns, channel: channel, grid: grid, first: first, values, isRough: false)
    return columns
  }

  /// Columns for a picture that is seen for a moment: of the coarsest bins of which four fit into a column, so
  /// that its edges are exact to a quarter of it.
  ///
  /// - Complexity: O(`count`)
  public func roughColumns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, values: ColumnValues
  ) -> WaveformColumns {
    var columns = WaveformColumns(count: count)
    fill(&columns, channel: channel, grid: grid, first: first, values, isRough: true)
    return columns
  }

  @_specialize(kind:full,where Sample == Int16)
  @_specialize(kind:full,where Sample == Float)
  private func fill(
    _ columns: inout WaveformColumns, channel: Int, grid: PixelGrid, first: Int, _ values: ColumnValues,
    isRough: Bool
  ) {
    precondition(channel >= 0 && channel < channels)
    reading { finest in
      let start = isRough ? roughLevel(for: grid, from: finest) : finest
      let readable = readableBins(ofChannel: channel, from: start)
      guard let known = readable.first?.count else { return }
      readable.withUnsafeBufferPointer { readable in
        let edges = BinEdges(grid: grid, framesPerBin: framesPerBin(ofLevel: start), known: known)
        columns.write(values) { columns in
          var left = edges.bin(ofColumn: first)
          for column in 0..<columns.count {
            let right = edges.bin(ofColumn: first &+ column &+ 1)
            let bins = edges.isFine ? edges.bin(underColumn: first &+ column) : left..<right
            if bins.lowerBound < bins.upperBound {
              columns.set(Self.sums(of: bins, readable, values), at: column)
            }
            left = right
          }
        }
      }
    }
  }

  /// The coarsest level of whose bins four fit into a column.
  private func roughLevel(for grid: PixelGrid, from finest: Int) -> Int {
    let limit = grid.framesPerPixel / 4
    var level = finest
    while level + 1 < levels.count, Double(framesPerBin(ofLevel: level + 1)) <= limit { level += 1 }
    return level
  }

  /// The bins of one channel, level by level. Acquired once: a coarser level may grow meanwhile, but is only
  /// asked for what the finest one had.
  @inline(__always)
  private func readableBins(ofChannel channel: Int, from finest: Int) -> [PeakLevel<Sample>.Bins] {
    var readable: [PeakLevel<Sample>.Bins] = []
    for level in finest..<levels.count {
      guard let bins = levels[level].bins(ofChannel: channel) else { break }
      readable.append(bins)
    }
    return readable
  }

  /// The sums over some bins of the finest level, as far as they have been written; counted in bins, each of
  /// weight 1.
  func binSums(channel: Int, bins: Range<Int>) -> PeakSums<Sample> {
    reading { finest in
      let readable = readableBins(ofChannel: channel, from: finest)
      guard let known = readable.first?.count else { return PeakSums() }
      return readable.withUnsafeBufferPointer { Self.sums(of: bins.clamped(to: 0..<known), $0, .all) }
    }
  }

  /// The sums over bins of the finest level, taken from the coarsest bins that fit.
  @inline(__always)
  private static func sums(
    of bins: Range<Int>, _ readable: UnsafeBufferPointer<PeakLevel<Sample>.Bins>, _ values: ColumnValues
  ) -> PeakSums<Sample> {
    var sums = PeakSums<Sample>()
    var (left, right) = (bins.lowerBound, bins.upperBound)
    var level = 0
    while true {
      let bins = readable[level]
      let weight = 1 << (2 * level)
      level += 1
      guard level < readable.count else {
        bins.add(left..<right, weight, values, to: &sums)
        return sums
      }
      // Bins that do not fill a bin of the next level, or are not in the next level yet, are taken from this
      // one.
      let begin = min((left + 3) & ~3, right)
      bins.add(left..<begin, weight, values, to: &sums)
      let end = max(begin, min(right & ~3, readable[level].count << 2))
      bins.add(end..<right, weight, values, to: &sums)
      guard begin < end else { return sums }
      (left, right) = (begin >> 2, end >> 2)
    }
  }
}

/// Which values of columns are needed.
public enum ColumnValues: Sendable {
  /// The smallest and the largest sample; enough for bars.
  case extremes
  /// The loudness as well.
  case all
}

/// The bins of the finest level that columns are made of.
private struct BinEdges {
  private let binsPerColumn: Double
  private let grid: PixelGrid, binsPerFrame: Double
  private let known: Int

  init(grid: PixelGrid, framesPerBin: Int, known: Int) {
    self.grid = grid
    // A power of two, so multiplying rounds nothing.
    binsPerFrame = 1 / Double(framesPerBin)
    binsPerColumn = grid.framesPerPixel * binsPerFrame
    self.known = known
  }

  /// True when a column is narrower than a bin.
  var isFine: Bool { binsPerColumn < 1 }

  /// The first bin that begins in a column or after it, within those that are known.
  @inline(__always)
  func bin(ofColumn column: Int) -> Int {
    let edge = grid.position(ofPixel: column) * binsPerFrame
    guard edge > 0 else { return 0 }
    return edge < Double(known) ? ceiling(edge) : known
  }

  /// The bin under the middle of a column.
  func bin(underColumn column: Int) -> Range<Int> {
    let left = grid.position(ofPixel: column) * binsPerFrame
    let right = grid.position(ofPixel: column + 1) * binsPerFrame
    guard right > 0, left < Double(known) else { return 0..<0 }
    let bin = -ceiling(-(left + right) / 2)
    return bin >= 0 && bin < known ? bin..<bin + 1 : 0..<0
  }
}

extension PeakLevel.Bins {
  /// Adds bins, each of which stands for `weight` of the finest ones.
  @inline(__always)
  fileprivate func add(
    _ range: Range<Int>, _ weight: Int, _ values: ColumnValues, to sums: inout PeakSums<Sample>
  ) {
    for index in range {
      let bin = self[index]
      if bin.low < sums.low { sums.low = bin.low }
      if bin.high > sums.high { sums.high = bin.high }
      guard values == .all, !bin.isGap else { continue }
      // Bins of one level have equal weights; the last, partial one weighs a little too much, which cannot be
      // seen.
      let rms = Double(bin.rms.asFloat)
      sums.squares += rms * rms * Double(weight)
      sums.magnitudes += Double(bin.meanMagnitude.asFloat) * Double(weight)
      sums.count += weight
    }
  }
}

/// The least integer that is not below `value`: `rounded(.up)` without the call into libm that it is without
/// SSE4.1.
@inline(__always)
private func ceiling(_ value: Double) -> Int {
  let whole = Int(value)
  return Double(whole) < value ? whole + 1 : whole
}

/// The peaks of a recording, in the sample type that suits its file.
public enum WaveformPeaks: Sendable {
  case int16(PeakPyramid<Int16>)
  case float(PeakPyramid<Float>)

  public var channels: Int {
    switch self {
    case .int16(let pyramid): pyramid.channels
    case .float(let pyramid): pyramid.channels
    }
  }

  /// Frames per bin of the present finest level.
  public var framesPerBin: Int {
    switch self {
    case .int16(let pyramid): pyramid.framesPerBin
    case .float(let pyramid): pyramid.framesPerBin
    }
  }

  /// Frames that can be drawn now.
  public var framesRead: Int {
    switch self {
    case .int16(let pyramid): pyramid.framesRead
    case .float(let pyramid): pyramid.framesRead
    }
  }

  /// Samples so far that were NaN or infinite.
  public var nonFiniteSamples: Int {
    switch self {
    case .int16(let pyramid): pyramid.nonFiniteSamples
    case .float(let pyramid): pyramid.nonFiniteSamples
    }
  }

  /// Where the recording is clipped or digitally silent.
  public var marks: PeakMarks {
    switch self {
    case .int16(let pyramid): pyramid.marks
    case .float(let pyramid): pyramid.marks
    }
  }

  /// The largest |x| that can be drawn now, as it is drawn; 0 when there is none.
  public var peak: Float {
    guard framesRead > 0 else { return 0 }
    let whole = PixelGrid(framesPerPixel: Double(framesRead))
    return (0..<channels).reduce(0) { peak, channel in
      let columns = columns(channel: channel, grid: whole, first: 0, count: 1)
      return columns.isEmpty(at: 0) ? peak : max(peak, columns.high[0], -columns.low[0])
    }
  }

  /// See `PeakPyramid.columns`.
  public func columns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, values: ColumnValues = .all
  ) -> WaveformColumns {
    switch self {
    case .int16(let pyramid):
      pyramid.columns(channel: channel, grid: grid, first: first, count: count, values: values)
    case .float(let pyramid):
      pyramid.columns(channel: channel, grid: grid, first: first, count: count, values: values)
    }
  }

  /// See `PeakPyramid.roughColumns`.
  public func roughColumns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, values: ColumnValues
  ) -> WaveformColumns {
    switch self {
    case .int16(let pyramid):
      pyramid.roughColumns(channel: channel, grid: grid, first: first, count: count, values: values)
    case .float(let pyramid):
      pyramid.roughColumns(channel: channel, grid: grid, first: first, count: count, values: values)
    }
  }
}
