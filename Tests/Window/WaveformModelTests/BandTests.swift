// BandTests.swift
// Selections of some frequencies: heard alone, marked, measured and kept, and all again afterwards.

import AudioFormats
import Foundation
import HostIO
import Marks
import Playback
import Recording
import SystemPackage
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite final class `Selections of some frequencies` {
  private let player = RecordingPlayer()
  private let diagram: DiagramViewModel
  private let folder = NSTemporaryDirectory() + "barline-band-\(UInt32.random(in: 0...(.max)))"
  private let band = FrequencyBand(low: 2500, high: 3500)!

  init() { diagram = DiagramViewModel(player: player) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Four seconds of 1 kHz, a half of full scale, and of 3 kHz, a quarter.
  private func open(_ name: String = "tones.wav") async throws -> PlotViewModel {
    let samples = (0..<32_000).map { Int16(32_768 * (Self.tone(1000, 0.5, $0) + Self.tone(3000, 0.25, $0))) }
    let path = try writeWave(samples, rate: 8000, to: name, in: folder)
    diagram.navigation.setWidth(1000)
    let plot = PlotViewModel(path: path)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete && plot.source != nil && diagram.marks.document != nil }
    return plot
  }

  private static func tone(_ frequency: Double, _ amplitude: Double, _ frame: Int) -> Double {
    amplitude * sin(2 * .pi * frequency * Double(frame) / 8000)
  }

  private func select(_ band: FrequencyBand?, _ range: FrameRange = 8000..<16_000) {
    var selection = Selection(range)
    selection.band = band
    diagram.select(selection)
    diagram.settleSelection()
  }

  /// What is heard now of what the player was given last: its voices at their gains.
  private func heard(_ range: FrameRange) throws -> [Double] {
    var sum = [Double](repeating: 0, count: range.count)
    for (voice, gain) in zip(try #require(player.loads.last), player.gains) where gain != 0 {
      let slice = try voice.source.read(range)
      slice.withSamples { for (index, sample) in $0.enumerated() { sum[index] += Double(gain * sample) } }
    }
    return sum
  }

  private func isHeard(_ tones: [(Double, Double)]) throws -> Bool {
    let range = 9000..<9100
    return try zip(heard(range), range).allSatisfy { sample, frame in
      abs(sample - tones.reduce(0) { $0 + Self.tone($1.0, $1.1, frame) }) < 2e-4
    }
  }

  private let both = [(1000.0, 0.5), (3000.0, 0.25)]

  @Test func `a band is heard alone, and leaving it does not interrupt what plays`() async throws {
    _ = try await open()
    #expect(try isHeard(both))
    select(band)
    #expect(try isHeard([(3000, 0.25)]) && player.loads.last?.count == 2)
    diagram.togglePlayback()
    #expect(player.position == 8000)
    let loads = player.loads.count
    diagram.nudge(by: .frame, isForward: true)
    #expect(player.loads.count == loads && diagram.selection?.band == band, "the same band goes on")
    // Another one needs another filter; it goes on at the same place.
    select(FrequencyBand(low: 500, high: 1500))
    #expect(try isHeard([(1000, 0.5)]) && player.loads.count == loads + 1 && diagram.isPlaying)
    diagram.clearSelection()
    #expect(try isHeard(both) && player.gains == [1, 0])
    #expect(player.loads.count == loads + 1 && diagram.isPlaying, "only gains have changed")
    diagram.transport.pause()
    diagram.transport.play()
    #expect(try isHeard(both) && player.loads.last?.count == 1, "nothing is filtered in vain")
  }

  @Test func `a band is heard where it is selected, and filters no other place`() async throws {
    _ = try await open()
    select(band)
    diagram.play(from: 20_000)
    #expect(try isHeard(both) && diagram.transport.band == nil)
    select(FrequencyBand(low: 500, high: 1500))
    #expect(try isHeard(both), "what plays elsewhere is left alone")
    diagram.playSelection()
    #expect(try isHeard([(1000, 0.5)]) && player.position == 8000)
    diagram.transport.movePlayhead(to: 20_000)
    #expect(try isHeard(both) && diagram.isPlaying && diagram.transport.stretch == nil)
    diagram.transport.pause()
    #expect(diagram.transport.band != nil, "Space would play it")
    diagram.transport.beginScrubbing()
    diagram.transport.scrub(to: 100)
    #expect(try isHeard(both))
    diagram.transport.scrub(to: 9000)
    #expect(try isHeard([(1000, 0.5)]))
    diagram.transport.endScrubbing()
    diagram.transport.movePlayhead(to: 100)
    diagram.toggleLoop()
    diagram.togglePlayback()
    #expect(try isHeard([(1000, 0.5)]) && player.position == 8000, "the loop is the selection")
  }

  @Test func `what the output gets is in time, also where a loop begins again`() async throws {
    let path = try await open().path
    let output = FileOutput(frames: 20_000)
    let heard = DiagramViewModel(player: SoundPlayer(output: output))
    heard.lanes.insert(PlotViewModel(path: path))
    try await wait { heard.plots[0].isComplete && heard.plots[0].source != nil }
    heard.select(Selection(anchor: 8000, head: 16_001, band: band))
    heard.settleSelection()
    heard.toggleLoop()
    heard.playSelection()
    output.waitUntilFull()
    let samples = output.samples
    #expect(samples.count == 20_000)
    for (index, sample) in samples.enumerated() {
      let expected = Self.tone(3000, 0.25, 8000 + index % 8001)
      guard abs(Double(sample) - expected) < 2e-4 else {
        Issue.record("\(sample) instead of \(expected) at \(index)")
        break
      }
    }
    heard.transport.pause()
  }

  @Test func `all frequencies need no filter, and frequencies that it has not are silent`() async throws {
    _ = try await open()
    select(FrequencyBand(low: 0, high: 4000))
    #expect(try isHeard(both) && player.loads.last?.count == 1 && player.gains == [1])
    select(FrequencyBand(low: 4000, high: 6000))
    #expect(try isHeard([]) && player.gains == [0])
    select(nil)
    #expect(try isHeard(both))
  }

  @Test func `original, clean and muted recordings are filtered alike`() async throws {
    let plot = try await open()
    _ = try await open("second.wav")
    select(band)
    #expect(try player.loads.last?.count == 4 && isHeard([(3000, 0.5)]))
    diagram.lanes.change(plot, .muted) { $0.isMuted = true }
    #expect(try player.gains == [0, 0, 0, 1] && isHeard([(3000, 0.25)]))
    diagram.clearSelection()
    #expect(try isHeard(both))
  }

  @Test func `it is a step of undo, and is gone with the selection`() async throws {
    _ = try await open()
    select(nil)
    select(band)
    #expect(diagram.lanes.undoChange == .selection(.edge))
    diagram.lanes.undo()
    #expect(try diagram.selection == Selection(8000..<16_000) && isHeard(both))
    diagram.lanes.redo()
    #expect(try diagram.selection?.band == band && isHeard([(3000, 0.25)]))
    diagram.extendSelection(to: 20_000)
    diagram.settleSelection()
    #expect(diagram.selection?.range == 8000..<20_000 && diagram.selection?.band == band)
    diagram.exchangeEdges()
    #expect(diagram.selection == Selection(anchor: 20_000, head: 8000, band: band))
    select(band)
    diagram.clearSelection()
    diagram.lanes.undo()
    #expect(diagram.selection?.band == band)
  }

  @Test func `a drag is heard when it ends`() async throws {
    _ = try await open()
    for head in stride(from: 8100, through: 16_000, by: 100) {
      diagram.select(Selection(anchor: 8000, head: head, band: band), isDraft: true)
    }
    #expect(try isHeard(both))
    diagram.settleSelection()
    #expect(try isHeard([(3000, 0.25)]))
  }

  @Test func `a mark has the band, and selects it again`() async throws {
    let plot = try await open()
    diagram.marks.add(over: 8000..<16_000, band: band)
    diagram.marks.endNaming("hiss")
    let mark = try #require(diagram.marks.tiers.first?.marks.first)
    #expect(mark.band == band && mark.range == 8000..<16_000 && mark.name == "hiss")
    diagram.select(diagram.marks.extent(of: mark))
    diagram.settleSelection()
    #expect(
      try diagram.selection == Selection(anchor: 8000, head: 16_000, band: band) && isHeard([(3000, 0.25)]))
    diagram.clearSelection()
    diagram.toggleLoop()
    #expect(diagram.selection?.band == band && diagram.transport.loop == 8000..<16_000)
    diagram.marks.finish()
    #expect(
      try String(contentsOfFile: plot.path.string + ".barline-marks.json", encoding: .utf8).contains("2500"))
  }

  @Test func `it is kept`() async throws {
    _ = try await open()
    select(band)
    let kept = diagram.keptView
    #expect(kept.selectedBand == band)
    diagram.clearSelection()
    diagram.restore(kept)
    #expect(diagram.selection == Selection(anchor: 8000, head: 16_000, band: band))
    #expect(try isHeard([(3000, 0.25)]))
  }
}
