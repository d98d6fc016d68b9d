// FindingTests.swift
// From clipped place to clipped place: what is selected, where the playhead goes, and the ends.

import Foundation
import Measures
import ModelTestSupport
import Playback
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import Finding
@testable import WaveformModel

@MainActor @Suite struct FindingTests {
  private let diagram = DiagramViewModel(player: ManualClock())

  /// Ten seconds of a 16-bit mono WAV at 8 kHz, with runs of one value in it.
  private func open(_ runs: [(FrameRange, Int16)]) async throws {
    var samples = (0..<80_000).map { Int16($0 % 2 == 0 ? 100 : -100) }
    for (run, value) in runs { for frame in run { samples[frame] = value } }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(WaveFile(samples).bytes).write(to: path)
    diagram.navigation.setWidth(500)
    diagram.lanes.insert(PlotViewModel(path: FilePath(path.path)))
    try await wait { diagram.plots[0].isComplete }
  }

  @Test func `each place is selected in turn, both ways, and the ends are told`() async throws {
    let clips = [1000..<1003, 20_000..<20_050, 79_990..<80_000]
    try await open(clips.map { ($0, .max) } + [(40_000..<40_100, 0), (50_000..<50_063, 0)])
    for clip in clips {
      #expect(diagram.select(next: .clipping, isForward: true))
      #expect(diagram.selection?.range == clip && diagram.playhead == Double(clip.lowerBound))
    }
    #expect(!diagram.select(next: .clipping, isForward: true))
    #expect(diagram.selection?.range == clips[2], "nothing changes")
    for clip in clips[..<2].reversed() {
      #expect(diagram.select(next: .clipping, isForward: false) && diagram.selection?.range == clip)
    }
    #expect(!diagram.select(next: .clipping, isForward: false))
    #expect(diagram.select(next: .digitalSilence, isForward: true))
    #expect(diagram.selection?.range == 40_000..<40_100)
    #expect(!diagram.select(next: .digitalSilence, isForward: true), "63 frames are no silence")
    // It is shown from far within.
    diagram.navigation.zoomToSamples()
    #expect(diagram.select(next: .clipping, isForward: true))
    #expect(try #require(diagram.viewport).visibleFrames.overlaps(clips[2]))
  }

  @Test func `on a time axis of another rate the place is covered whole`() async throws {
    try await open([(1001..<1005, .min), (3003..<3007, .max)])
    diagram.lanes.add(PlotViewModel(path: Recordings.music))
    try await wait { diagram.plots[1].isComplete }
    let plot = diagram.plots[0], placement = diagram.placement(of: plot)
    for run in [1001..<1005, 3003..<3007] {
      #expect(diagram.select(next: .clipping, of: plot, isForward: true))
      let found = try #require(diagram.selection).range
      #expect(placement.position(ofAxis: Double(found.lowerBound)) <= Double(run.lowerBound))
      #expect(placement.position(ofAxis: Double(found.upperBound)) >= Double(run.upperBound))
    }
    #expect(diagram.select(next: .clipping, of: plot, isForward: false))
  }

  /// The runs of a file below a level, each sample looked at.
  private func runs(below limit: Float, atLeast least: Int) async throws -> [FrameRange] {
    let plot = diagram.plots[0]
    let slice = try #require(plot.source).read(0..<plot.length)
    var runs: [FrameRange] = []
    var start: Int?
    for frame in 0...plot.length {
      let isQuiet =
        frame < plot.length
        && (0..<slice.channels).allSatisfy { slice.sample(channel: $0, frame: frame).magnitude < limit }
      if isQuiet {
        start = start ?? frame
      } else if let first = start {
        if frame - first >= least { runs.append(first..<frame) }
        start = nil
      }
    }
    return runs
  }

