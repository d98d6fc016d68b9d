// ArrangedDiagram.swift
// A diagram that is worth a project.

import Testing
import WaveformCore
import WaveformModel

extension DiagramViewModel {
  /// Shows three lanes, two of which were changed, and a part of them.
  package func arrange() async throws {
    navigation.setWidth(800)
    for path in [Recordings.speech, Recordings.music, Recordings.speech] {
      lanes.insert(PlotViewModel(path: path))
    }
    try await wait { plots.allSatisfy(\.isComplete) }
    lanes.change(plots[1], .shifted(lane: plots[1].number)) { $0.offset = 4321 }
    lanes.change(plots[2], .renamed) { $0.name = "Again" }
    lanes.setOver(true, plots[2])
    lanes.raise(of: plots[0], by: 6)
    navigation.show(.direct) { $0.placed(start: 1000, framesPerPixel: 20) }
    select(Selection(2000..<3000))
    transport.movePlayhead(to: 2500)
    lanes.timeFormat = .seconds
    look.style = .envelope
    look.amplitude.unit = .decibels
  }
}
