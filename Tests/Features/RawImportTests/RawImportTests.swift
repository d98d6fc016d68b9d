// RawImportTests.swift
// When a file may be read as raw data, and what becomes of values that make no sense.

import AudioFormats
import Functions
import ModelTestSupport
import Playback
import SystemPackage
import Testing
import WaveformModel

@testable import RawImport

@MainActor @Suite struct RawImportTests {
  @Test func `what is read as raw data is the file of the first waveform`() throws {
    let diagram = DiagramViewModel(player: SilentPlayer())
    defer { diagram.removeAll() }
    #expect(!RawFlow.isOffered(for: diagram))
    diagram.lanes.insert(PlotViewModel(try FunctionSignal("t", sampleRate: 8000, frames: 80)))
    #expect(!RawFlow.isOffered(for: diagram))
    let file = PlotViewModel(path: "nowhere.wav")
    diagram.lanes.insert(file)
    #expect(!RawFlow.isOffered(for: diagram), "the window is that of the function")
    diagram.lanes.move(file, by: -1)
    #expect(RawFlow.isOffered(for: diagram))
  }

  @Test func `values that make no sense show no waveform, and say why`() async throws {
    let format = RawFormat(encoding: .s16le, channels: 1, sampleRate: 8000, dataOffset: 44)
    let model = RawImportViewModel(path: Recordings.speech, style: .envelope)
    defer { model.cancel() }
    model.start(with: format)
    try await wait { model.byteCount != nil }
    #expect(model.format == format && model.diagram != nil && model.problem == nil && model.isAcceptable)
    model.rateText = "none"
    #expect(model.diagram == nil && model.problem == RawFormat.rateProblem && !model.isAcceptable)
    model.rateText = "16000"
    #expect(model.format?.sampleRate == 16_000 && model.diagram != nil && model.problem == nil)
  }
}
