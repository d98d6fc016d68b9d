// SpectrumModelTests.swift
// The spectrum of a diagram: when it is made, what it is of, and what it is compared with.

import Foundation
import Playback
import Spectral
import SystemPackage
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite final class SpectrumModelTests {
  private let clock = ManualClock()
  private let diagram: DiagramViewModel
  private let folder = NSTemporaryDirectory() + "barline-spectrum-\(UUID().uuidString)"

  init() { diagram = DiagramViewModel(player: clock) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var model: SpectrumModel { diagram.spectrograms.stretch }

  /// Two seconds of 1 kHz, then two of 3 kHz, at 8 kHz.
  private func open(_ names: String...) async throws {
    diagram.navigation.setWidth(700)
    for name in names {
      let samples = (0..<32_000).map { frame in
        Int16(16_384 * sin(2 * .pi * (frame < 16_000 ? 1000 : 3000) * Double(frame) / 8000))
      }
      let path = try writeWave(samples, rate: 8000, to: name, in: folder)
      diagram.lanes.insert(PlotViewModel(path: path))
    }
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
  }

  private var loudest: Double? {
    model.subject?.spectrum.map { (Double($0.loudestBin) * $0.step).rounded() }
  }

  @Test func `nothing is computed before anybody looks, and of the whole without a selection`() async throws {
    try await open("a.wav")
    diagram.select(Selection(0..<8000))
    #expect(model.subject == nil && model.csv == nil)
    diagram.clearSelection()
    model.isShown = true
    try await wait { model.subject?.spectrum != nil && model.subject?.progress == nil }
    let spectrum = try #require(model.subject?.spectrum)
    #expect(model.subject?.stretch == .everything && model.subject?.problem == nil)
    for frequency in [1000.0, 3000] {
      // Half of full scale, half of the time.
      #expect(abs(spectrum.mean[spectrum.bin(of: frequency)] + 9.03) < 0.1)
      #expect(abs(spectrum.peak[spectrum.bin(of: frequency)] + 6.02) < 0.01)
    }
    #expect(model.csv == spectrum.csv)
    model.isShown = false
    #expect(model.subject == nil)
  }

  @Test func `it follows the selection while it is drawn`() async throws {
    try await open("a.wav")
    model.isShown = true
    for (range, frequency) in [(0..<8000, 1000.0), (20_000..<30_000, 3000), (100..<101, 1000)] {
      diagram.select(Selection(range), isDraft: true)
      try await wait { model.subject?.stretch == .selection && loudest == frequency }
    }
    #expect(model.subject?.spectrum?.count == 1, "one window about a single frame")
    model.isShown = false
    diagram.select(Selection(20_000..<30_000))
    #expect(model.subject == nil)
    model.isShown = true
    try await wait { loudest == 3000 }
  }

  @Test func `while it is played it is about the playhead, and peaks are held`() async throws {
    try await open("a.wav")
    diagram.select(Selection(20_000..<30_000))
    model.isShown = true
    try await wait { loudest == 3000 }
    diagram.transport.play()
    clock.advance(by: 1)
    model.hear(at: diagram.transport.heard)
    try await wait { model.subject?.stretch == .heard && loudest == 1000 }
    let first = try #require(model.subject?.spectrum)
    #expect(first.peak[first.bin(of: 3000)] < -40, "what is held begins with playing")
    clock.advance(by: 2)
    model.hear(at: diagram.transport.heard)
    try await wait { loudest == 3000 }
    let held = try #require(model.subject?.spectrum)
    #expect(held.mean[held.bin(of: 1000)] < -40 && held.peak[held.bin(of: 1000)] > -7)
    diagram.transport.pause()
    model.hear(at: diagram.transport.heard)
    #expect(model.subject?.stretch == .selection && model.subject?.progress == 0)
    try await wait { model.subject?.progress == nil }
    #expect(try #require(model.subject?.spectrum).peak[held.bin(of: 1000)] < -40 && loudest == 3000)
  }

  @Test func `two waveforms are compared`() async throws {
    try await open("a.wav", "b.wav")
    model.isShown = true
    try await wait { model.subject?.spectrum != nil && model.subject?.progress == nil }
    let numbers = diagram.plots.map(\.number)
    #expect(model.choices.map(\.number) == numbers)
    #expect(model.comparisons.map(\.comparison) == [.none, .waveform(numbers[1])])
    model.comparison = .waveform(numbers[1])
    try await wait { model.compared != nil }
    #expect(model.compared?.levels == model.subject?.spectrum?.mean)
    model.choice = numbers[1]
    try await wait { model.subject?.plot == numbers[1] && model.subject?.spectrum != nil }
    #expect(model.comparisons.map(\.comparison) == [.none, .waveform(numbers[0])])
    #expect(model.compared == nil, "not with itself")
    model.comparison = .none
    diagram.lanes.remove(diagram.plots[1])
    #expect(model.subject?.plot == numbers[0])
  }

  @Test func `another window length makes it anew`() async throws {
    try await open("a.wav")
    model.isShown = true
    try await wait { model.subject?.spectrum != nil }
    let before = try #require(model.subject?.spectrum?.format.size)
    diagram.spectrograms.settings.windowLength *= 4
    try await wait { model.subject?.spectrum?.format.size == 4 * before }
  }
}
