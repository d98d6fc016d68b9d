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

  @_specialize(kind: full, where Sample == Int16)
  @_specialize(kind: full, where Sample == Float)
  private func fill(_ columns: inout WaveformColumns, channel: Int, grid: PixelGrid, first: Int) {
    precondition(channel >= 0 && channel < channels)
    reading { finest in
      // Acquired once, from fine to coarse: a coarser level never knows more than a finer one here.
      var counts: [Int] = []
      for level in finest..<levels.count {
        let count = levels[level].count
        if count == 0 { break }
        counts.append(count)
      }
      guard let known = counts.first else { return }
      let size = Double(framesPerBin(ofLevel: finest))
      for column in 0..<columns.count {
        let left = Double(first + column) * grid.framesPerPixel / size
        let right = Double(first + column + 1) * grid.framesPerPixel / size
        guard right > 0, left < Double(known) else { continue }
        var from = Int(left.rounded(.up))
        var to = Int(Swift.min(right, Double(known)).rounded(.up))
        if grid.framesPerPixel < size {
          // Narrower than a bin: the bin under the column's middle.
          from = Int(((left + right) / 2).rounded(.down))
          guard from < known else { continue }
          to = from + 1
        }
        from = Swift.max(from, 0)
        to = Swift.min(to, known)
        if from < to { columns.set(sums(of: from..<to, channel: channel, finest, counts), at: column) }
      }
    }
  }

  /// The sums over bins of the finest level, taken from the coarsest bins that fit.
  @inline(__always)
  private func sums(of bins: Range<Int>, channel: Int, _ finest: Int, _ counts: [Int]) -> PeakSums<Sample> {
    var sums = PeakSums<Sample>()
    var index = bins.lowerBound
    while index < bins.upperBound {
      var level = 0
      // Go up while this bin is the first of a coarser one that has been written and fits.
      while level + 1 < counts.count {
        let coarser = index >> (2 * (level + 1))
        guard index & (1 << (2 * (level + 1)) - 1) == 0, coarser < counts[level + 1],
          index + 1 << (2 * (level + 1)) <= bins.upperBound
        else { break }
        level += 1
      }
      let bin = levels[finest + level].bin(at: index >> (2 * level), channel: channel)
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

  /// See `PeakPyramid.columns`.
  public func columns(channel: Int, grid: PixelGrid, first: Int, count: Int) -> WaveformColumns {
    switch self {
    case .int16(let pyramid): pyramid.columns(channel: channel, grid: grid, first: first, count: count)
    case .float(let pyramid): pyramid.columns(channel: channel, grid: grid, first: first, count: count)
    }
  }
}
