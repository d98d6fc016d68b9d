// NoiseTargetTests.swift
// Which of several waveforms is cleaned, and a clean one that is taken out and brought back.

import Foundation
import Testing
import WaveformCore

@testable import Noise
@testable import WaveformModel

@MainActor @Suite struct `What is cleaned`: CleanedDiagram {
  let diagram = DiagramViewModel(player: RecordingPlayer())

  private func completed() async throws {
    try await wait { noise.plot?.isComplete == true }
  }

  /// Opens a recording, and once more below.
  ///
  /// - Returns: the second one.
  private func openTwice(_ recording: NoisyRecording) async throws -> PlotViewModel {
    try await open(recording)
    let other = PlotViewModel(path: recording.path)
    diagram.lanes.add(other)
    try await wait { other.isComplete }
    return other
  }

  private func clean() throws -> [Float] {
    try #require(noise.cleanSource).read(0..<1_000_000).withSamples { Array($0) }
  }

  @Test func `a clean waveform that was taken out is brought back by undo, with its settings`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    try await completed()
    diagram.lanes.change(noise.plot!, .renamed) { $0.name = "Without hiss" }
    diagram.lanes.remove(noise.plot!)
    #expect(diagram.lanes.undoChange == .clean(.removed) && noise.listening == .original)
    diagram.lanes.undo()
    try await completed()
    #expect(noise.plot?.settings.name == "Without hiss" && noise.listening == .clean)
    #expect(try clean() == recording.reduced(noise.profile!, noise.settings))
    #expect(diagram.lanes.redoChange == .clean(.removed))
    diagram.lanes.redo()
    #expect(diagram.plots.count == 1 && noise.plot == nil)
    try await wait { recording.openSpools == 0 }
    diagram.lanes.undo()
    try await completed()
    #expect(diagram.plots.count == 2)
  }

  @Test func `another waveform is cleaned when it is chosen, with the same profile, and the first stays`()
    async throws
  {
    let first = try NoisyRecording(), second = try NoisyRecording(channels: 1, seconds: 3)
    try await open(first)
    let other = PlotViewModel(path: second.path)
    diagram.lanes.add(other)
    diagram.lanes.change(other, .shifted(lane: 0)) { $0.offset = 4000 }
    try await wait { other.isComplete }
    try await takeProfile()
    try await completed()
    #expect(noise.target === diagram.plots[0] && noise.shownRecording === noise.target)
    noise.settings.reduction = 14
    noise.listening = .original
    let plot = noise.plot
    noise.choose(other)
    #expect(noise.target === other && noise.listening == .original, "what was chosen for all stays")
    #expect(noise.settings == noise.standard, "its own")
    try await completed()
    #expect(plot.map { plot in diagram.plots.contains { $0 === plot } } == true)
    #expect(diagram.lanes.base(of: noise.plot!) === other && noise.plot?.settings.offset == 4000)
    #expect(try clean() == second.reduced(noise.profile!, noise.settings))
    #expect(noise.shownRecording === other)
    for plot in [diagram.plots[0], other] {
      #expect(noise.results(of: plot).map(\.kind) == ["clean", "residue"])
    }
    // What is selected lies on the axis, the noise in the recording.
    diagram.select(Selection(4000 + 400..<4000 + 7600))
    noise.takeProfile(of: diagram.selection?.range)
    try await wait { !noise.isBusy }
    #expect(diagram.lanes.undoChange == .clean(.profiled))
    let profile = noise.profile
    noise.choose(noise.plot!)
    #expect(noise.target === other, "of what is computed, its original")
    noise.choose(diagram.plots[0])
    #expect(noise.profile != profile && noise.plot === plot && noise.settings.reduction == 14)
    try await completed()
    #expect(try clean() == first.reduced(noise.profile!, noise.settings))
    try await wait { first.openSpools == 2 }
    // What is undone is shown: the profile of the other one, then its clean waveform.
    diagram.lanes.undo()
    #expect(noise.target === other && noise.profile != profile && noise.plot != nil)
    diagram.lanes.undo()
    #expect(noise.target === other && noise.plot == nil && diagram.plots.count == 3)
    #expect(diagram.plots[1] === plot)
    diagram.lanes.redo()
    diagram.lanes.redo()
    try await completed()
    #expect(noise.profile == profile && diagram.plots.count == 4)
    #expect(try clean() == second.reduced(profile!, noise.settings))
  }

  @Test func `one that the profile says nothing of leaves the clean waveform that there is`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    let other = PlotViewModel(path: Recordings.path("tabla.flac"))
    diagram.lanes.add(other)
    try await wait { other.isComplete }
    try await takeProfile()
    try await completed()
    let plot = noise.plot
    noise.choose(other)
    #expect(noise.plot == nil && noise.problem?.contains("8000 Hz") == true && noise.target === other)
    #expect(diagram.plots[1] === plot)
    noise.settings.reduction = 11
    #expect(noise.plot == nil && noise.profile == nil)
    noise.choose(diagram.plots[0])
    #expect(noise.problem == nil && noise.plot === plot && noise.settings.reduction == 20)
  }

  @Test func `without a clean waveform, to choose one computes nothing`() async throws {
    let recording = try NoisyRecording()
    let other = try await openTwice(recording)
    noise.choose(other)
    #expect(noise.target === other && noise.plot == nil)
    diagram.lanes.remove(other)
    #expect(noise.target === diagram.plots[0])
    diagram.lanes.undo()
    #expect(noise.target === other)
    try await takeProfile()
    #expect(noise.plot?.original === other)
  }

  @Test func `read again, the chosen one stays chosen`() async throws {
    let recording = try NoisyRecording()
    let other = try await openTwice(recording)
    noise.choose(other)
    diagram.reloader.reload()
    try await wait { diagram.reloader.reloadCount == 2 }
    #expect(noise.target === diagram.plots[1] && noise.target !== other)
  }

  @Test func `mute and solo tell which are heard, whatever is listened to`() async throws {
    let recording = try NoisyRecording()
    _ = try await openTwice(recording)
    try await takeProfile()
    func audible() -> [Bool] { diagram.plots.map(diagram.voices.isAudible) }
    #expect(audible() == [true, true, true])
    diagram.lanes.change(diagram.plots[0], .muted) { $0.isMuted = true }
    #expect(audible() == [false, false, true])
    diagram.lanes.change(diagram.plots[0], .soloed) { $0.isSoloed = true }
    #expect(audible() == [true, true, false])
  }

  @Test func `all that it needs are lanes, what is heard of them, what is visible, and who is told`()
    async throws
  {
    let recording = try NoisyRecording()
    let lanes = LaneList(), player = RecordingPlayer()
    let voices = Voices(player, of: lanes)
    let noise = NoiseReduction(
      lanes, voices, Navigation(following: Playhead()) { 0 }, ModelEvents<DiagramEvent>())
    noise.place = recording.place
    lanes.companions.attach(noise)
    let original = PlotViewModel(path: recording.path)
    lanes.insert(original)
    try await wait { original.isComplete }
    noise.takeProfile(of: 400..<7600)
    try await wait { noise.plot?.isComplete == true }
    #expect(lanes.rows.map(\.count) == [2] && lanes.base(of: noise.plot!) === original)
    #expect(noise.listening == .clean && voices.load() && player.gains == [0, 1])
    lanes.undo()
    #expect(noise.plot == nil && lanes.plots.count == 1 && lanes.redoChange == .clean(.added))
    try await wait { recording.openSpools == 0 }
  }
}
