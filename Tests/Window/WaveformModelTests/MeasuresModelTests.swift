// MeasuresModelTests.swift
// The measures of a diagram: when they are made, what they are of, and what is copied.

import Foundation
import Measures
import Playback
import Recording
import SystemPackage
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct MeasuresModelTests {
  private let diagram = DiagramViewModel(player: ManualClock())

  private func open(_ paths: FilePath...) async throws {
    diagram.navigation.setWidth(700)
    for path in paths { diagram.lanes.insert(PlotViewModel(path: path)) }
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
  }

  private var measures: MeasuresModel { diagram.measures }

  @Test func `nothing is measured before anybody looks`() async throws {
    try await open(Recordings.speech)
    try await Task.sleep(for: .milliseconds(50))
    #expect(measures.subjects.isEmpty && measures.text(.json) == nil)
    measures.isShown = true
    try await wait { measures.chosen != nil }
    let expected = try #require(try RecordingMeasures.read(Recordings.speech)).blocks.measures
    #expect(measures.subject?.measures == expected && measures.subject?.isSelection == false)
    #expect(measures.subject?.progress == nil && measures.subject?.problem == nil)
  }

  @Test func `a recording that is opened while they are shown is measured`() async throws {
    measures.isShown = true
    try await open(Recordings.speech)
    try await wait { measures.chosen != nil }
  }

  @Test func `they follow the selection while it is drawn`() async throws {
    try await open(Recordings.music)
    measures.isShown = true
    try await wait { measures.chosen != nil }
    let whole = try #require(measures.subject?.measures)
    for end in [48_000, 480_000, 2_000_000] {
      diagram.select(Selection(anchor: 1000, head: end), isDraft: true)
      try await wait { measures.subject?.measures?.frames == end - 1000 }
      #expect(measures.subject?.isSelection == true)
    }
    diagram.clearSelection()
    try await wait { measures.subject?.isSelection == false }
    #expect(measures.subject?.measures == whole)
  }

  @Test func `a selection that comes back is measured again`() async throws {
    try await open(Recordings.music)
    measures.isShown = true
    diagram.select(Selection(1000..<480_000))
    diagram.settleSelection()
    try await wait { measures.subject?.measures?.frames == 479_000 }
    diagram.clearSelection()
    try await wait { measures.subject?.isSelection == false && measures.subject?.measures != nil }
    diagram.lanes.undo()
    try await wait { measures.subject?.measures?.frames == 479_000 }
  }

  @Test func `one channel of one waveform is chosen`() async throws {
    try await open(Recordings.speech, Recordings.music)
    measures.isShown = true
    try await wait { measures.subjects.count == 2 && measures.subjects.allSatisfy { $0.measures != nil } }
    #expect(measures.choices.map(\.title) == ["speech.wav", "music.opus", "music.opus: L", "music.opus: R"])
    measures.choice = measures.choices[3].choice
    #expect(measures.chosen == measures.subjects[1].measures?.channels[1])
    diagram.lanes.remove(diagram.plots[1])
    #expect(measures.subjects.count == 1 && measures.chosen == measures.subjects[0].measures?.whole)
  }

  @Test func `all of them are copied as text, CSV and JSON`() async throws {
    try await open(Recordings.speech)
    measures.isShown = true
    try await wait { measures.chosen != nil }
    let found = try #require(measures.subject?.measures)
    let text = try #require(measures.text(.text))
    for item in MeasureItem.allCases {
      #expect(text.contains("  \(item.title):") && text.contains(item.text(of: found.whole)))
    }
    #expect(measures.text(.csv)?.split(separator: "\n").count == 2)
    let json = try #require(measures.text(.json))
    let list = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
    let copied = list?.first?["integrated"] as? Double ?? 0
    #expect((copied - (found.whole.loudness.integrated ?? 9)).magnitude < 1e-9)
    #expect(list?.first?["path"] as? String == Recordings.speech.string)
  }

  @Test func `what cannot be read has no measures, and says so`() async throws {
    try await open("/nowhere.wav")
    measures.isShown = true
    try await wait { measures.subject != nil }
    #expect(measures.subject?.problem != nil && measures.chosen == nil)
  }

  @Test func `loudness over time is there while it is shown, and only then`() async throws {
    try await open(Recordings.music)
    let plot = diagram.plots[0]
    #expect(measures.curve(of: plot) == nil && diagram.loudness(of: plot, at: 100_000) == nil)
    diagram.loudness.isShown = true
    let blocks = try #require(try RecordingMeasures.read(Recordings.music)).blocks
    try await wait { measures.curve(of: plot) == LoudnessCurve(blocks) }
    let value = try #require(diagram.loudness(of: plot, at: 1_000_000))
    #expect(value.shortTerm == LoudnessCurve(blocks).value(.shortTerm, at: 1_000_000))
    #expect(measures.subjects.isEmpty, "the panel asks for itself")
    diagram.loudness.isShown = false
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
