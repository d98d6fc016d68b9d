// PlayheadSteps.swift
// Turns playback time into whole device pixels, and says when the next pixel is due.
// A pure value: no clock, no view. The animator asks it; nothing else moves the playhead.

/// The discrete positions that a playhead takes while it crosses a view.
///
/// A playhead between two pixels blurs every bar it cuts, so it only ever stands on whole device pixels
/// (SoundCloud, "Building the new iOS application, part II: waveforms"). Between two steps nothing must be
/// drawn. Pixels are those of the absolute grid, counted from frame 0, so that scrolling is not a step.
public struct PlayheadSteps: Hashable, Sendable {
  public let grid: PixelGrid
  /// Frames of the recording per second of playback; greater than zero.
  public let rate: Double
  /// The stretch that is repeated; not empty. At its end the playhead steps back to its beginning.
  public let loop: FrameRange?

  public init(grid: PixelGrid, rate: Double, loop: FrameRange? = nil) {
    self.grid = grid
    self.rate = rate
    self.loop = loop
  }

  /// The pixel of a playhead at `frame`: the last one that it has reached.
  public func pixel(at frame: Double) -> Int {
    let pixel = Int((frame / grid.framesPerPixel).rounded(.down))
    // By a rounding error the quotient may lie just beyond the edge, which is the product of the pixel and
    // its width.
    if self.frame(ofPixel: pixel) > frame { return pixel - 1 }
    return self.frame(ofPixel: pixel + 1) <= frame ? pixel + 1 : pixel
  }

  /// The frame at which the playhead reaches `pixel`.
  public func frame(ofPixel pixel: Int) -> Double { Double(pixel) * grid.framesPerPixel }

  /// Seconds until the playhead, now at `frame`, reaches another pixel: nothing must be drawn before then.
  /// Infinite when it never does, in a loop that lies within one pixel.
  ///
  /// Late by a few rounding errors, but never early: a timer set to it finds the step done.
  public func secondsToNextStep(from frame: Double) -> Double {
    let here = pixel(at: frame)
    var next = self.frame(ofPixel: here + 1)
    if let loop, frame < Double(loop.upperBound), next >= Double(loop.upperBound) {
      // From the loop's last pixel back to its first.
      if pixel(at: Double(loop.lowerBound)) == here { return .infinity }
      next = Double(loop.upperBound)
    }
    return max(0, (next + 4 * next.ulp - frame) / rate)
  }

  /// Pixels per second.
  public var speed: Double { rate / grid.framesPerPixel }

  /// Steps per second, including those back to the beginning of a loop.
  public var stepsPerSecond: Double {
    guard let loop, pixel(at: Double(loop.lowerBound)) != pixel(at: Double(loop.upperBound).nextDown) else {
      return loop == nil ? speed : 0
    }
    return speed + rate / Double(loop.count)
  }

  /// How the steps are timed.
  public enum Pace: Sendable {
    /// Nearly every frame of the display has a step: follow the frame clock.
    case frameClock
    /// Few steps: a timer for the next pixel, and no frames in between.
    case timer
  }

  /// The cheaper way: above half the refresh rate the frame clock, below it a timer.
  public func pace(refreshRate: Double) -> Pace {
    stepsPerSecond > refreshRate / 2 ? .frameClock : .timer
  }
}
