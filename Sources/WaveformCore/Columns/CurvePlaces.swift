// CurvePlaces.swift
// Where samples and the curve between them stand on the grid of quarter pixels. A pure value.

/// From frames to quarter pixels and back, counted from the left edge of pixel 0.
///
/// A sample stands in the middle of a line that begins at its pixel and is one logical pixel wide, as the playhead
/// is when it stands there.
struct CurvePlaces {
  private let grid: PixelGrid
  /// Half of a logical pixel, in quarters of a device pixel.
  let pen: Double

  init(grid: PixelGrid, scale: Int) {
    self.grid = grid
    pen = Double(2 * scale)
  }

  /// The frame at a quarter; fractional.
  func frame(ofQuarter quarter: Int) -> Double {
    (Double(quarter) - pen) / 4 * grid.framesPerPixel + grid.origin
  }

  /// The quarter that is nearest to a frame.
  func quarter(ofFrame frame: Int) -> Int {
    Int(((Double(frame) - grid.origin) / grid.framesPerPixel * 4 + pen).rounded())
  }

  /// The pixel whose left edge is nearest to a frame.
  func pixel(ofFrame frame: Int) -> Int { grid.nearestEdge(toFrame: Double(frame)) }
}
