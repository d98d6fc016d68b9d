// LanePartnersTests.swift
// With which waveforms one can be compared.

import Functions
import Testing

@testable import WaveformModel

@MainActor private final class Partners: LanePartners {
  private let lanes: LaneList

  init(_ lanes: LaneList) { self.lanes = lanes }

  func partners(of plot: PlotViewModel) -> [PlotViewModel] { lanes.plots.filter { $0 !== plot } }
}

@MainActor @Suite struct `The waveforms with which one can be compared` {
  @Test func `are said by whoever compares, and there are none where nothing does`() throws {
    let diagram = DiagramViewModel(player: RecordingPlayer())
    for _ in 0..<2 {
      diagram.lanes.insert(PlotViewModel(try FunctionSignal("1", sampleRate: 8000, frames: 4000)))
    }
    #expect(diagram.partners(of: diagram.plots[0]).isEmpty)
    _ = diagram.model { Partners($0.lanes) }
    #expect(diagram.partners(of: diagram.plots[0]).map(\.number) == [diagram.plots[1].number])
  }
}
