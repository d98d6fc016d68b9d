// PeakInViewTests.swift
// How loud what is visible gets, against the samples themselves.

import Playback
import Recording
import Testing
import WaveformCore
import WaveformModel

@MainActor @Suite struct PeakInViewTests {
  private let diagram = DiagramViewModel(player: ManualClock())

  @Test func `the peak of the view is that of its columns, at every zoom`() async throws {
    #expect(diagram.peakInView == nil)
    diagram.navigation.setWidth(700)
    let plot = PlotViewModel(path: Recordings.music)
    diagram.lanes.insert(plot)
    #expect(diagram.peakInView == nil)
    try await wait { plot.isComplete }
    #expect(diagram.peakInView == plot.peak)
    for _ in 0..<12 {
      diagram.navigation.zoom(by: 2, around: 211)
      let view = try #require(diagram.viewport)
      var loudest: Float = 0
      for x in 0..<view.width {
        let value = plot.value(at: Double(x), channels: Array(0..<plot.channels), in: view)
        loudest = max(loudest, value.amplitude?.magnitude ?? 0)
      }
      #expect(diagram.peakInView == loudest)
    }
  }

  @Test func `what is hidden does not count`() async throws {
    diagram.navigation.setWidth(700)
    for path in [Recordings.speech, Recordings.music] {
      diagram.lanes.insert(PlotViewModel(path: path))
    }
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
    let peaks = diagram.plots.compactMap(\.peak)
    #expect(diagram.peakInView == peaks.max())
    for (index, plot) in diagram.plots.enumerated() {
      diagram.lanes.change(plot, .shown) { $0.isHidden = true }
      #expect(diagram.peakInView == (index == 0 ? peaks[1] : nil))
    }
  }
}
