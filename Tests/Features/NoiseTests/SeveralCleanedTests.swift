// SeveralCleanedTests.swift
// Several waveforms that are cleaned, each with a profile and settings of its own: what is heard, written and kept.

import Foundation
import Projects
import Spectral
import SystemPackage
import Testing
import WaveformCore

@testable import Export
@testable import Noise
@testable import ProjectFiles
@testable import WaveformModel

@MainActor @Suite struct `Several waveforms that are cleaned`: CleanedDiagram {
  let diagram = DiagramViewModel(player: RecordingPlayer())
  private let first: NoisyRecording, second: NoisyRecording

  init() throws {
    first = try NoisyRecording()
    second = try NoisyRecording(channels: 1, seconds: 3)
  }

  private var player: RecordingPlayer { diagram.transport.player as! RecordingPlayer }

  /// Both recordings, each cleaned in its own way; the second one is shown.
  private func cleanBoth() async throws -> (PlotViewModel, PlotViewModel) {
    try await open(first)
    let other = PlotViewModel(path: second.path)
    diagram.lanes.add(other)
    try await wait { other.isComplete }
    try await takeProfile()
    noise.settings.reduction = 9
    noise.choose(other)
    noise.settings = NoiseReductionSettings(reduction: 30, clicks: 0.3)
    try await complete()
    return (diagram.plots[0], other)
  }

  private func complete() async throws {
    try await wait { diagram.noise.treatments.pairs.count == 2 && diagram.plots.allSatisfy(\.isComplete) }
  }

  private func samples(_ plot: PlotViewModel?) throws -> [Float] {
    try #require(plot?.source).read(0..<1_000_000).withSamples { Array($0) }
  }

  /// The clean samples of a recording as its recipe makes them.
  private func expected(_ recording: NoisyRecording, _ plot: PlotViewModel) throws -> [Float] {
    let recipe = noise.recipe(for: plot)
    return try recording.reduced(recipe.profile, recipe.settings)
  }

  /// What an export writes.
  private func written(by model: ExportViewModel) throws -> WrittenSound {
    model.kind = .sound(.wavFloat)
    let path = FilePath(first.folder.path).appending("out-\(UUID().uuidString).wav")
    model.export(to: path) { _ in }.runNow()
    return try WrittenSound(at: path)
  }

