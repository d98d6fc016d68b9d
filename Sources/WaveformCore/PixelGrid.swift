// PixelGrid.swift
// Which frames a device pixel covers. The grid is absolute (pixel 0 begins at frame 0 of the recording), so a
// picture scrolled by whole pixels is the same picture.

/// Device pixels of equal width on the time axis, counted from frame 0.
public struct PixelGrid: Hashable, Sendable {
  /// Frames per device pixel; greater than zero, may be fractional and below 1.
  public let framesPerPixel: Double

  public init(framesPerPixel: Double) {
    precondition(framesPerPixel > 0 && framesPerPixel.isFinite)
    self.framesPerPixel = framesPerPixel
  }

  /// The first frame that lies in pixel `pixel` or after it.
  @inlinable public func firstFrame(ofPixel pixel: Int) -> Int {
    Int((Double(pixel) * framesPerPixel).rounded(.up))
  }

  /// The frames of pixel `pixel`: every frame lies in exactly one pixel. Empty for some pixels when there are
  /// more pixels than frames.
  @inlinable public func frames(ofPixel pixel: Int) -> FrameRange {
    firstFrame(ofPixel: pixel)..<firstFrame(ofPixel: pixel + 1)
  }

  /// The pixel in which `frame` lies.
  public func pixel(ofFrame frame: Int) -> Int {
    var pixel = Int((Double(frame) / framesPerPixel).rounded(.down))
    while firstFrame(ofPixel: pixel) > frame { pixel -= 1 }
    while firstFrame(ofPixel: pixel + 1) <= frame { pixel += 1 }
    return pixel
  }

  /// The pixel whose left edge lies nearest to a position in frames.
  public func nearestEdge(toFrame frame: Double) -> Int { Int((frame / framesPerPixel).rounded()) }
}
