// SampleSlice+Curve.swift
// From samples to the curve through them. Also reads the samples that the kernel needs beyond the curve, so
// that neighbouring curves join into one.
// Unsafe: the kernel gets pointers into an array that exceeds the places by its reach at both ends.

extension SampleSlice {
  /// One channel's curve over the pixels `first ..< first + count`.
  ///
  /// Before and behind the recording there are zeros, as for a converter. A sample that is not finite leaves
  /// a gap up to its neighbours.
  ///
  /// - Parameters:
  ///   - margin: pixels on either side whose points are needed as well.
  ///   - scale: device pixels per logical pixel.
  /// - Returns: nil when the slice does not hold every frame of `SampleCurve.frames` below `length`.
  /// - Complexity: O(pixels × `SincInterpolator.reach`)
  public func curve(
    channel: Int, grid: PixelGrid, first: Int, count: Int, margin: Int, scale: Int, length: Int
  ) -> SampleCurve? {
    let frames = SampleCurve.frames(grid: grid, first: first, count: count, margin: margin)
    guard holds(frames, length: length) else { return nil }
    let source = CurveSource(slice: self, channel: channel, frames: frames, length: length)
    let places = CurvePlaces(grid: grid, scale: scale)
    let quarters =
      SampleCurve.pointsPerPixel * (first - margin)...SampleCurve.pointsPerPixel
      * (first + count + margin)
    let kind = SampleCurve.kind(on: grid)
    let points = kind == .line ? source.line(quarters, places) : source.bandLimited(quarters, places)
    var overs = (above: [SampleCurve.Over](), below: [SampleCurve.Over]())
    for pixel in first..<first + count {
      let start = (pixel - first + margin) * SampleCurve.pointsPerPixel
      let (low, high) = points[start...start + SampleCurve.pointsPerPixel].reduce(
        (Float.infinity, -Float.infinity)
      ) { $1.isNaN ? $0 : (Swift.min($0.0, $1), Swift.max($0.1, $1)) }
      let middle = places.frame(ofQuarter: pixel * SampleCurve.pointsPerPixel + 2)
      let near = [Int(middle.rounded(.down)), Int(middle.rounded(.down)) + 1].compactMap { source[$0] }
      overs.above.append(.of(high, samples: kind == .line ? high : near.max() ?? 0))
      overs.below.append(.of(-low, samples: kind == .line ? -low : -(near.min() ?? 0)))
    }
    return SampleCurve(
      kind: kind, pixelsPerFrame: 1 / grid.framesPerPixel, count: count, margin: margin, points: points,
      dots: kind == .line ? [] : dots(source, places, first, count, margin), above: overs.above,
      below: overs.below)
  }

  /// The samples whose dots reach into the curve.
  private func dots(
    _ source: CurveSource, _ places: CurvePlaces, _ first: Int, _ count: Int, _ margin: Int
  ) -> [SampleCurve.Dot] {
    source.inside.compactMap { frame in
      let pixel = places.pixel(ofFrame: frame) - first
      guard pixel >= -margin, pixel < count + margin, let value = source[frame] else { return nil }
      return SampleCurve.Dot(pixel: pixel, value: value)
    }
  }

  /// True when the slice holds every existing frame of `frames`.
  public func holds(_ frames: FrameRange, length: Int) -> Bool {
    let needed = frames.clamped(toLength: length)
    return needed.isEmpty || (range.lowerBound <= needed.lowerBound && needed.upperBound <= range.upperBound)
  }
}

extension SampleCurve.Over {
  fileprivate static func of(_ peak: Float, samples: Float) -> SampleCurve.Over {
    if samples > 1 { return peak > 1 ? .sample : .none }
    return peak > SampleCurve.overLimit ? .betweenSamples : .none
  }
}

/// One channel's samples around a curve.
private struct CurveSource {
  /// The frames of the recording that the curve needs.
  let inside: FrameRange
  private let first: Int
  /// From `first` on, zeros beyond the recording.
  private let samples: [Float]
  private let isFinite: Bool

  init(slice: SampleSlice, channel: Int, frames: FrameRange, length: Int) {
    inside = frames.clamped(toLength: length)
    // One more row of the kernel at either end: places are rounded to quarter pixels, so their frames may lie
    // outside.
    first = frames.lowerBound - SincInterpolator.reach
    var samples = [Float](repeating: 0, count: frames.count + 2 * SincInterpolator.reach)
    for frame in inside { samples[frame - first] = slice.sample(channel: channel, frame: frame) }
    self.samples = samples
    isFinite = samples.allSatisfy(\.isFinite)
  }

  /// The sample of a frame; nil when there is none, or it is not finite.
  subscript(frame: Int) -> Float? {
    guard inside.contains(frame) else { return nil }
    let value = samples[frame - first]
    return value.isFinite ? value : nil
  }

  /// Straight lines between the samples. Each sample is put on the nearest quarter pixel, so that no peak is
  /// lost between two points.
  func line(_ quarters: ClosedRange<Int>, _ places: CurvePlaces) -> [Float] {
    var points = [Float](repeating: .nan, count: quarters.count)
    var last: (quarter: Int, value: Float)?
    for frame in inside {
      guard let value = self[frame] else {
        last = nil
        continue
      }
      let quarter = places.quarter(ofFrame: frame)
      let from = last ?? (quarter, value)
      for place in Swift.max(from.quarter, quarters.lowerBound)...Swift.max(quarter, quarters.lowerBound)
      where quarters.contains(place) {
        let share = quarter > from.quarter ? Float(place - from.quarter) / Float(quarter - from.quarter) : 1
        points[place - quarters.lowerBound] = from.value + (value - from.value) * share
      }
      last = (quarter, value)
    }
    return points
  }

  /// The band-limited curve, from a frame before the recording to its end.
  func bandLimited(_ quarters: ClosedRange<Int>, _ places: CurvePlaces) -> [Float] {
    // For the curves of its neighbours a sample that is not finite counts as 0.
    let finite = isFinite ? samples : samples.map { $0.isFinite ? $0 : 0 }
    let kernel = SincInterpolator.shared
    return finite.withUnsafeBufferPointer { finite in
      quarters.map { quarter in
        let place = places.frame(ofQuarter: quarter)
        let frame = Int(place.rounded(.down))
        let isInside = frame >= inside.lowerBound - 1 && frame < inside.upperBound
        let fraction = place - Double(frame)
        guard isInside, hasNeighbours(frame, fraction) else { return .nan }
        return kernel.value(finite.baseAddress! + (frame - first), fraction)
      }
    }
  }

  /// False at a sample that is not finite, and up to its neighbours.
  private func hasNeighbours(_ frame: Int, _ fraction: Double) -> Bool {
    isFinite || (samples[frame - first].isFinite && (fraction == 0 || samples[frame + 1 - first].isFinite))
  }
}
