// PictureViewModelTests.swift
// What a picture of a diagram shows: the stretch that was chosen, the lanes that are seen, their measures.

import AudioFormats
import Foundation
import HostIO
import Measures
import ModelTestSupport
import Playback
import Recording
import SystemPackage
import Testing
import WaveformCore

@testable import Pictures
@testable import WaveformModel

/// Silence where another source is quiet: what stands for the noise reduction of a feature.
private final class Gated: SampleSource {
  private let source: any SampleSource
  var channels: Int { source.channels }
  var sampleRate: Int { source.sampleRate }
  var path: FilePath { source.path }
  var access: SampleAccess { .direct }

  init(_ source: any SampleSource) { self.source = source }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let slice = try source.read(range)
    let samples = slice.withSamples { $0.map { abs($0) < 0.02 ? 0 : $0 } }
    return SampleSlice(range: slice.range, channels: channels, samples: samples)
  }

  func cancel() {}
}

@MainActor @Suite struct PictureViewModelTests: NoisyDiagram {
  let diagram = DiagramViewModel(player: RecordingPlayer())

  private func opened(_ paths: FilePath...) async throws -> DiagramViewModel {
    let diagram = DiagramViewModel(player: RecordingPlayer())
    diagram.navigation.setWidth(1000)
    for path in paths { diagram.lanes.insert(PlotViewModel(path: path)) }
    try await wait { diagram.plots.count == paths.count && diagram.plots.allSatisfy(\.isComplete) }
    return diagram
  }

  @Test func `there is no picture before there is a waveform`() {
    #expect(PictureViewModel(DiagramViewModel(player: RecordingPlayer())) == nil)
  }

  @Test func `the view, the selection or the whole is shown, in the lane's own frames`() async throws {
    let diagram = try await opened(Recordings.speech)
    let plain = try #require(PictureViewModel(diagram))
    #expect(plain.parts == [.view, .whole] && plain.title == "speech.wav")
    diagram.select(Selection(1000..<5000))
    let model = try #require(PictureViewModel(diagram))
    #expect(model.parts == [.view, .selection, .whole])
    model.choices.part = .selection
    #expect(model.range == 1000..<5000 && model.lanes.map(\.range) == [1000..<5000])
    model.choices.part = .whole
    #expect(model.range == 0..<diagram.length)
    // What was chosen last is not there any more.
    diagram.clearSelection()
    var choices = model.choices
    choices.part = .selection
    #expect(PictureViewModel(diagram, choices: choices)?.choices.part == .view)
    let lane = try #require(model.lanes.first)
    #expect(lane.name == nil && lane.picture().channels == diagram.plots[0].channels)
  }

  @Test func `hidden lanes are left out, and several have names`() async throws {
    let diagram = try await opened(Recordings.speech, Recordings.music)
    let model = try #require(PictureViewModel(diagram))
    #expect(Set(model.lanes.map(\.name)) == ["speech.wav", "music.opus"] && model.lanes.count == 2)
    diagram.lanes.change(diagram.plots[0], .hidden) { $0.isHidden = true }
    #expect(model.lanes.count == 1 && model.lanes[0].name == nil)
  }

