// LaneLayout.swift
// Where the channels of a waveform lie: below one another in device pixels, and on the time axis that a
// recording shares with others. Pure values.

/// Equal strips for the channels of one waveform.
public struct LaneLayout: Hashable, Sendable {
  /// Lanes; at least 1.
  public let count: Int
  /// Height of the view, the least height of a lane, and the space between lanes, in device pixels.
  public let viewHeight: Int, minimumHeight: Int, gap: Int

  public init(count: Int, viewHeight: Int, minimumHeight: Int, gap: Int) {
    self.count = max(count, 1)
    self.viewHeight = max(viewHeight, 1)
    self.minimumHeight = max(minimumHeight, 1)
    self.gap = max(gap, 0)
  }

  /// The height of every lane: an even share of the view, but not below the least height. Whole pixels; the
  /// rest of the division stays free at the bottom.
  public var laneHeight: Int { max(minimumHeight, (viewHeight - gap * (count - 1)) / count) }

  /// The height of all lanes together; greater than `viewHeight` when they must be scrolled.
  public var contentHeight: Int { laneHeight * count + gap * (count - 1) }

  /// How far the lanes can be scrolled.
  public var maximumOffset: Int { max(0, contentHeight - viewHeight) }

  /// The top of a lane when the lanes are scrolled by `offset`.
  public func top(ofLane lane: Int, offset: Int) -> Int { lane * (laneHeight + gap) - offset }

  /// The lane at `y` device pixels from the top of the view; within a gap, the nearest one.
  public func lane(at y: Int, offset: Int) -> Int {
    min(max((y + offset + gap / 2) / (laneHeight + gap), 0), count - 1)
  }

  /// The lanes that are visible, at least in part.
  public func visibleLanes(offset: Int) -> Range<Int> {
    let stride = laneHeight + gap
    let first = min(max(0, (offset + gap) / stride), count - 1)
    let end = min(count, max(first + 1, (offset + viewHeight + stride - 1) / stride))
    return first..<end
  }
}

/// From positions on a time axis to frames of one recording, and back.
public struct LanePlacement: Hashable, Sendable {
  /// Where the recording's first frame lies, in frames of the axis; may be negative.
  public let offset: Int
  /// Frames of the recording for each frame of the axis; greater than zero, 1 for equal rates.
  public let ratio: Double

  /// - Parameters:
  ///   - rate: of the recording, in frames per second; 0 while it is not known: then that of the axis.
  ///   - axisRate: of the axis; 0 while it is not known.
  public init(offset: Int = 0, rate: Int = 0, axisRate: Int = 0) {
    self.offset = offset
    ratio = rate > 0 && axisRate > 0 ? Double(rate) / Double(axisRate) : 1
  }

  /// The device pixels of the axis, in frames of the recording.
  public func grid(_ axis: PixelGrid) -> PixelGrid {
    PixelGrid(framesPerPixel: axis.framesPerPixel * ratio, origin: (axis.origin - Double(offset)) * ratio)
  }

  /// A position on the axis, in frames of the recording; may lie outside the recording.
  public func position(ofAxis position: Double) -> Double { (position - Double(offset)) * ratio }

  /// A position in the recording, in frames of the axis.
  public func axisPosition(of position: Double) -> Double { position / ratio + Double(offset) }

  /// The frames of the recording that lie, at least in part, in a stretch of the axis. May reach beyond the
  /// recording.
  public func frames(ofAxis range: FrameRange) -> FrameRange {
    FrameRange(
      uncheckedBounds: (
        Self.whole(position(ofAxis: Double(range.lowerBound)).rounded(.down)),
        Self.whole(position(ofAxis: Double(range.upperBound)).rounded(.up))
      ))
  }

  /// The frames of the axis that lie wholly in a stretch of the recording; may be empty.
  public func axisFrames(within range: FrameRange) -> FrameRange {
    let first = Self.whole(axisPosition(of: Double(range.lowerBound)).rounded(.up))
    let end = Self.whole(axisPosition(of: Double(range.upperBound)).rounded(.down))
    return first..<max(first, end)
  }

  /// The stretch of the axis that is nearest to one of the recording; a point stays one.
  public func axisFrames(nearest range: FrameRange) -> FrameRange {
    let first = Self.whole(axisPosition(of: Double(range.lowerBound)).rounded())
    return first..<max(first, Self.whole(axisPosition(of: Double(range.upperBound)).rounded()))
  }

  /// Where a recording of `length` frames ends, in frames of the axis; 0 when that is before the axis begins.
  public func end(ofLength length: Int) -> Int {
    length > 0 ? max(Self.whole(axisPosition(of: Double(length)).rounded(.up)), 0) : 0
  }

  /// Limited to ±2⁶⁰, so that sums do not overflow: headers may give rates as different as 1 Hz and 2 GHz.
  private static func whole(_ position: Double) -> Int { Int(min(max(position, -0x1p60), 0x1p60)) }
}
