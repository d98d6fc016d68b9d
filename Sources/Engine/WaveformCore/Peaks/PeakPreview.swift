// PeakPreview.swift
// A rough picture of a whole recording before it has been read: short probes at places all over it. An
// immutable value, made in the background and drawn until exact bins replace it. It never becomes part of a
// pyramid.

/// Probes of a recording that is still being read.
public struct PeakPreview: Equatable, Sendable {
  /// A few frames somewhere in the recording, reduced.
  public struct Probe: Equatable, Sendable {
    /// The frames that were decoded.
    public let frames: FrameRange
    /// One for each channel, in full scale.
    public let sums: [PeakSums<Float>]

    public init(frames: FrameRange, sums: [PeakSums<Float>]) {
      self.frames = frames
      self.sums = sums
    }

    /// Reduces interleaved samples in full scale; leaves out those that are not finite.
    public init(firstFrame: Int, channels: Int, samples: UnsafeBufferPointer<Float>) {
      var sums = [PeakSums<Float>](repeating: PeakSums(), count: channels)
      for index in samples.indices where samples[index].isFinite {
        let value = samples[index]
        let channel = index % channels
        if value < sums[channel].low { sums[channel].low = value }
        if value > sums[channel].high { sums[channel].high = value }
        sums[channel].squares += Double(value) * Double(value)
        sums[channel].magnitudes += Double(value.magnitude)
        sums[channel].count += 1
      }
      self.init(frames: firstFrame..<firstFrame + samples.count / channels, sums: sums)
    }

    /// The middle between its first frame and the one behind its last.
    var middle: Double { (Double(frames.lowerBound) + Double(frames.upperBound)) / 2 }
  }

  /// Frames of the recording, as far as known.
  public let length: Int
  /// In the order of their places.
  public let probes: [Probe]

  /// - Parameter probes: in any order; none of them empty.
  public init(length: Int, probes: [Probe]) {
    self.length = length
    self.probes = probes.sorted { $0.frames.lowerBound < $1.frames.lowerBound }
  }

  /// The longest stretch without a probe, from the beginning to the end, in frames.
  public var widestGap: Double {
    var gap = 0.0
    var last = 0.0
    for probe in probes {
      gap = max(gap, probe.middle - last)
      last = probe.middle
    }
    return max(gap, Double(length) - last)
  }

  /// One channel's columns: all probes in a column, or else the nearest one.
  ///
  /// - Parameters:
  ///   - first: the first column, counted from frame 0.
  ///   - limit: probes farther apart than this, in frames, show nothing.
  /// - Returns: `count` columns; those beyond `length` and those in a gap that is too wide are empty.
  /// - Complexity: O(`count` × log(probes) + probes)
  public func columns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, limit: Double
  ) -> WaveformColumns {
    var columns = WaveformColumns(count: count)
    for column in 0..<count {
      let left = grid.position(ofPixel: first + column)
      let right = left + grid.framesPerPixel
      guard right > 0, left < Double(length) else { continue }
      let next = firstProbe(at: left)
      var inside = next
      var sums = PeakSums<Float>()
      while inside < probes.count, probes[inside].middle < right {
        sums.add(probes[inside].sums[channel])
        inside += 1
      }
      if inside == next {
        guard gap(before: next) <= limit else { continue }
        guard let nearest = nearest(to: (left + right) / 2, before: next) else { continue }
        sums = nearest.sums[channel]
      } else if inside == next + 1, gap(before: next) > limit, gap(before: inside) > limit {
        continue
      }
      columns.set(sums, at: column)
    }
    return columns
  }

  /// Frames between probe `index` and the one before it, or an end of the recording.
  private func gap(before index: Int) -> Double {
    (index < probes.count ? probes[index].middle : Double(length))
      - (index > 0 ? probes[index - 1].middle : 0)
  }

  /// The probe on either side of a place that is nearer.
  private func nearest(to place: Double, before next: Int) -> Probe? {
    let left = next > 0 ? probes[next - 1] : nil
    let right = next < probes.count ? probes[next] : nil
    guard let left else { return right }
    guard let right else { return left }
    return place - left.middle <= right.middle - place ? left : right
  }

  /// The first probe whose middle is not before `frame`.
  private func firstProbe(at frame: Double) -> Int {
    var low = 0
    var high = probes.count
    while low < high {
      let middle = (low + high) / 2
      if probes[middle].middle < frame { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
