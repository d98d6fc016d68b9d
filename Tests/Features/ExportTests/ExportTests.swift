// ExportTests.swift
// What can be exported of a diagram, what comes out, and what is refused.

import AudioDecoding
import AudioExport
import AudioFormats
import Capture
import Foundation
import HostIO
import ModelTestSupport
import Playback
import Spectral
import SystemPackage
import Testing
import WaveformCore

@testable import Export
@testable import WaveformModel

@MainActor @Suite struct ExportTests: NoisyDiagram {
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

  @Test func `a suffix that is typed chooses the format, and a name without one gets it`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    for (name, expected, format) in [
      ("/a/b.flac", "/a/b.flac", .flac16), ("/a/b.FLAC", "/a/b.FLAC", .flac16),
      ("/a/b.mp3", "/a/b.mp3", .mp3),
      ("/a/b.wav", "/a/b.wav", .wav16), ("/a/b.oga", "/a/b.oga", .vorbis), ("/a/b", "/a/b.flac", .flac16),
      ("/a/b.c d", "/a/b.c d.flac", .flac16), ("/a/b.mp4", "/a/b.mp4.flac", .flac16),
    ] as [(FilePath, FilePath, ExportFormat)] {
      let model = try #require(ExportViewModel(diagram))
      model.kind = .sound(.flac16)
      #expect(model.adopt(name) == expected && model.kind == .sound(format), "\(name)")
    }
  }

  @Test func `a name that is taken gets a number`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    let model = try #require(ExportViewModel(diagram))
    let stem = try #require(recording.path.stem)
    model.kind = .sound(.mp3)
    #expect(model.newName.plain == "\(stem).mp3")
    #expect(model.newName.free { $0 == "\(stem).mp3" } == "\(stem) 2.mp3")
    #expect(model.newName.free { !$0.contains("4") } == "\(stem) 4.mp3")
    model.kind = .sound(.wav16)
    #expect(model.newName.plain == "\(stem) copy.wav")
    #expect(model.newName.free { $0 == "\(stem) copy.wav" } == "\(stem) copy 2.wav")
  }

  @Test func `the last format is taken for files of that kind, and no other`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    var last = LastFormats("ogg=flac-24,wav=tape,,x")
    #expect(last.text == "ogg=flac-24")
    let first = try #require(ExportViewModel(diagram, last: last))
    #expect(first.kind == .sound(.wav16))
    first.kind = .sound(.mp3)
    last = first.remembered(in: last)
    #expect(LastFormats(last.text) == last && last.text == "ogg=flac-24,wav=mp3")
    #expect(last["/x/Y.WAV"] == .mp3 && last["/x/y.flac"] == nil && last["/x/wav"] == nil)
    let second = try #require(ExportViewModel(diagram, last: last))
    #expect(second.kind == .sound(.mp3))
    // The usual one needs no entry.
    second.kind = .sound(.wav16)
    #expect(second.remembered(in: last).text == "ogg=flac-24")
  }

  @Test func `the selection is that of each waveform, in its own frames`() async throws {
    let first = try NoisyRecording(), second = try NoisyRecording(channels: 1)
    try await open(first)
    let other = PlotViewModel(path: second.path)
    diagram.lanes.add(other)
    try await wait { other.isComplete }
    diagram.lanes.change(other, .shifted(lane: 0)) { $0.offset = 10_000 }
    diagram.select(Selection(8000..<12_000))
    let model = try model()
    #expect(model.selection == 8000..<12_000)
    #expect(try exported(model, first) == Array(first.samples[16_000..<24_000]))
    model.source = 1
    #expect(model.selection == 0..<2000 && model.summary.contains("0:00.250"), "\(model.summary)")
    #expect(try exported(model, second) == Array(second.samples[..<2000]))
    diagram.select(Selection(2000..<3000))
    let outside = try self.model()
    outside.source = 1
    #expect(outside.selection == nil && !outside.isSelectionOnly)
    #expect(try exported(outside, second) == second.samples)
  }

  @Test func `no file of the window is written over, nor one that undoing would bring back`() async throws {
    let first = try NoisyRecording(), second = try NoisyRecording()
    try await open(first)
    let other = PlotViewModel(path: second.path)
    diagram.lanes.add(other)
    try await wait { other.isComplete }
    for turn in 0..<2 {
      let model = try model()
      let error = #expect(throws: AudioFileError.self) { try model.export(to: second.path) { _ in }.run() }
      #expect(error?.detail == "it is one of the files that are read")
      if turn == 0 { diagram.lanes.remove(other) }
    }
  }

  @Test func `a file that nobody was asked about is not written over`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    let model = try model()
    let path = FilePath(recording.folder.path).appending("there.wav")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path.string))
    let error = #expect(throws: AudioFileError.self) {
      try model.export(to: path, isNew: true) { _ in }.run()
    }
    #expect(error?.detail == "there is a file of that name already; choose another one")
    #expect(try String(contentsOfFile: path.string, encoding: .utf8) == "mine")
    _ = try model.export(to: path) { _ in }.run()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path.string)).count > 4, "somebody was asked")
  }

  @Test func `what is heard is exported under its name`() async throws {
    let stereo = CaptureFormat(
      StreamFormat(sampleRate: 48_000, speakers: [.frontLeft, .frontRight]), .float)
    let input = SuppliedCapture(stereo) { first, buffer in
      usleep(200)
      buffer.update(repeating: 0.25)
      return min(buffer.count / 2, max(0, 100_000 - first))
    }
    diagram.navigation.setWidth(600)
    try diagram.hear(input, as: "Supplied")
    try await wait { self.diagram.plots.first?.framesRead ?? 0 > 97_000 }
    let model = try #require(ExportViewModel(diagram))
    #expect(model.newName.plain.hasPrefix("Supplied."))
    diagram.removeAll()
  }

  // MARK: Handed out

  @Test func `what is handed out is the selection of its moment, written once for each kind of file`()
    async throws
  {
    let recording = try NoisyRecording()
    try await open(recording)
    let folder = EntryFolder(FilePath(recording.folder.path).appending("out/selections"), suffix: "")
    #expect(SelectionHandout(diagram, last: LastFormats(), in: folder) == nil, "nothing is selected")
    diagram.select(Selection(400..<7600))
    let handout = try #require(SelectionHandout(diagram, last: LastFormats(), in: folder))
    let shown = [diagram.time(ofFrame: 400), diagram.time(ofFrame: 7600), diagram.time(ofLength: 7200)]
    diagram.select(Selection(0..<100))
    #expect(handout.text == shown.joined(separator: "\t"))
    #expect(folder.files.isEmpty, "nothing was asked for")
    async let like = handout.file(.likeRecording)
    async let wave = handout.file(.wave)
    let written = try await [like, wave]
    #expect(written[0] == written[1] && folder.files.count == 1, "the recording is a WAV")
    #expect(written[0].losses.isEmpty)
    #expect(try AudioFileReader(path: written[0].path).description.expectedFrames == 7200)
  }

  @Test func `what cannot be written is told, and tried again when it is asked for again`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    diagram.select(Selection(400..<7600))
    let place = FilePath(recording.folder.path).appending("taken")
    try Data().write(to: URL(fileURLWithPath: place.string))
    let handout = try #require(
      SelectionHandout(
        diagram, last: LastFormats(), in: EntryFolder(place.appending("selections"), suffix: "")))
    await #expect(throws: AudioFileError.self) { try await handout.file(.wave) }
    try FileManager.default.removeItem(atPath: place.string)
    #expect(try await handout.file(.wave).path.lastComponent?.string.hasSuffix(".wav") == true)
  }
}
