// CleanedExportTests.swift
// Several waveforms that are cleaned, each in its own way, as files.

import Foundation
import Spectral
import SystemPackage
import Testing
import WaveformCore

@testable import Export
@testable import Noise
@testable import WaveformModel

@MainActor @Suite struct `Several cleaned waveforms as files`: CleanedDiagram {
  let diagram = DiagramViewModel(player: RecordingPlayer())
  private let first: NoisyRecording, second: NoisyRecording

  init() throws {
    first = try NoisyRecording()
    second = try NoisyRecording(channels: 1, seconds: 3)
  }

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
    try await wait { diagram.noise.treatments.pairs.count == 2 && diagram.plots.allSatisfy(\.isComplete) }
    return (diagram.plots[0], other)
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
}
