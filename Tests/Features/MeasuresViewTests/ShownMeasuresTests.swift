// ShownMeasuresTests.swift
// The measures of a panel: when they are made, what they are of, and what is copied.

import Foundation
import AudioFormats
import Functions
import Measures
import ModelTestSupport
import Playback
import Recording
import SystemPackage
import Testing
import WaveformCore

@testable import MeasuresView
@testable import WaveformModel

/// Levels, one after the other; the last one stays.
@MainActor private final class Levels {
  private var levels: [Double]

  init(_ levels: Double...) { self.levels = levels }

  func next() -> Double { levels.count > 1 ? levels.removeFirst() : levels[0] }
}

@MainActor @Suite struct ShownMeasuresTests {
  private let diagram = DiagramViewModel(player: ManualClock())

  private func open(_ paths: FilePath...) async throws {
    diagram.navigation.setWidth(700)
    for path in paths { diagram.lanes.insert(PlotViewModel(path: path)) }
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
  }

  private var measures: ShownMeasures { diagram.shownMeasures }

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

  @Test func `loudness over time does not fill them`() async throws {
    try await open(Recordings.speech)
    diagram.loudness.show(true)
    try await wait { diagram.loudness(of: diagram.plots[0], at: 48_000)?.momentary != nil }
    #expect(measures.subjects.isEmpty, "the panel asks for itself")
  }

  @Test func `the measures are those of the channel`() async throws {
    let folder = NSTemporaryDirectory() + "barline-measures-\(UInt32.random(in: 0...(.max)))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Two channels: squares of a half and of a quarter of full scale.
    let samples = (0..<80_000).flatMap { $0 % 2 == 0 ? [16384, 8192] : [-16384, -8192] as [Int16] }
    try await open(try writeWave(samples, channels: 2, rate: 8000, to: "pair.wav", in: folder))
    try await wait { diagram.plots[0].source != nil }
    func select(_ lane: Int) {
      var selection = Selection(8000..<16000)
      selection.scope = diagram.scope(ofLanes: lane...lane, of: diagram.plots[0])
      diagram.select(selection)
      diagram.settleSelection()
    }
    measures.isShown = true
    select(1)
    try await wait { measures.subject?.labels == ["R"] }
    let found = try #require(measures.subject?.measures)
    #expect(found.frames == 8000 && found.channels.count == 1 && found.correlation == nil)
    #expect(measures.choices.map(\.title) == ["Channel R"])
    #expect(abs((found.whole.samplePeak ?? 0) + 12.04) < 0.01)
    select(0)
    try await wait { measures.subject?.labels == ["L"] }
    #expect(abs((measures.chosen?.samplePeak ?? 0) + 6.02) < 0.01)
    diagram.select(Selection(8000..<16000))
    try await wait { measures.subject?.labels == ["L", "R"] }
    #expect(measures.subject?.measures?.correlation == 1)
  }

  @Test func `what is computed is measured, anew after each change, and named after its file`() async throws {
    try await open(Recordings.speech)
    let original = diagram.plots[0], description = try #require(original.description)
    let length = original.framesRead, rate = original.sampleRate
    // Half of full scale at first, a quarter from then on.
    let levels = Levels(0.5, 0.25)
    let plot = PlotViewModel(computedFrom: original.path, options: original.options, standsAlone: true) {
      let source = FunctionSource(try! FunctionSignal("\(levels.next())", sampleRate: rate, frames: length))
      let request = SourcePeakReader.Request(
        path: original.path, description: description.ofResult(frames: length), length: length, visible: 0..<0
      )
      return SourcePeakReader(request, of: source, samples: source, onEvent: $0)
    }
    plot.settings.name = "Copy"
    diagram.lanes.insert(plot)
    measures.isShown = true
    func isMeasured(at level: Double) -> Bool {
      let peak = measures.subjects.first { $0.plot == plot.number }?.measures?.whole.samplePeak
      return peak.map { abs($0 - level) < 0.01 } == true
    }
    try await wait { isMeasured(at: -6.02) && measures.subjects.allSatisfy { $0.measures != nil } }
    #expect(measures.subjects.map(\.name) == ["speech.wav", "Copy"])
    #expect(measures.text(.csv)?.contains("speech.wav (Copy)") == true)
    plot.startAgain()
    try await wait { isMeasured(at: -12.04) }
    diagram.lanes.discard(plot)
    try await wait { measures.subjects.count == 1 }
    diagram.removeAll()
    #expect(measures.subjects.isEmpty && measures.choice == nil)
  }
}
