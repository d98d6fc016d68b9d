// PeakPyramid+Columns.swift
// From bins to columns. A column takes the bins that begin in it, each bin belongs to one column, and runs of
// bins are taken from the coarsest level that fits, so a column costs a few bins at every zoom.

extension PeakPyramid {
  /// One channel's columns `first ..< first + count` of a grid.
  ///
  /// Exact to one bin of the finest level. Columns narrower than a bin repeat the bin that they lie in: a
  /// stand-in until the samples have been read.
  ///
  /// - Parameters:
  ///   - grid: the columns; for bars, a grid with several device pixels per column.
  ///   - first: the first column, counted from frame 0; may be negative.
  /// - Returns: `count` columns; those beyond what has been read are empty.
  /// - Complexity: O(`count` × levels)
  public func columns(channel: Int, grid: PixelGrid, first: Int, count: Int) -> WaveformColumns {
    var columns = WaveformColumns(count: count)
    fill(&columns, channel: channel, grid: grid, first: first)
    return columns
  }

  @_specialize(kind:full,where Sample == Int16)
  @_specialize(kind:full,where Sample == Float)
  private func fill(_ columns: inout WaveformColumns, channel: Int, grid: PixelGrid, first: Int) {
    precondition(channel >= 0 && channel < channels)
    reading { finest in
      // Acquired once. A coarser level may know more by now; nothing beyond the finest one's bins is asked of it.
      var readable: [PeakLevel<Sample>.Bins] = []
      for level in finest..<levels.count {
        guard let bins = levels[level].bins(ofChannel: channel) else { break }
        readable.append(bins)
      }
      guard let known = readable.first?.count else { return }
      let size = Double(framesPerBin(ofLevel: finest))
      readable.withUnsafeBufferPointer { readable in
        for column in 0..<columns.count {
          let left = Double(first + column) * grid.framesPerPixel / size
          let right = Double(first + column + 1) * grid.framesPerPixel / size
          guard right > 0, left < Double(known) else { continue }
          var from = ceiling(left)
          var to = ceiling(Swift.min(right, Double(known)))
          if grid.framesPerPixel < size {
            // Narrower than a bin: the bin under the column's middle.
            from = -ceiling(-(left + right) / 2)
            guard from < known else { continue }
            to = from + 1
          }
          from = Swift.max(from, 0)
          to = Swift.min(to, known)
          if from < to { columns.set(Self.sums(of: from..<to, readable), at: column) }
        }
      }
    }
  }

  /// The sums over some bins of the finest level, as far as they have been written; in bins, each of weight 1.
  func binSums(channel: Int, bins: Range<Int>) -> PeakSums<Sample> {
    reading { finest in
      var readable: [PeakLevel<Sample>.Bins] = []
      for level in finest..<levels.count {
        guard let bins = levels[level].bins(ofChannel: channel) else { break }
        readable.append(bins)
      }
      guard let known = readable.first?.count else { return PeakSums() }
      return readable.withUnsafeBufferPointer { Self.sums(of: bins.clamped(to: 0..<known), $0) }
    }
  }

  /// The sums over bins of the finest level, taken from the coarsest bins that fit.
  @inline(__always)
  private static func sums(
    of bins: Range<Int>, _ readable: UnsafeBufferPointer<PeakLevel<Sample>.Bins>
  ) -> PeakSums<Sample> {
    var sums = PeakSums<Sample>()
    var index = bins.lowerBound
    while index < bins.upperBound {
      // The coarsest level of which a bin begins here, fits, and has been written.
      let aligned = index == 0 ? Int.max : index.trailingZeroBitCount / 2
      let fitting = (Int.bitWidth - 1 - (bins.upperBound - index).leadingZeroBitCount) / 2
      var level = Swift.min(aligned, fitting, readable.count - 1)
      while index >> (2 * level) >= readable[level].count { level -= 1 }
      let bin = readable[level][index >> (2 * level)]
      if !bin.isGap {
        // Bins of one level weigh the same; the last, partial one weighs a little too much, which no one sees.
        let weight = 1 << (2 * level)
        if bin.low < sums.low { sums.low = bin.low }
        if bin.high > sums.high { sums.high = bin.high }
        let rms = Double(bin.rms.asFloat)
        sums.squares += rms * rms * Double(weight)
        sums.magnitudes += Double(bin.meanMagnitude.asFloat) * Double(weight)
        sums.count += weight
      }
      index += 1 << (2 * level)
    }
    return sums
  }
}

/// The least integer that is not below `value`: `rounded(.up)` without its call into libm where the processor's
/// own rounding may not be used (SSE4.1).
@inline(__always)
private func ceiling(_ value: Double) -> Int {
  let whole = Int(value)
  return Double(whole) < value ? whole + 1 : whole
}

/// The peaks of a recording, in whichever sample type suits its file.
public enum WaveformPeaks: Sendable {
  case int16(PeakPyramid<Int16>)
  case float(PeakPyramid<Float>)

  public var channels: Int {
    switch self {
    case .int16(let pyramid): pyramid.channels
    case .float(let pyramid): pyramid.channels
    }
  }

  /// Frames per bin of the finest level that there is now.
  public var framesPerBin: Int {
    switch self {
    case .int16(let pyramid): pyramid.framesPerBin
    case .float(let pyramid): pyramid.framesPerBin
    }
  }

  /// Frames that can be drawn by now.
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

  /// The largest |x| that can be drawn by now, as it is drawn; 0 when there is none.
  public var peak: Float {
    guard framesRead > 0 else { return 0 }
    let whole = PixelGrid(framesPerPixel: Double(framesRead))
    return (0..<channels).reduce(0) { peak, channel in
      let columns = columns(channel: channel, grid: whole, first: 0, count: 1)
      return columns.isEmpty(at: 0) ? peak : max(peak, columns.high[0], -columns.low[0])
    }
  }

  /// See `PeakPyramid.columns`.
  public func columns(channel: Int, grid: PixelGrid, first: Int, count: Int) -> WaveformColumns {
    switch self {
    case .int16(let pyramid): pyramid.columns(channel: channel, grid: grid, first: first, count: count)
    case .float(let pyramid): pyramid.columns(channel: channel, grid: grid, first: first, count: count)
    }
  }
}
