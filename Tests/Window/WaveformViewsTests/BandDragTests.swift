// BandDragTests.swift
// Which frequencies a drag over a spectrogram selects.

import GtkBridge
import Testing
import WaveformCore

@testable import WaveformViews

@Suite struct BandDragTests {
  /// 200 logical pixels from 20 on, two device pixels each: 20 Hz a logical pixel.
  private let lane = SpectrumLane(
    axis: FrequencyAxis(scale: .linear, height: 400, sampleRate: 8000), top: 40, pixels: PixelScale(factor: 2)
  )

  private func band(_ low: Double, _ high: Double) -> FrequencyBand { FrequencyBand(low: low, high: high)! }

  @Test func `a drag along the time axis is about all frequencies`() {
    let drag = BandDrag(from: 120, in: lane)
    for y in [109.0, 120, 131] { #expect(drag.band(at: y) == nil) }
    #expect(drag.band(at: 108) == band(2000, 2240))
    #expect(drag.band(at: 132) == band(1760, 2000))
  }

  @Test func `it goes up to the edges of the lane`() {
    let drag = BandDrag(from: 120, in: lane)
    #expect(drag.band(at: -50) == band(2000, 4000))
    #expect(drag.band(at: 500) == band(0, 2000))
    // Octaves never reach 0 Hz; the lower edge of the whole stands for it, that of a part does not.
    let whole = FrequencyAxis(scale: .logarithmic, height: 400, sampleRate: 8000)
    #expect(SpectrumLane(axis: whole, top: 40, pixels: PixelScale(factor: 2)).frequency(at: 220) == 0)
    let part = FrequencyAxis(
      scale: .logarithmic, range: FrequencyRange(low: 500, high: 1000), height: 400, sampleRate: 8000)
    #expect(
      abs(SpectrumLane(axis: part, top: 40, pixels: PixelScale(factor: 2)).frequency(at: 300) - 500) < 0.01)
  }

  @Test func `an edge moves alone, and can cross the other one`() {
    let drag = BandDrag(band(1000, 2000), moving: .low, from: 170, in: lane)
    #expect(drag.band(at: 171) == band(980, 2000))
    #expect(drag.band(at: 70) == band(2000, 3000))
    #expect(drag.band(at: 120) == nil, "nothing between them")
  }

  @Test func `edges are found within the selection only`() {
    let viewport = Viewport(length: 1000, width: 1000)
    var selection = Selection(200..<400)
    #expect(selection.bandEdge(at: 300, 120, in: lane, viewport) == nil)
    selection.band = band(1000, 2000)
    #expect(selection.bandEdge(at: 300, 121, in: lane, viewport) == .high)
    #expect(selection.bandEdge(at: 300, 168, in: lane, viewport) == .low)
    #expect(selection.bandEdge(at: 300, 140, in: lane, viewport) == nil)
    #expect(selection.bandEdge(at: 450, 120, in: lane, viewport) == nil)
    #expect(selection.bandEdge(at: 150, 120, in: lane, viewport) == nil)
  }
}
