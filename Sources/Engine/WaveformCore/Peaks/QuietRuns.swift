// QuietRuns.swift
// Finds the stretches in which a recording stays below a level, exact to the frame. Peaks tell where one can be; samples
// are read only at the rims of what is long enough. A value; on any thread, for the reading may block.

/// The longest runs of frames in which every sample of all channels lies below a level.
///
/// Samples that are no finite number count as quiet: peaks leave them out as well.
package struct QuietRuns: Sendable {
  /// Frames of the shortest run that counts.
  package let least: Int
  private let peaks: WaveformPeaks
  private let length: Int
  private let limit: Float
  /// By how much a peak may differ from the sample that it stands for.
  private let slack: Float
  /// Frames of a bin, and of as many bins as a run contains wherever it begins: those are looked at first.
  private let fine: Int, coarse: Int
  private let firstWindow: Int
  private static let longestWindow = 1 << 24

  /// Reads samples: exact to the frame, and fewer than were asked for at the end of what there is.
  package typealias Read<Failure: Error> = (FrameRange) throws(Failure) -> SampleSlice

  /// - Parameters:
  ///   - limit: the least |x| that is not quiet, in full scale; > 0.
  ///   - least: ≥ 1.
  ///   - length: frames that have been read.
  ///   - isRounded: true for samples of more bits than the peaks have.
  ///   - window: frames that are looked at together at first; few, for the next run may be near.
  package init(
    below limit: Float, atLeast least: Int, in peaks: WaveformPeaks, length: Int, isRounded: Bool = false,
    window: Int = 1 << 19
  ) {
    self.peaks = peaks
    self.limit = limit
    self.least = max(1, least)
    self.length = length
    if isRounded, case .int16 = peaks { slack = Int16.unit } else { slack = 0 }
    fine = peaks.framesPerBin
    var coarse = fine
    while coarse * 8 - 1 <= least { coarse *= 4 }
    self.coarse = coarse
    firstWindow = max(1, window / coarse) * coarse
  }

  // MARK: One after the other

  /// Calls `body` with the runs that reach beyond `frame`, in order, until it returns false. The first one may have begun
  /// earlier than it says, unless it begins at `frame` or later.
  package func forEach<Failure: Error>(
    from frame: Int, reading read: Read<Failure>, _ body: (FrameRange) -> Bool
  ) throws(Failure) {
    var low = min(max(frame, 0), length) / coarse * coarse
    var window = firstWindow
    var open: FrameRange?
    while low < length {
      let high = min(low + window, length)
      for piece in try pieces(in: low..<high, read) {
        if let run = open, run.upperBound == piece.lowerBound {
          open = run.lowerBound..<piece.upperBound
        } else {
          if let run = open, run.count >= least, !body(run) { return }
          open = piece
        }
      }
      if let run = open, run.upperBound < high {
        if run.count >= least, !body(run) { return }
        open = nil
      }
      low = high
      window = min(2 * window, max(window, Self.longestWindow))
    }
    if let run = open, run.count >= least { _ = body(run) }
  }

  /// Calls `body` with the runs that begin before `frame`, from the last to the first, until it returns false. The first
  /// that it gets may go on further than it says, unless it ends at `frame` or before.
  package func forEachBackwards<Failure: Error>(
    from frame: Int, reading read: Read<Failure>, _ body: (FrameRange) -> Bool
  ) throws(Failure) {
    var high = min((min(max(frame, 0), length) + coarse - 1) / coarse * coarse, length)
    var window = firstWindow
    var open: FrameRange?
    while high > 0 {
      let low = max(0, high - window) / coarse * coarse
      for piece in try pieces(in: low..<high, read).reversed() {
        if let run = open, run.lowerBound == piece.upperBound {
          open = piece.lowerBound..<run.upperBound
        } else {
          if let run = open, run.count >= least, !body(run) { return }
          open = piece
        }
      }
      if let run = open, run.lowerBound > low {
        if run.count >= least, !body(run) { return }
        open = nil
      }
      high = low
      window = min(2 * window, max(window, Self.longestWindow))
    }
    if let run = open, run.count >= least { _ = body(run) }
  }

  // MARK: In one window

  /// What the peaks of some frames tell.
  private enum State {
    case quiet, loud
    /// Only the samples can tell.
    case doubtful
  }

  /// The runs within a window, in order: those that are long enough, and those that touch its ends, however short.
  private func pieces<Failure: Error>(
    in window: FrameRange, _ read: Read<Failure>
  ) throws(Failure) -> [FrameRange] {
    var scan = Scan(window, least: least, limit: limit)
    let columns = window.lowerBound / coarse..<(window.upperBound + coarse - 1) / coarse
    let candidates = candidates(columns)
    var first = 0
    while let start = candidates[first...].firstIndex(of: true) {
      let end = candidates[start...].firstIndex(of: false) ?? candidates.count
      let bins = coarse / fine
      let region = (columns.lowerBound + start) * bins..<(columns.lowerBound + end) * bins
      try search(region.clamped(to: 0..<(window.upperBound + fine - 1) / fine), in: window, &scan, read)
      first = end
    }
    return scan.finish()
  }

  /// Which coarse columns may hold a part of a long run: those that are not loud, and their neighbours; and the ends of the
  /// window. All others lie between columns of which each holds something loud, where no long run fits.
  private func candidates(_ columns: Range<Int>) -> [Bool] {
    guard 2 * coarse - 1 <= least else { return Array(repeating: true, count: columns.count) }
    let states = states(columns, frames: coarse)
    return states.indices.map { index in
      index == 0 || index == states.count - 1
        || states[index - 1...index + 1].contains { $0 != .loud }
    }
  }

  /// Follows the bins of a region, reading those in which a long run, or one at an end of the window, may begin or end.
  private func search<Failure: Error>(
    _ bins: Range<Int>, in window: FrameRange, _ scan: inout Scan, _ read: Read<Failure>
  ) throws(Failure) {
    let states = states(bins, frames: fine)
    var isRead = states.map { $0 == .doubtful }
    var last: Int?
    let isAtStart = bins.lowerBound * fine == window.lowerBound
    let isAtEnd = bins.upperBound * fine >= window.upperBound
    for (bin, state) in states.enumerated() where state == .loud {
      if let last {
        if (bin - last - 1) * fine + 2 * (fine - 1) >= least { (isRead[last], isRead[bin]) = (true, true) }
      } else if isAtStart {
        isRead[bin] = true
      }
      last = bin
    }
    if isAtEnd, let last { isRead[last] = true }
    var bin = 0
    while bin < states.count {
      let first = (bins.lowerBound + bin) * fine
      guard isRead[bin] else {
        if states[bin] == .quiet { scan.quiet(from: first) } else { scan.loud(at: first) }
        bin += 1
        continue
      }
      var end = bin + 1
      while end < states.count, isRead[end], (end - bin) * fine < Self.longestRead { end += 1 }
      let frames = first..<min((bins.lowerBound + end) * fine, window.upperBound)
      scan.take(try read(frames), frames)
      bin = end
    }
    if !isAtEnd { scan.loud(at: bins.upperBound * fine) }
  }

  private static let longestRead = 1 << 16

  /// What the peaks tell of columns of so many frames. Columns without a sample are quiet.
  private func states(_ columns: Range<Int>, frames: Int) -> [State] {
    let grid = PixelGrid(framesPerPixel: Double(frames))
    var states = [State](repeating: .quiet, count: columns.count)
    for channel in 0..<peaks.channels {
      let found = peaks.columns(
        channel: channel, grid: grid, first: columns.lowerBound, count: columns.count, values: .extremes)
      found.low.withUnsafeBufferPointer { low in
        found.high.withUnsafeBufferPointer { high in
          for column in 0..<columns.count where low[column] <= high[column] {
            let peak = max(high[column], -low[column])
            if peak - slack >= limit {
              states[column] = .loud
            } else if peak + slack >= limit, states[column] == .quiet {
              states[column] = .doubtful
            }
          }
        }
      }
    }
    return states
  }
}

