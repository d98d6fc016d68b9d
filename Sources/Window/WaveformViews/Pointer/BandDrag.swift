// BandDrag.swift
// The frequencies that a drag over a spectrogram selects. A value: places are logical pixels of the view, frequencies Hz.

import GtkBridge
import WaveformCore

/// A lane that shows a spectrogram.
struct SpectrumLane {
  let axis: FrequencyAxis
  /// Its first row, in device pixels of the view.
  let top: Int
  let pixels: PixelScale

  /// Rows from the top of the lane.
  func row(at y: Double) -> Double { pixels.y(y) - Double(top) }

  /// The frequency at a place, up to the edges of the lane. The lower edge of a whole axis stands for everything below,
  /// which octaves never reach.
  func frequency(at y: Double) -> Double {
    let row = row(at: y)
    if row >= Double(axis.height) - 1, axis.range.low <= axis.whole.low { return 0 }
    return axis.frequency(atY: min(max(row, 0), Double(axis.height)))
  }
}

/// A drag that may change a band.
struct BandDrag {
  let lane: SpectrumLane
  /// Where it began.
  private let start: Double
  /// The edge of the band that stays, in Hz; nil while a new band is drawn.
  private let fixed: Double?

  /// A drag away from where it begins.
  init(from start: Double, in lane: SpectrumLane) {
    self.lane = lane
    self.start = start
    fixed = nil
  }

  /// A drag of one edge of a band.
  init(_ band: FrequencyBand, moving edge: FrequencyBand.Edge, from start: Double, in lane: SpectrumLane) {
    self.lane = lane
    self.start = start
    fixed = edge == .low ? band.high : band.low
  }

  /// Logical pixels: who draws along the time axis only means all frequencies.
  static let threshold = 12.0
  /// Logical pixels within which an edge can be grabbed.
  static let grabDistance = 5.0

  /// The band when the pointer is at `y`; nil for all frequencies.
  func band(at y: Double) -> FrequencyBand? {
    if fixed == nil, abs(y - start) < Self.threshold { return nil }
    return FrequencyBand(
      between: fixed ?? lane.frequency(at: start), and: lane.frequency(at: y),
      sampleRate: lane.axis.sampleRate)
  }
}

extension Selection {
  /// The edge of its band at a place in a lane; nil beside it.
  ///
  /// - Parameter x: in device pixels from the left edge of the view.
  func bandEdge(at x: Double, _ y: Double, in lane: SpectrumLane, _ viewport: Viewport) -> FrequencyBand.Edge?
  {
    let row = lane.row(at: y)
    guard let band, viewport.frameIndex(at: x) >= range.lowerBound,
      viewport.frameIndex(at: x) < range.upperBound, row >= 0, row < Double(lane.axis.height)
    else { return nil }
    return band.edge(near: row, tolerance: BandDrag.grabDistance * lane.pixels.factor, on: lane.axis)
  }
}
