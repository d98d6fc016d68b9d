// NoiseExportTests.swift
// What exports take of a recording that was cleaned: the clean one, what was taken away, and a mix.

import AudioExport
import Foundation
import HostIO
import Spectral
import SystemPackage
import Testing
import WaveformCore

@testable import Export
@testable import Noise
@testable import WaveformModel

@MainActor @Suite struct `Exports of a recording that was cleaned`: CleanedDiagram {
  let diagram = DiagramViewModel(player: RecordingPlayer())

  private func model(_ name: String? = nil) throws -> ExportViewModel {
    let model = try #require(ExportViewModel(diagram))
    if let name { model.source = try #require(model.sources.firstIndex { $0.name == name }) }
    model.kind = .sound(.wavFloat)
    model.isSelectionOnly = true
    return model
  }

  /// All samples that an export writes.
  private func exported(_ model: ExportViewModel, _ recording: NoisyRecording) throws -> [Float] {
    let path = FilePath(recording.folder.path).appending("out-\(UUID().uuidString).wav")
    model.export(to: path) { _ in }.runNow()
    return try WrittenSound(at: path).samples
  }

  @Test func `what is heard is what is exported at first, and the whole of it once it was cleaned`()
    async throws
  {
    let recording = try NoisyRecording()
    try await open(recording)
    diagram.select(Selection(400..<7600))
    let plain = try #require(ExportViewModel(diagram))
    #expect(plain.source == 0 && plain.isSelectionOnly)
    try await takeProfile()
    for (listening, name) in [
      (ListeningChoice.clean, "Clean"), (.residue, "Residue"), (.original, "Original"),
    ] {
      noise.listening = listening
      let model = try #require(ExportViewModel(diagram))
      #expect(model.sources[model.source].name == name && !model.isSelectionOnly && model.selection != nil)
    }
  }

  @Test func `the clean recording is exported whatever is heard`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    noise.listening = .original
    let model = try #require(ExportViewModel(diagram, isClean: true))
    #expect(model.sources[model.source].name == "Clean" && !model.isSelectionOnly)
  }

  @Test func `the format is that of the recording at first`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    #expect(try #require(ExportViewModel(diagram)).kind == .sound(.wav16))
    try await takeProfile()
    // What is computed from 16 bits needs more of them.
    let clean = try #require(ExportViewModel(diagram))
    #expect(clean.sources[clean.source].name == "Clean" && clean.kind == .sound(.wav24))
  }

  @Test(arguments: [1, 2])
  func `clean and residue are those of one pass over the whole, wherever the selection begins`(
    channels: Int
  ) async throws {
    let recording = try NoisyRecording(channels: channels)
    try await open(recording)
    try await takeProfile()
    let clean = try recording.reduced(noise.profile!, noise.settings)
    let residue = zip(recording.samples, clean).map { $0 - $1 }
    for range in [0..<4 * NoisyRecording.rate, 12_345..<20_000, 31_999..<32_000] {
      diagram.select(Selection(range))
      let frames = range.lowerBound * channels..<range.upperBound * channels
      #expect(try exported(model("Clean"), recording) == Array(clean[frames]))
      #expect(try exported(model("Residue"), recording) == Array(residue[frames]))
      #expect(try exported(model("Original"), recording) == Array(recording.samples[frames]))
    }
  }

  @Test func `a slider that is moved meanwhile does not touch an export that has been chosen`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    let clean = try recording.reduced(noise.profile!, noise.settings)
    diagram.clearSelection()
    let model = try model("Clean")
    noise.settings.reduction = 3
    noise.discard()
    #expect(try exported(model, recording) == clean)
  }

  @Test func `a video gets no sound of another waveform`() async throws {
    let first = try NoisyRecording(), second = try NoisyRecording()
    try await open(first)
    let other = PlotViewModel(path: second.path)
    diagram.lanes.add(other)
    try await wait { other.isComplete }
    try await takeProfile()
    diagram.clearSelection()
    let model = try model()
    model.kind = .video
    for (index, source) in model.sources.enumerated() {
      model.source = index
      #expect((model.problem == nil) == ["Original", "Clean", "Residue"].contains(source.name))
    }
    #expect(model.problem?.contains("noisy.wav") == true)
  }

  @Test func `no profile is written over a file of the window, nor one that undoing would bring back`()
    async throws
  {
    let first = try NoisyRecording(), second = try NoisyRecording()
    try await open(first)
    let other = PlotViewModel(path: second.path)
    diagram.lanes.add(other)
    try await wait { other.isComplete }
    try await takeProfile()
    for turn in 0..<2 {
      noise.saveProfile(to: second.path)
      try await wait { !noise.isSaving }
      #expect(noise.problem?.contains("files that are read") == true)
      if turn == 0 { diagram.lanes.remove(other) }
    }
  }
}
