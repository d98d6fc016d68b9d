// SelectionExportTests.swift
// Selections of some channels, and of some frequencies, as files.

import AudioFormats
import Foundation
import HostIO
import ModelTestSupport
import SystemPackage
import Testing
import WaveformCore

@testable import Export
@testable import WaveformModel

@MainActor @Suite final class `Selections as files` {
  private let diagram = DiagramViewModel(player: RecordingPlayer())
  private let folder = NSTemporaryDirectory() + "barline-part-\(UInt32.random(in: 0...(.max)))"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Two channels: squares of a half and of a quarter of full scale.
  private func openPair() async throws -> PlotViewModel {
    let samples = (0..<80_000).flatMap { frame -> [Int16] in
      frame % 2 == 0 ? [16384, 8192] : [-16384, -8192]
    }
    return try await open(samples, channels: 2, "pair.wav")
  }

  /// Four seconds of 1 kHz, a half of full scale, and of 3 kHz, a quarter.
  private func openTones() async throws {
    let samples = (0..<32_000).map { Int16(32_768 * (Self.tone(1000, 0.5, $0) + Self.tone(3000, 0.25, $0))) }
    _ = try await open(samples, "tones.wav")
  }

  private static func tone(_ frequency: Double, _ amplitude: Double, _ frame: Int) -> Double {
    amplitude * sin(2 * .pi * frequency * Double(frame) / 8000)
  }

  private func open(_ samples: [Int16], channels: Int = 1, _ name: String) async throws -> PlotViewModel {
    let path = try writeWave(samples, channels: channels, rate: 8000, to: name, in: folder)
    diagram.navigation.setWidth(1000)
    let plot = PlotViewModel(path: path)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete && plot.source != nil }
    return plot
  }

  private func select(_ selection: Selection) {
    diagram.select(selection)
    diagram.settleSelection()
  }

  @Test func `a channel is exported and copied alone, and says so`() async throws {
    let plot = try await openPair()
    var selection = Selection(8000..<16_000)
    selection.scope = diagram.scope(ofLanes: 1...1, of: plot)
    select(selection)
    let handout = try #require(
      SelectionHandout(diagram, last: LastFormats(), in: EntryFolder(FilePath(folder), suffix: "")))
    #expect(handout.text.hasSuffix("\tR"))
    let written = try await handout.file(.wave)
    #expect(written.path.lastComponent?.string == "pair selection R.wav")
    let copy = PlotViewModel(path: written.path)
    copy.start()
    try await wait { copy.isComplete && copy.source != nil }
    #expect(copy.channels == 1 && copy.length == 8000)
    #expect(try copy.source?.read(0..<2).withSamples { Array($0) } == [0.25, -0.25])
    let export = try #require(ExportViewModel(diagram))
    #expect(export.summary.contains("Only channel R.") && export.summary.contains("Mono"))
    export.isSelectionOnly = false
    #expect(!export.summary.contains("Only") && export.newName.plain == "pair copy.wav")
  }

  @Test func `a recording of which alone something is selected is exported`() async throws {
    _ = try await openPair()
    diagram.lanes.add(PlotViewModel(path: Recordings.speech))
    try await wait { diagram.plots[1].isComplete }
    var selection = Selection(0..<8000)
    selection.scope = diagram.scope(ofLanes: 0...0, of: diagram.plots[1])
    select(selection)
    #expect(try #require(ExportViewModel(diagram)).newName.plain == "speech selection.wav")
  }

  @Test func `a band of frequencies is exported and copied as it is heard, and what is not says so`()
    async throws
  {
    let band = FrequencyBand(low: 2500, high: 3500)!
    try await openTones()
    var selection = Selection(8000..<16_000)
    selection.band = band
    select(selection)
    let export = try #require(ExportViewModel(diagram))
    #expect(export.sources.map(\.name) == ["Original", "Only \(band.text)"] && export.source == 1)
    #expect(export.summary.contains("Only \(band.text) is exported, as it is heard."))
    export.source = 0
    #expect(export.summary.contains("All frequencies are exported, not only \(band.text)."))
    let handout = try #require(
      SelectionHandout(diagram, last: LastFormats(), in: EntryFolder(FilePath(folder), suffix: "")))
    #expect(handout.text.hasSuffix("\t\(band.text)"))
    let written = try await handout.file(.wave)
    let copy = PlotViewModel(path: written.path)
    copy.start()
    try await wait { copy.isComplete && copy.source != nil }
    #expect(copy.length == 8000)
    let samples = try #require(try copy.source?.read(1000..<1100)).withSamples { Array($0) }
    for (index, sample) in samples.enumerated() {
      #expect(abs(Double(sample) - Self.tone(3000, 0.25, 9000 + index)) < 2e-4)
    }
  }
}