  private func openSpeech() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("speech.wav").path
    try FileManager.default.copyItem(atPath: Recordings.speech.string, toPath: path)
    diagram.navigation.setWidth(500)
    diagram.lanes.insert(PlotViewModel(path: FilePath(path)))
    try await wait { diagram.plots[0].isComplete && diagram.marks.document != nil }
  }

  private func found(isForward: Bool = true) async throws -> FrameRange {
    diagram.find(isForward: isForward)
    try await wait { !diagram.finder.isSearching }
    return diagram.selection?.range ?? diagram.playheadFrame..<diagram.playheadFrame
  }

  @Test func `silences are those of every sample looked at, one by one and marked at once`() async throws {
    try await openSpeech()
    let rate = Double(diagram.sampleRate)
    diagram.finder.query = PlaceQuery(.silence)
    diagram.finder.query.silence = 0.05
    diagram.finder.query.silenceLevel = -40
    let expected = try await runs(below: 0.01, atLeast: Int((0.05 * rate).rounded()))
    try #require(expected.count > 3)
    for run in expected where run.lowerBound > 0 { #expect(try await found() == run) }
    let count = diagram.finder.result.count
    #expect(try await found() == expected.last, "nothing changes at the end")
    #expect(diagram.finder.result.count == count + 1)
    let missing = "There is no silence of 0.05 s or more below \u{2212}40 dBFS behind this place."
    #expect(diagram.finder.result.text == missing)
    #expect(try await found(isForward: false) == expected.dropLast().last)

    diagram.markAll()
    try await wait { !diagram.finder.isSearching }
    let tier = try #require(diagram.marks.tiers.first)
    #expect(tier.name == "Silence ≥ 0.05 s below \u{2212}40 dBFS" && tier.marks.map(\.range) == expected)
    #expect(diagram.finder.result.text.hasPrefix("\(expected.count) marks were made"))
    diagram.markAll()
    try await wait { !diagram.finder.isSearching }
    #expect(diagram.marks.tiers.count == 1 && diagram.finder.result.text.hasSuffix("is marked already."))
    diagram.lanes.undo()
    #expect(diagram.marks.isEmpty && diagram.marks.tiers.isEmpty, "one step")
  }

  @Test func `a level is crossed where it is silent for long enough on one side`() async throws {
    try await openSpeech()
    let runs = try await runs(below: 0.1, atLeast: Int((0.1 * Double(diagram.sampleRate)).rounded()))
    let length = diagram.length
    for direction in PlaceQuery.Direction.allCases {
      diagram.finder.query = PlaceQuery(.crossing)
      diagram.finder.query.direction = direction
      let expected: [Int] = runs.flatMap { (run: FrameRange) -> [Int] in
        (direction == .up || run.lowerBound == 0 ? [] : [run.lowerBound])
          + (direction == .down || run.upperBound == length ? [] : [run.upperBound])
      }
      diagram.transport.movePlayhead(to: 0)
      for place in expected { #expect(try await found() == place..<place) }
      #expect(try await found().lowerBound == expected.last)
      for place in expected.dropLast().reversed() {
        #expect(try await found(isForward: false) == place..<place)
      }
      diagram.markAll()
      try await wait { !diagram.finder.isSearching }
      #expect(diagram.marks.tiers.last?.marks.map(\.range) == expected.map { $0..<$0 })
    }
  }

  @Test func `sounds begin where the detector says, one by one and all`() async throws {
    try await openSpeech()
    diagram.finder.query = PlaceQuery(.onset)
    let plot = diagram.plots[0]
    let expected = try #require(plot.source).onsets(in: 0..<plot.length, length: plot.length)
    try #require(expected.count > 5)
    diagram.transport.movePlayhead(to: 0)
    for place in expected where place > 0 { #expect(try await found() == place..<place) }
    #expect(try await found().lowerBound == expected.last)
    #expect(diagram.finder.result.text == "No sound begins behind this place.")
    #expect(try await found(isForward: false).lowerBound == expected.dropLast().last)
    diagram.markAll()
    try await wait { !diagram.finder.isSearching }
    #expect(diagram.marks.tiers.map(\.name) == ["Onset"])
    #expect(diagram.marks.tiers.last?.marks.map(\.range) == expected.map { $0..<$0 })
  }

  @Test func `the loudest moment is the one that was measured, and asks for measuring`() async throws {
    try await openSpeech()
    diagram.finder.query = PlaceQuery(.loudest)
    let place = try await found()
    #expect(place.count == diagram.sampleRate * 4 / 10 && diagram.playheadFrame == place.lowerBound)
    diagram.clearSelection()
    let measures = await diagram.measures.measures(of: diagram.plots[0])
    let loudest = try #require(measures?.whole.loudness.momentaryMax)
    #expect(diagram.finder.result.text == "Loudest moment: \(MeasureItem.text(loudest, decimals: 1)) LUFS.")
    diagram.finder.query = PlaceQuery(.quietest)
    diagram.finder.query.stretch = 1
    #expect(try await found().count == diagram.sampleRate)
    diagram.finder.query.stretch = 600
    _ = try await found()
    #expect(diagram.finder.result.text.hasPrefix("There is no stretch of 600 s"))
  }

  @Test func `a search ends the one before, and closing ends it without a word`() async throws {
    try await openSpeech()
    diagram.finder.query = PlaceQuery(.quietest)
    diagram.find(isForward: true)
    diagram.finder.query = PlaceQuery(.clipping)
    diagram.find(isForward: true)
    #expect(!diagram.finder.isSearching && diagram.finder.result.count == 1)
    #expect(diagram.finder.result.text == "Nothing is clipped behind this place.")
    diagram.finder.query = PlaceQuery(.silence)
    diagram.find(isForward: true)
    diagram.removeAll()
    #expect(!diagram.finder.isSearching)
    try await Task.sleep(for: .milliseconds(50))
    // What was found in recordings that are gone is said no more.
    #expect(diagram.finder.result.text.isEmpty)
  }
}
