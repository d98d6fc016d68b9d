// InformationTests.swift
// What a window tells of its recordings: of which one, and the comparison of its checksum.

import AudioExport
import Foundation
import ModelTestSupport
import SystemPackage
import Testing

import WaveformModel

@testable import Information

@MainActor @Suite struct `What a window tells of a recording` {
  let diagram = DiagramViewModel(player: RecordingPlayer())
  let tabla = Recordings.path("tabla.flac")

  @discardableResult private func open(_ path: FilePath) async throws -> PlotViewModel {
    let plot = PlotViewModel(path: path)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete && plot.information != nil }
    return plot
  }

  private func value(_ name: String, _ model: InformationViewModel) -> String? {
    model.groups.flatMap(\.rows).first { $0.name == name }?.value
  }

  @Test func `it is that of the chosen waveform, and of the next one in the same window`() async throws {
    let model = InformationViewModel(diagram)
    #expect(model.groups.isEmpty && model.text.isEmpty && model.verification == .impossible)
    let music = try await open(Recordings.music)
    #expect(value("Title", model) == "Still Another Wanderer (excerpt)")
    #expect(model.verification == .impossible, "an Ogg file has no checksum of its samples")
    let speech = try await open(Recordings.speech)
    model.show(speech)
    #expect(value("File", model) == "speech.wav" && value("Title", model) == nil)
    model.show(music)
    #expect(value("File", model) == "music.opus")
    diagram.removeAll()
    #expect(model.groups.isEmpty)
    try await open(tabla)
    #expect(value("File", model) == "tabla.flac" && model.verification == .possible)
    #expect(
      model.text.hasPrefix("Recording\n  File: tabla.flac\n  Format: FLAC, 16-bit PCM\n"), "\(model.text)")
    #expect(model.text.contains("\n\nTags\n  Title: Tabla loop (excerpt)\n") && model.text.hasSuffix("\n"))
  }

  @Test func `a checksum that agrees, one that does not, and one that is given up`() async throws {
    let model = InformationViewModel(diagram)
    try await open(tabla)
    model.verify()
    #expect(model.verification == .running(0))
    try await wait { model.verification == .same }
    #expect(value("Compared", model) == "The samples are those that were encoded.")
    diagram.removeAll()
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: tabla.string)))
    bytes[26] ^= 1
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("other.flac")
    try Data(bytes).write(to: path)
    try await open(FilePath(path.path))
    #expect(model.verification == .possible, "what came of another recording is not told of this one")
    model.verify()
    try await wait { if case .failed = model.verification { true } else { false } }
    #expect(value("Compared", model)?.hasPrefix("The samples are not those that were encoded") == true)
    model.verify()
    model.cancel()
    #expect(model.verification == .possible && value("Compared", model) == nil)
    try FileManager.default.removeItem(at: path)
    model.verify()
    try await wait {
      if case .failed(let reason) = model.verification { reason.contains("other.flac") } else { false }
    }
  }
}
