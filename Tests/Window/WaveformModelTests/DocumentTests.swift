// DocumentTests.swift
// What a project keeps can be undone: one value stands for both.

import Foundation
import HostIO
import Playback
import Spectral
import SystemPackage
import Testing
import WaveformCore

@testable import Projects
@testable import WaveformModel

@MainActor @Suite struct `The document of a diagram` {
  let diagram = DiagramViewModel(player: ManualClock())

  /// The members of the project's file, by their names; those of all lanes together.
  private var members: [String: Set<String>] {
    var members: [String: Set<String>] = [:]
    func add(_ value: Any, _ name: String, _ place: String) {
      switch value {
      case let object as [String: Any]:
        for (key, value) in object { add(value, name.isEmpty ? key : "\(name).\(key)", place) }
      case let list as [Any]:
        for (index, value) in list.enumerated() { add(value, name, place + "\(index): ") }
      default: members[name, default: []].insert(place + "\(value)")
      }
    }
    let text = diagram.project.json(in: "/").text()
    if let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) { add(object, "", "") }
    return members
  }

  /// What belongs to the view or to the file, and what features undo by themselves.
  private static func isNoChoice(_ name: String) -> Bool {
    let view = ["view", "format", "version", "sampleRate"], features = ["noise", "comparison"]
    let file = ["path", "absolutePath", "escaped", "frames"].map { "lanes.\($0)" }
    return (view + features).contains { name == $0 || name.hasPrefix($0 + ".") } || file.contains(name)
  }

  /// Everything that the user can choose of what a project keeps.
  private var choices: [(String, @MainActor (DiagramViewModel) -> Void)] {
    func settings(_ change: LaneChange, _ body: @escaping (inout LaneSettings) -> Void)
      -> @MainActor (DiagramViewModel) -> Void
    { { $0.lanes.change($0.plots[1], change, body) } }
    return [
      ("name", settings(.renamed) { $0.name = "Again" }),
      ("color", settings(.recolored) { $0.color = 7 }),
      ("height", settings(.resized) { $0.height = .tall }),
      ("hidden", settings(.hidden) { $0.isHidden = true }),
      ("mute", settings(.muted) { $0.isMuted = true }),
      ("solo", settings(.soloed) { $0.isSoloed = true }),
      ("offset", settings(.shifted(lane: 1)) { $0.offset = 4321 }),
      ("order", { $0.lanes.move($0.plots[0], by: 1) }),
      ("over", { $0.lanes.setOver(true, $0.plots[1]) }),
      ("style", { $0.lanes.draw(.envelope) }),
      ("style of one", { $0.lanes.draw(.both, $0.plots[1]) }),
      ("channels", { $0.lanes.show(.mirrored) }),
      ("gain", { $0.lanes.raise(by: 6) }),
      ("gain of one", { $0.lanes.raise(lane: 0, of: $0.plots[0], by: 3) }),
      ("channels with gains", { $0.lanes.show(.mixed) }),
      ("gains of one again", { $0.lanes.raise(lane: 0, of: $0.plots[1], by: 9) }),
      ("unit", { $0.lanes.measure(in: .decibels) }),
      ("full height", { $0.lanes.normalize(true) }),
      ("time format", { $0.lanes.writeTimes(.pal25) }),
      ("scale", { $0.lanes.drawSpectra { $0.setScale(.notes) } }),
      ("range", { $0.lanes.drawSpectra { $0.range = FrequencyRange(low: 100, high: 900) } }),
      ("colors", { $0.lanes.drawSpectra { $0.colors = .ink } }),
      ("levels", { $0.lanes.drawSpectra { $0.setFloor(-50) } }),
      ("ceiling", { $0.lanes.drawSpectra { $0.setCeiling(-2) } }),
      ("window", { $0.lanes.drawSpectra { $0.settings.window = .kaiser } }),
      ("window length", { $0.lanes.drawSpectra { $0.setWindowLength(0.1) } }),
      ("overlap", { $0.lanes.drawSpectra { $0.settings.overlap = 8 } }),
      ("loudness", { $0.loudness.show(true) }),
      ("target", { $0.loudness.aim(at: -16) }),
    ]
  }

  @Test func `everything that a project keeps can be undone and done again`() async throws {
    for path in [Recordings.music, Recordings.music] {
      diagram.lanes.insert(PlotViewModel(path: path))
    }
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
    var states = [members], changed: Set<String> = []
    for (name, choose) in choices {
      let before = members
      choose(diagram)
      diagram.lanes.endChange()
      #expect(members != before, "\(name): nothing was chosen")
      changed.formUnion(Set(before.keys).union(members.keys).filter { before[$0] != members[$0] })
      states.append(members)
    }
    #expect(
      states.last!.keys.filter { !Self.isNoChoice($0) && !changed.contains($0) } == [],
      "kept, but nobody can choose it, or it is not tried here")
    for (state, (name, _)) in zip(states, choices).reversed() {
      diagram.lanes.undo()
      #expect(members == state, "\(name), undone")
    }
    #expect(diagram.lanes.undoChange == nil, "one step for each choice")
    for (state, (name, _)) in zip(states.dropFirst(), choices) {
      diagram.lanes.redo()
      #expect(members == state, "\(name), done again")
    }
  }

  @Test func `what is drawn otherwise interrupts nobody who listens`() async throws {
    diagram.lanes.insert(PlotViewModel(path: Recordings.music))
    try await wait { diagram.lanes.areComplete }
    var heard: [LaneEvent] = []
    final class Listener {}
    let listener = Listener()
    diagram.lanes.events.listen(listener) { _, event in heard.append(event) }
    diagram.lanes.raise(by: 6)
    diagram.lanes.normalize(true)
    diagram.lanes.drawSpectra { $0.colors = .ink }
    diagram.loudness.show(true)
    for _ in 0..<4 { diagram.lanes.undo() }
    for _ in 0..<4 { diagram.lanes.redo() }
    #expect(heard.isEmpty)
    diagram.lanes.change(diagram.plots[0], .muted) { $0.isMuted = true }
    #expect(!heard.isEmpty)
  }

  @Test func `drags of one slider are one step, and those of two are two`() async throws {
    diagram.lanes.insert(PlotViewModel(path: Recordings.music))
    for level in [-80.0, -70, -60] { diagram.lanes.drawSpectra { $0.setFloor(level) } }
    for length in [0.1, 0.2] { diagram.lanes.drawSpectra { $0.setWindowLength(length) } }
    for _ in 0..<3 { diagram.lanes.raise(by: 1) }
    diagram.lanes.raise(lane: 0, by: 1)
    diagram.lanes.undo()
    #expect(diagram.plots[0].gains == LaneGains(common: 3, own: [:]))
    diagram.lanes.undo()
    #expect(diagram.plots[0].gains.isUnchanged)
    diagram.lanes.undo()
    #expect(
      diagram.look.spectrogram.settings == SpectrogramSettings() && diagram.look.spectrogram.floor == -60)
    diagram.lanes.undo()
    #expect(diagram.look.spectrogram == SpectrogramLook() && diagram.lanes.undoChange == nil)
  }

  @Test func `all frequencies are a step of their own, and a moment's rest ends a drag`() async throws {
    diagram.lanes.insert(PlotViewModel(path: Recordings.music))
    func zoom(_ low: Double) { diagram.lanes.drawSpectra { $0.range = FrequencyRange(low: low, high: 900) } }
    zoom(100)
    zoom(200)
    diagram.lanes.showAllFrequencies()
    zoom(300)
    diagram.lanes.undo()
    #expect(diagram.look.spectrogram.range == nil)
    diagram.lanes.undo()
    #expect(diagram.look.spectrogram.range?.low == 200)
    diagram.lanes.undo()
    #expect(diagram.look.spectrogram.range == nil && diagram.lanes.undoChange == nil)
    diagram.lanes.restTime = .milliseconds(1)
    diagram.lanes.raise(by: 1)
    try await Task.sleep(for: .milliseconds(50))
    diagram.lanes.raise(by: 1)
    diagram.lanes.undo()
    #expect(diagram.plots[0].gains.common == 1)
  }

  @Test func `undo of how waveforms are drawn takes none away that has come since`() async throws {
    diagram.lanes.insert(PlotViewModel(path: Recordings.music))
    diagram.lanes.draw(.envelope)
    diagram.loudness.show(true)
    let later = PlotViewModel(path: Recordings.speech)
    diagram.lanes.insert(later)
    for _ in 0..<2 { diagram.lanes.undo() }
    #expect(diagram.plots.count == 2 && diagram.plots.last === later && diagram.look.style == .bars)
    #expect(!diagram.loudness.isShown)
  }

  @Test func `a target that is stepped through is one step, and one that is the same is none`() {
    diagram.lanes.insert(PlotViewModel(path: Recordings.music))
    for target in [-22.9, -22.8, -22.7] { diagram.loudness.aim(at: target) }
    diagram.loudness.aim(at: -22.74)
    diagram.lanes.undo()
    #expect(diagram.loudness.target == -23 && diagram.lanes.undoChange == nil)
  }

  @Test func `what is chosen before anything is open is no step`() {
    diagram.lanes.measure(in: .decibels)
    diagram.lanes.normalize(true)
    diagram.lanes.draw(.envelope)
    diagram.loudness.show(true)
    #expect(diagram.lanes.undoChange == nil && diagram.look.isNormalized && diagram.loudness.isShown)
  }
}
