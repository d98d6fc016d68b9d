// KeepingTests.swift
// A view that was kept comes back, whatever is known first: the length, the width of the view, or what was kept.

import Playback
import Projects
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct `Views that are kept` {
  static let length = 246_240

  private static var kept: KeptRecording {
    var view = KeptView()
    view.visible = 100_000..<150_000
    view.selection = 110_000..<120_000
    view.playhead = 115_000
    view.isLooping = true
    return KeptRecording(
      view: view, gains: KeptGains(LaneGains(common: 6, own: [:]), channels: .separate),
      noise: KeptNoise(profile: nil, settings: .init(reduction: 30), isClean: false, listening: "original"))
  }

  /// - Parameters:
  ///   - width: of the view before the recording is opened; nil: it gets one only afterwards.
  ///   - isLate: true when the recording has been read before it is known what was kept.
  private func reopened(width: Int?, isLate: Bool) async throws -> DiagramViewModel {
    let diagram = DiagramViewModel(player: ManualClock())
    // As the feature does with each window: it has to be there before what was kept comes back.
    _ = diagram.noise
    if let width { diagram.navigation.setWidth(width) }
    diagram.lanes.insert(PlotViewModel(path: Recordings.speech))
    if isLate { try await wait { diagram.plots[0].isComplete } }
    diagram.restore(Self.kept)
    try await wait { diagram.plots[0].isComplete }
    if width == nil { diagram.navigation.setWidth(500) }
    return diagram
  }

  @Test(arguments: [nil, 500, 1000], [false, true])
  func `all comes back in whatever order`(width: Int?, isLate: Bool) async throws {
    let diagram = try await reopened(width: width, isLate: isLate)
    let view = try #require(diagram.viewport)
    #expect(view.start == 100_000 && view.framesPerPixel == 50_000 / Double(width ?? 500))
    #expect(diagram.selection?.range == 110_000..<120_000 && diagram.playhead == 115_000)
    #expect(diagram.transport.loop == 110_000..<120_000)
    #expect(diagram.plots[0].gains[0] == 6 && diagram.noise.settings.reduction == 30)
    #expect(diagram.keptRecording == Self.kept)
    #expect(!diagram.navigation.canGoBack && diagram.lanes.undoChange == nil)
    #expect(diagram.restorer == nil)
    #expect(!diagram.navigation.hasZoomed, "nobody has")
    diagram.navigation.zoomOut()
    #expect(diagram.navigation.hasZoomed)
  }

  @Test func `what the user does first stays`() async throws {
    let diagram = DiagramViewModel(player: ManualClock())
    diagram.navigation.setWidth(500)
    diagram.lanes.insert(PlotViewModel(path: Recordings.speech))
    diagram.restore(Self.kept)
    try await wait { diagram.viewport != nil && diagram.playhead == 115_000 }
    diagram.clearSelection()
    diagram.transport.movePlayhead(to: 3)
    diagram.navigation.zoomOut()
    try await wait { diagram.plots[0].isComplete }
    diagram.navigation.setWidth(600)
    #expect(diagram.selection == nil && diagram.playhead == 3 && diagram.viewport?.isWhole == true)
  }

  @Test func `a view that was restored is one like any other afterwards`() async throws {
    let diagram = try await reopened(width: 500, isLate: false)
    // A wider window shows more, at the same zoom.
    diagram.navigation.setWidth(600)
    #expect(diagram.viewport?.framesPerPixel == 100)
    diagram.removeAll()
    diagram.lanes.insert(PlotViewModel(path: Recordings.speech))
    try await wait { diagram.plots[0].isComplete }
    #expect(diagram.viewport?.isWhole == true && diagram.selection == nil && diagram.playhead == 0)
  }

  @Test func `what lies beyond the end is brought in`() async throws {
    var kept = Self.kept
    kept.view.visible = 200_000..<400_000
    kept.view.selection = 200_000..<300_000
    kept.view.playhead = 1e9
    let diagram = DiagramViewModel(player: ManualClock())
    diagram.navigation.setWidth(500)
    diagram.lanes.insert(PlotViewModel(path: Recordings.speech))
    diagram.restore(kept)
    try await wait { diagram.plots[0].isComplete }
    #expect(diagram.selection?.range == 200_000..<Self.length && diagram.playhead == Double(Self.length))
    #expect(diagram.viewport.map { $0.start + $0.span <= Double(Self.length) + 1 } == true)
  }

  @Test func `the place of a recording in a set is none in its file`() async throws {
    let diagram = try await reopened(width: 500, isLate: false)
    diagram.lanes.change(diagram.plots[0], .shifted(lane: 1)) { $0.offset = 5 }
    #expect(diagram.keptRecording == nil)
  }

  @Test func `several recordings are not kept as one`() async throws {
    let diagram = DiagramViewModel(player: ManualClock())
    #expect(diagram.keptRecording == nil)
    diagram.lanes.insert(PlotViewModel(path: Recordings.speech))
    diagram.lanes.insert(PlotViewModel(path: Recordings.speech))
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
    #expect(diagram.keptRecording == nil)
  }
}

@MainActor @Suite struct `Noise reduction that is kept`: NoisyDiagram {
  let diagram = DiagramViewModel(player: ManualClock())

  @Test func `the clean waveform is computed again, and that is no step`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    noise.settings.reduction = 33
    noise.listening = .residue
    let kept = try #require(diagram.keptRecording)
    diagram.removeAll()
    noise.settings = .init()
    // While it is still being opened.
    diagram.lanes.insert(PlotViewModel(path: recording.path))
    diagram.restore(kept)
    try await wait { noise.plot?.isComplete == true }
    #expect(noise.kept == kept.noise && diagram.lanes.undoChange == nil)
    noise.settings.reduction = 10
    #expect(noise.plot != nil)
  }

  @Test func `a long one is computed when somebody asks for it, and is kept meanwhile`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    let kept = try #require(diagram.keptRecording)
    diagram.removeAll()
    noise.treatments.mostUnasked = recording.samples.count - 1
    let next = PlotViewModel(path: recording.path)
    diagram.lanes.insert(next)
    diagram.restore(kept)
    try await wait { noise.isWaiting }
    #expect(noise.plot == nil && noise.progress == nil && noise.waitingCount == 1 && next.isComplete)
    #expect(noise.listening == .original && noise.profile == kept.noise.profile)
    #expect(NoiseHint(diagram).text.contains("was cleaned"))
    #expect(diagram.keptRecording?.noise.isClean == true, "it is no less kept than before")
    noise.cleanAgain()
    #expect(!noise.isWaiting)
    try await wait { noise.plot?.isComplete == true }
    #expect(noise.kept == kept.noise && diagram.lanes.undoChange != nil)
  }
}
