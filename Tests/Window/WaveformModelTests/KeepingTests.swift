// KeepingTests.swift
// A view that was kept comes back, whatever is known first: the length, the width of the view, or what was kept.

import Playback
import Projects
import Testing
import WaveformCore

@testable import WaveformModel

/// A companion of the lanes that keeps something with a recording.
@MainActor private final class Keeper: LaneCompanion {
  var noise = KeptNoise()

  func keep(_ plot: PlotViewModel, in kept: inout KeptRecording) { kept.noise = noise }
  func restore(_ kept: KeptRecording, _ plot: PlotViewModel) { noise = kept.noise }
}

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

  private func keeper(of diagram: DiagramViewModel) -> Keeper { diagram.model { _ in Keeper() } }

  /// - Parameters:
  ///   - width: of the view before the recording is opened; nil: it gets one only afterwards.
  ///   - isLate: true when the recording has been read before it is known what was kept.
  private func reopened(width: Int?, isLate: Bool) async throws -> DiagramViewModel {
    let diagram = DiagramViewModel(player: ManualClock())
    _ = keeper(of: diagram)
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
    #expect(diagram.plots[0].gains[0] == 6 && keeper(of: diagram).noise == Self.kept.noise)
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