  @Test func `the caption tells the measures of what is shown`() async throws {
    let diagram = try await opened(Recordings.speech)
    let model = try #require(PictureViewModel(diagram))
    #expect(model.caption.isEmpty && model.readiness == .ready)
    model.choices.part = .whole
    model.choices.measures = .loudness
    model.measure()
    #expect(model.caption == ["being measured…"] && model.readiness == .measuring)
    try await wait { model.readiness == .ready }
    let measured = try #require(try RecordingMeasures.read(Recordings.speech)).blocks.measures
    let value = MeasureItem.integrated.text(of: measured.whole)
    #expect(
      model.caption.count == 1 && model.caption[0].hasPrefix("\(MeasureItem.integrated.title) \(value)"))
  }

  @Test func `what is kept is what was seen, wherever the diagram goes meanwhile`() async throws {
    let diagram = try await opened(Recordings.speech)
    diagram.select(Selection(1000..<5000))
    let model = try #require(PictureViewModel(diagram))
    let seen = model.range
    model.choices.measures = .loudness
    model.measure()
    diagram.navigation.zoom(by: 8, around: 700)
    diagram.clearSelection()
    #expect(diagram.viewport?.visibleFrames != seen && model.range == seen)
    try await wait { model.readiness == .ready }
    #expect(model.caption.count == 1 && !model.caption[0].contains("…"))
    model.choices.part = .selection
    #expect(model.range == 1000..<5000 && model.readiness == .measuring)
  }

  /// A recorder that has not written the lengths, and never ends.
  private func growing(in folder: String) async throws -> (diagram: DiagramViewModel, file: FileHandle) {
    let samples = (0..<8000).map { Int16(truncatingIfNeeded: $0 * 12_345) }
    let path = try writeWave(samples, rate: 8000, to: "growing.wav", in: folder)
    let file = try #require(FileHandle(forUpdatingAtPath: path.string))
    for place in [4, 40] {
      try file.seek(toOffset: UInt64(place))
      file.write(Data([255, 255, 255, 255]))
    }
    file.seekToEndOfFile()
    let diagram = DiagramViewModel(player: RecordingPlayer())
    diagram.navigation.setWidth(1000)
    let following = Following(isExpected: true, now: { 0 }, pause: { _ in usleep(1000) })
    diagram.lanes.insert(
      PlotViewModel(PlotOrigin(path: path, options: OpenOptions(), following: following)))
    try await wait { diagram.plots.first?.isFollowing == true }
    return (diagram, file)
  }

  @Test func `a picture of a recording that grows has its newest samples, and no measures`() async throws {
    let folder = NSTemporaryDirectory() + "barline-picture-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (diagram, file) = try await growing(in: folder)
    defer { diagram.removeAll() }
    file.write(Data(repeating: 64, count: 16_000))
    try await wait { diagram.plots[0].framesRead > 15_000 }
    let model = try #require(PictureViewModel(diagram))
    let lane = try #require(model.lanes.first), end = diagram.plots[0].framesRead
    file.write(Data(repeating: 0, count: 16_000))
    let slice = try await Task.detached { try lane.source.read(end - 10..<end) }.value
    #expect(slice.range == end - 10..<end && slice.sample(channel: 0, frame: end - 1) > 0.5)
    model.choices.measures = .loudness
    model.measure()
    guard case .impossible(let why) = model.readiness else { throw CancellationError() }
    #expect(why.contains("“growing.wav” still grows"))
    model.choices.measures = nil
    #expect(model.readiness == .ready)
  }

  @Test func `a new name is suggested, in the format that was chosen`() async throws {
    let model = try #require(PictureViewModel(try await opened(Recordings.speech)))
    #expect(model.newName.plain == "speech.png")
    model.choices.format = .svg
    #expect(model.newName.free { $0 == "speech.svg" } == "speech 2.svg")
  }

  @Test func `a clean waveform lies over its recording, which is faded`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    let original = diagram.plots[0], description = try #require(original.description)
    let gated = Gated(try #require(original.source)), length = original.length
    let clean = PlotViewModel(computedFrom: recording.path, options: original.options) {
      SourcePeakReader(
        SourcePeakReader.Request(
          path: recording.path, description: description.ofResult(frames: length), length: length,
          visible: 0..<0), of: gated, samples: gated, onEvent: $0)
    }
    diagram.lanes.insert(clean, over: original)
    try await wait { diagram.plots.count == 2 && diagram.plots.allSatisfy(\.isComplete) }
    let model = try #require(PictureViewModel(diagram))
    model.choices.part = .whole
    let lane = try #require(model.lanes.first), over = try #require(lane.over.first)
    #expect(model.lanes.count == 1 && lane.isFaded && !lane.isComputed && lane.name == nil)
    #expect(over.isComputed && !over.isFaded && !over.look.showsMarks && over.range == lane.range)
    // Its samples are those that are heard, and in no file.
    let columns = [lane, over].map { lane -> WaveformColumns in
      let picture = lane.picture()
      let grid = PixelGrid(framesPerPixel: 3200)
      let geometry = BarGeometry(height: 100, amplitude: AmplitudeScale.fullScale)
      picture.prepare(
        PictureStretch(pixels: grid, grid: grid, range: 0..<10, curveMargin: nil, rows: geometry))
      #expect(picture.warnings.isEmpty)
      return picture.columns(channel: 0, grid: grid, first: 0, count: 10, values: .all)
    }
    #expect(columns[1].high[0] < columns[0].high[0] / 2 && columns[1].high[5] > columns[0].high[5] / 2)
    diagram.lanes.change(diagram.plots[1], .hidden) { $0.isHidden = true }
    #expect(model.lanes.count == 1 && model.lanes[0].over.isEmpty && !model.lanes[0].isFaded)
  }

  @Test func `what lies over another waveform lies over it in the picture`() async throws {
    let diagram = try await opened(Recordings.speech, Recordings.music)
    diagram.lanes.setOver(true, diagram.plots[1])
    let model = try #require(PictureViewModel(diagram))
    let lane = try #require(model.lanes.first)
    #expect(model.lanes.count == 1 && lane.over.count == 1 && lane.over[0].over.isEmpty)
    #expect(lane.name?.contains("speech.wav") == true && lane.name?.contains("music.opus") == true)
  }

  @Test func `gains, spectra and the playhead are those that are seen`() async throws {
    let diagram = try await opened(Recordings.music)
    let plot = diagram.plots[0]
    diagram.lanes.raise(lane: 1, of: plot, by: 6)
    let model = try #require(PictureViewModel(diagram))
    #expect(model.lanes[0].amplitudes.map(\.key) == [1] && !model.showsSpectra)
    #expect(abs(model.lanes[0].amplitudes[1]!.gainInDecibels - 6) < 0.01)
    diagram.transport.movePlayhead(to: 4800)
    #expect(model.lanes[0].playedTo == 4800)
    model.choices.colors = .light
    #expect(model.lanes[0].playedTo == nil)
    diagram.look.spectrogram = SpectrogramLook(
      scale: .logarithmic, colors: .viridis, floor: -70, ceiling: -30)
    diagram.lanes.draw(.both, plot)
    #expect(model.showsSpectra && model.lanes[0].look.style == .both)
    #expect(model.lanes[0].look.spectrogram == diagram.look.spectrogram)
    model.choices.colors = .print
    #expect(model.lanes[0].look.spectrogram.colors == .ink)
  }

  @Test func `a picture of what is heard reaches to its end, even when its window has closed`() async throws {
    let diagram = DiagramViewModel(player: ManualClock())
    diagram.navigation.setWidth(600)
    let stereo = CaptureFormat(
      StreamFormat(sampleRate: 48_000, speakers: [.frontLeft, .frontRight]), .float)
    let input = SuppliedCapture(stereo) { first, buffer in
      usleep(200)
      buffer.update(repeating: 0.25)
      return min(buffer.count / 2, max(0, 100_000 - first))
    }
    try diagram.hear(input, as: "Supplied")
    try await wait { diagram.plots.first?.framesRead ?? 0 > 98_000 }
    let model = try #require(PictureViewModel(diagram))
    #expect(model.folder == nil && model.newName.plain == "Supplied.png")
    let lane = try #require(model.lanes.first), end = try #require(diagram.plots.first).framesRead
    for isOpen in [true, false] {
      if !isOpen { diagram.removeAll() }
      let slice = try await Task.detached { try lane.source.read(end - 10..<end) }.value
      #expect(slice.range == end - 10..<end && slice.sample(channel: 1, frame: end - 1) == 0.25)
    }
  }
}