/// Collects runs while a window is gone through.
private struct Scan {
  private let window: FrameRange
  private let least: Int
  private let limit: Float
  private var start: Int?
  private var found: [FrameRange] = []

  init(_ window: FrameRange, least: Int, limit: Float) {
    self.window = window
    self.least = least
    self.limit = limit
  }

  /// It is quiet from here on.
  mutating func quiet(from frame: Int) { if start == nil { start = frame } }

  /// It is loud here.
  mutating func loud(at frame: Int) {
    guard let start else { return }
    self.start = nil
    if frame > start, frame - start >= least || start == window.lowerBound { found.append(start..<frame) }
  }

  /// - Parameter frames: those that were asked for. What is not there of them is taken for loud.
  mutating func take(_ slice: SampleSlice, _ frames: FrameRange) {
    let channels = slice.channels, limit = limit
    slice.withSamples { samples in
      var index = (frames.lowerBound - slice.range.lowerBound) * channels
      for frame in frames.clamped(to: slice.range) {
        var isLoud = false
        for channel in index..<index + channels {
          let value = samples[channel].magnitude
          if value >= limit, value < .infinity { isLoud = true }
        }
        index += channels
        if isLoud { loud(at: frame) } else { quiet(from: frame) }
      }
    }
    if slice.range.upperBound < frames.upperBound {
      loud(at: max(frames.lowerBound, slice.range.upperBound))
    }
  }

  /// All of them; the last one may reach the window's end.
  mutating func finish() -> [FrameRange] {
    if let start, start < window.upperBound { found.append(start..<window.upperBound) }
    start = nil
    return found
  }
}
