// SampleSlice.swift
// The samples of a stretch, for zoom levels finer than the bins. Immutable; made by a reader in the
// background, drawn on the main thread.

/// Samples of all channels over a stretch of frames.
public struct SampleSlice: Sendable {
  /// The frames that the slice holds.
  public let range: FrameRange
  public let channels: Int
  /// Interleaved samples in full scale, `range.count × channels`.
  private let samples: [Float]

  /// - Parameter samples: interleaved, in full scale; `range.count × channels` of them.
  public init(range: FrameRange, channels: Int, samples: [Float]) {
    precondition(samples.count == range.count * channels)
    self.range = range
    self.channels = channels
    self.samples = samples
  }

  /// The sample of `channel` at `frame`, which must lie in `range`.
  public func sample(channel: Int, frame: Int) -> Float {
    samples[(frame - range.lowerBound) * channels + channel]
  }

  /// Lends all samples, interleaved, while `body` runs.
  public func withSamples<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try samples.withUnsafeBufferPointer(body)
  }

  /// One channel's columns, exact to the frame: a column shows the frames that it covers, or, when it is
  /// narrower than a frame, the frame in which it lies.
  ///
  /// - Parameter values: which values are needed; the rest stays 0.
  /// - Returns: nil when the slice does not hold every frame of these columns below `length`.
  /// - Complexity: O(frames covered)
  public func columns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, length: Int, values: ColumnValues = .all
  ) -> WaveformColumns? {
    let needed = grid.firstFrame(ofPixel: first)..<grid.firstFrame(ofPixel: first + count)
    let inside = (needed.lowerBound - 1..<needed.upperBound).clamped(toLength: length)
    guard inside.isEmpty || (range.lowerBound <= inside.lowerBound && inside.upperBound <= range.upperBound)
    else { return nil }
    var columns = WaveformColumns(count: count)
    samples.withUnsafeBufferPointer { samples in
      for column in 0..<count {
        var frames = grid.frames(ofPixel: first + column)
        if frames.isEmpty { frames = frames.lowerBound - 1..<frames.lowerBound }
        frames = frames.clamped(toLength: length)
        switch values {
        case .all: columns.set(sums(samples, channel, frames), at: column)
        case .extremes: columns.setExtremes(extremes(samples, channel, frames), at: column)
        }
      }
    }
    return columns
  }

  /// The extremes and sums of one channel over that part of `frames` which the slice holds.
  ///
  /// - Complexity: O(`frames.count`)
  public func sums(channel: Int, frames: FrameRange) -> PeakSums<Float> {
    samples.withUnsafeBufferPointer { sums($0, channel, frames.clamped(to: range)) }
  }

  @inline(__always)
  private func extremes(
    _ samples: UnsafeBufferPointer<Float>, _ channel: Int, _ frames: FrameRange
  ) -> (low: Float, high: Float) {
    var (low, high) = (Float.infinity, -Float.infinity)
    var index = (frames.lowerBound - range.lowerBound) * channels + channel
    for _ in frames {
      let value = samples[index]
      index += channels
      // A comparison with NaN is false; what is infinite counts as little.
      if value < low, value > -.infinity { low = value }
      if value > high, value < .infinity { high = value }
    }
    return (low, high)
  }

  @inline(__always)
  private func sums(
    _ samples: UnsafeBufferPointer<Float>, _ channel: Int, _ frames: FrameRange
  ) -> PeakSums<Float> {
    var sums = PeakSums<Float>()
    for frame in frames {
      let value = samples[(frame - range.lowerBound) * channels + channel]
      guard value.isFinite else { continue }
      if value < sums.low { sums.low = value }
      if value > sums.high { sums.high = value }
      sums.squares += Double(value) * Double(value)
      sums.magnitudes += Double(value.magnitude)
      sums.count += 1
    }
    return sums
  }

  /// The part of a slice that lies within `frames`.
  public func part(_ frames: FrameRange) -> SampleSlice {
    let frames = frames.clamped(to: range)
    let samples = withSamples { all in
      Array(
        all[
          (frames.lowerBound - range.lowerBound) * channels..<(frames.upperBound - range.lowerBound)
            * channels])
    }
    return SampleSlice(range: frames, channels: channels, samples: samples)
  }

  /// This slice joined with the next one, which must begin where this one ends.
  public func followed(by next: SampleSlice) -> SampleSlice {
    precondition(next.channels == channels && next.range.lowerBound == range.upperBound)
    let samples = withSamples { first in next.withSamples { Array(first) + $0 } }
    return SampleSlice(range: range.lowerBound..<next.range.upperBound, channels: channels, samples: samples)
  }
}
