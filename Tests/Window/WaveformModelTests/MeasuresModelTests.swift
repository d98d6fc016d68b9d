// MeasuresModelTests.swift
// The measures of a diagram: when they are made, and loudness over time.

import Measures
import Playback
import Recording
import SystemPackage
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor private final class Counter { var count = 0 }

@MainActor @Suite struct MeasuresModelTests {
  private let diagram = DiagramViewModel(player: ManualClock())

  private func open(_ paths: FilePath...) async throws {
    diagram.navigation.setWidth(700)
    for path in paths { diagram.lanes.insert(PlotViewModel(path: path)) }
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
  }

  private var measures: MeasuresModel { diagram.measures }

  @Test func `a waveform is measured once somebody asks or looks, and only then`() async throws {
    try await open(Recordings.speech, Recordings.music)
    let (first, second) = (diagram.plots[0], diagram.plots[1])
    #expect(measures.measurement(of: first) == nil)
    let expected = try #require(try RecordingMeasures.read(Recordings.speech)).blocks.measures
    #expect(await measures.measures(of: first) == expected)
    #expect(measures.measurement(of: second) == nil, "nobody has asked")
    let changes = Counter()
    measures.watch { changes.count += 1 }
    #expect(changes.count > 0 && measures.measurement(of: second) != nil)
    try await wait { measures.measurement(of: second)?.measurer != nil }
    let count = changes.count
    measures.watch(nil)
    diagram.lanes.remove(second)
    #expect(changes.count == count)
  }

  @Test func `what cannot be measured is told`() async throws {
    try await open("/nowhere.wav")
    #expect(await measures.measures(of: diagram.plots[0]) == nil)
  }

  @Test func `loudness over time is there while it is shown, and only then`() async throws {
    try await open(Recordings.music)
    let plot = diagram.plots[0]
    #expect(measures.curve(of: plot) == nil && diagram.loudness(of: plot, at: 100_000) == nil)
    diagram.loudness.show(true)
    let blocks = try #require(try RecordingMeasures.read(Recordings.music)).blocks
    try await wait { measures.curve(of: plot) == LoudnessCurve(blocks) }
    let value = try #require(diagram.loudness(of: plot, at: 1_000_000))
    #expect(value.shortTerm == LoudnessCurve(blocks).value(.shortTerm, at: 1_000_000))
    diagram.loudness.show(false)
    #expect(measures.curve(of: plot) == nil)
  }

  @Test func `a target is limited, and named`() {
    let line = diagram.loudness
    for (name, target) in [("off", nil), ("-16", -16), ("-23.5", -23.5), ("0", 0)] as [(String, Double?)] {
      #expect(LoudnessLine.target(named: name) == .some(target))
      line.aim(at: target)
      #expect(line.target == target && line.targetName == name)
    }
    line.aim(at: -70)
    #expect(line.target == -60 && LoudnessLine.target(named: "-70") == nil)
    #expect(LoudnessLine.target(named: "loud") == nil)
  }
}
