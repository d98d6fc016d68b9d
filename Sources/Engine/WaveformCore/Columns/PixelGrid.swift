// PixelGrid.swift
// Which frames a device pixel covers, and rectangles of whole device pixels.
// The grid is absolute (pixel 0 begins at frame 0 of the time axis), so a picture scrolled by whole pixels is
// the same picture. A recording that begins elsewhere on the axis, or has another rate, sees the same pixels
// in frames of its own (`LanePlacement`).

/// Device pixels of equal width on the time axis.
public struct PixelGrid: Hashable, Sendable {
  /// Frames per device pixel; greater than zero, may be fractional and below 1.
  public let framesPerPixel: Double
  /// The position in frames of the left edge of pixel 0; may be negative and fractional.
  public let origin: Double

  public init(framesPerPixel: Double, origin: Double = 0) {
    precondition(framesPerPixel > 0 && framesPerPixel.isFinite && origin.isFinite)
    self.framesPerPixel = framesPerPixel
    self.origin = origin
  }

  /// The position in frames of the left edge of pixel `pixel`.
  @inlinable public func position(ofPixel pixel: Int) -> Double { Double(pixel) * framesPerPixel + origin }

  /// The first frame that lies in pixel `pixel` or after it.
  @inlinable public func firstFrame(ofPixel pixel: Int) -> Int {
    Int(position(ofPixel: pixel).rounded(.up))
  }

  /// The frames of pixel `pixel`. Every frame lies in exactly one pixel; a pixel may be empty when there are
  /// more pixels than frames.
  @inlinable public func frames(ofPixel pixel: Int) -> FrameRange {
    firstFrame(ofPixel: pixel)..<firstFrame(ofPixel: pixel + 1)
  }

  /// The pixel in which `frame` lies.
  public func pixel(ofFrame frame: Int) -> Int {
    var pixel = Int(((Double(frame) - origin) / framesPerPixel).rounded(.down))
    while firstFrame(ofPixel: pixel) > frame { pixel -= 1 }
    while firstFrame(ofPixel: pixel + 1) <= frame { pixel += 1 }
    return pixel
  }

  /// The pixel whose left edge lies nearest to a position in frames.
  public func nearestEdge(toFrame frame: Double) -> Int { Int(((frame - origin) / framesPerPixel).rounded()) }
}

/// A bar, or the column of an envelope: whole device pixels.
public struct PixelRect: Hashable, Sendable {
  public var x: Int, y: Int, width: Int, height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