  @Test func `each has its own settings, and one choice says what is heard of all`() async throws {
    let (one, other) = try await cleanBoth()
    #expect(diagram.plots.map(\.isComputed) == [false, true, false, true])
    #expect(noise.recipe(for: one).settings.reduction == 9 && noise.settings.reduction == 30)
    try await wait { (try? samples(noise.cleanPlot(of: one))) == (try? expected(first, one)) }
    try await wait { (try? samples(noise.plot)) == (try? expected(second, other)) }
    let loads = player.loads.count
    // In the order in which they were opened: originals, then clean ones.
    for (listening, gains) in [
      (ListeningChoice.clean, [Float(0), 0, 1, 1]), (.residue, [1, 1, -1, -1]), (.original, [1, 1, 0, 0]),
    ] {
      noise.listening = listening
      #expect(player.gains == gains)
    }
    noise.listening = .residue
    diagram.lanes.change(other, .soloed) { $0.isSoloed = true }
    #expect(player.gains == [0, 1, 0, -1])
    diagram.lanes.change(other, .soloed) { $0.isSoloed = false }
    diagram.lanes.change(one, .muted) { $0.isMuted = true }
    #expect(player.gains == [0, 1, 0, -1] && player.loads.count == loads)
    // One goes: the other one is heard as before.
    diagram.lanes.remove(try #require(noise.plot))
    #expect(noise.listening == .residue && noise.hasClean && noise.plot == nil)
    #expect(player.gains == [0, 1, 0])
    try await wait { first.openSpools + second.openSpools == 1 }
    diagram.removeAll()
    #expect(noise.listening == .original)
    try await wait { first.openSpools + second.openSpools == 0 }
  }

  @Test func `a lane that is removed takes its own along, and brings it back`() async throws {
    let (one, other) = try await cleanBoth()
    diagram.lanes.remove(one)
    #expect(diagram.plots.count == 2 && noise.target === other && noise.plot != nil)
    try await wait { first.openSpools + second.openSpools == 1 }
    noise.settings.reduction = 12
    diagram.lanes.undo()
    diagram.lanes.undo()
    #expect(diagram.plots.count == 4 && noise.settings.reduction == 30)
    noise.choose(one)
    #expect(noise.settings.reduction == 9)
    try await complete()
    #expect(try samples(noise.plot) == expected(first, one))
  }

  @Test func `read again, each is cleaned as before`() async throws {
    _ = try await cleanBoth()
    let clean = diagram.plots.filter(\.isComputed).map(\.number)
    diagram.reloader.reload()
    try await wait { diagram.reloader.reloadCount == 2 }
    try await complete()
    #expect(diagram.plots.filter(\.isComputed).map(\.number) == clean)
    let originals = diagram.plots.filter { !$0.isComputed }
    #expect(diagram.noise.treatments.pairs.map(\.original.number) == originals.map(\.number))
    try await wait {
      (try? samples(noise.cleanPlot(of: originals[0]))) == (try? expected(first, originals[0]))
    }
    try await wait { first.openSpools + second.openSpools == 2 }
  }

  @Test func `one that cannot be cleaned any more is told by its name, shown or not`() async throws {
    let (one, _) = try await cleanBoth()
    diagram.lanes.change(one, .renamed) { $0.name = "Cellar" }
    noise.listening = .residue
    try first.write(rate: 2 * NoisyRecording.rate)
    diagram.reloader.reload()
    try await wait { noise.notice.count == 1 }
    #expect(noise.notice.text.contains("“Cellar”") && noise.notice.text.contains("8000 Hz"))
    // The other one is shown, and goes on.
    #expect(noise.problem == nil && noise.listening == .residue)
    #expect(noise.treatments.pairs.map(\.original.path) == [second.path])
    try await wait { diagram.reloader.reloadCount == 2 && diagram.plots.allSatisfy(\.isComplete) }
    try second.write(rate: 2 * NoisyRecording.rate)
    diagram.reloader.reload()
    try await wait { noise.notice.count == 2 }
    #expect(noise.notice.text.contains("noisy.wav") && noise.problem?.contains("8000 Hz") == true)
    #expect(!noise.hasClean && noise.listening == .original, "there is nothing else to be heard")
  }

  @Test func `a profile that cannot be written is told although another waveform was chosen`() async throws {
    try await open(first)
    let other = PlotViewModel(path: second.path)
    diagram.lanes.add(other)
    try await wait { other.isComplete }
    try await takeProfile()
    noise.saveProfile(to: second.path)
    noise.choose(other)
    try await wait { !noise.isSaving }
    #expect(noise.notice.count == 1 && noise.notice.text.contains("files that are read"))
    #expect(noise.problem == nil, "it is not about this one")
  }

  @Test func `a project keeps all of it`() async throws {
    let (one, other) = try await cleanBoth()
    noise.listening = .residue
    let project = diagram.project
    #expect(project.noise.keys.sorted() == [0, 1])
    let recipes = [one, other].map { noise.recipe(for: $0) }
    let next = DiagramViewModel(player: RecordingPlayer())
    next.noise.place = first.place
    next.navigation.setWidth(500)
    next.open(project, cache: nil)
    #expect(next.project.noise == project.noise, "while nothing has been read")
    try await wait { next.noise.treatments.pairs.count == 2 && next.plots.allSatisfy(\.isComplete) }
    let plots = next.plots.filter { !$0.isComputed }
    #expect(plots.map { next.noise.recipe(for: $0) } == recipes)
    #expect(next.noise.target === plots[0] && next.noise.listening == .residue)
    #expect(next.lanes.undoChange == nil && next.project == project)
  }

  @Test func `noise of a recording that was not found stays in the project`() async throws {
    _ = try await cleanBoth()
    var project = diagram.project
    project.lanes[0].isMissing = true
    let next = DiagramViewModel(player: RecordingPlayer())
    next.noise.place = first.place
    let session = ProjectSession(next)
    next.open(project, cache: nil)
    session.became(project, at: "/nowhere/set.barline")
    #expect(session.present.lanes.map(\.path) == [second.path, first.path])
    #expect(session.present.noise[1] == project.noise[0] && session.present.noise[0] == project.noise[1])
    #expect(!session.hasUnsavedChanges)
  }

  @Test func `exports take what each was cleaned with`() async throws {
    let (one, other) = try await cleanBoth()
    diagram.clearSelection()
    let model = try #require(ExportViewModel(diagram))
    #expect(model.sources[model.source].name == "Clean", "of the one that is shown")
    #expect(diagram.exportedPlot === other)
    #expect(
      model.choices.map(\.treatment) == [nil, "clean", "residue", nil, "clean", "residue", "mix"])
    let clean = try (expected(first, one), expected(second, other))
    for (name, samples) in [("Clean", clean.1), ("“noisy.wav”, clean", clean.0)] {
      model.source = try #require(model.sources.firstIndex { $0.name == name })
      let written = try written(by: model)
      #expect(written.samples == samples && written.channels == (samples == clean.1 ? 1 : 2))
    }
    model.source = try #require(model.sources.firstIndex { $0.name.hasPrefix("Mix") })
    let sound = try written(by: model), mix = sound.samples
    #expect(sound.channels == 2)
    let sum = clean.0.indices.map { clean.0[$0] + ($0 / 2 < clean.1.count ? clean.1[$0 / 2] : 0) }
    // Sums of floats are rounded in another order.
    #expect(mix.count == sum.count && zip(mix, sum).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `of a recording that was cleaned the version that is heard is in it`() async throws {
    try await open(first)
    let other = PlotViewModel(path: second.path)
    diagram.lanes.add(other)
    try await wait { other.isComplete }
    try await takeProfile()
    try await wait { noise.plot?.source != nil }
    diagram.clearSelection()
    let clean = try first.reduced(noise.profile!, noise.settings)
    for (listening, part) in [
      (ListeningChoice.clean, clean), (.original, first.samples),
      (.residue, zip(first.samples, clean).map { $0 - $1 }),
    ] {
      noise.listening = listening
      let expected = part.indices.map { index in
        part[index] + (index / 2 < second.samples.count ? second.samples[index / 2] : 0)
      }
      let model = try #require(ExportViewModel(diagram))
      model.source = try #require(model.sources.firstIndex { $0.name.hasPrefix("Mix") })
      let written = try written(by: model).samples
      let worst = zip(written, expected).map { abs($0 - $1) }.max() ?? 1
      #expect(written.count == expected.count && worst < 1e-6, "\(listening): \(worst)")
    }
  }
}
