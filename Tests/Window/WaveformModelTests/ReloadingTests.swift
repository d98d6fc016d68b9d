// ReloadingTests.swift
// A file that is read again in place: what stays, what is cut to the new length, and what is said.

import Foundation
import HostIO
import Playback
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite final class `Reading a file again` {
  let diagram = DiagramViewModel(player: ManualClock())
  nonisolated let path = FilePath(NSTemporaryDirectory()).appending(
    "barline-reload-\(UInt64.random(in: 0...(.max))).wav")

  deinit { unlink(path.string) }

  /// A mono WAV file of so many frames, all of one value.
  private func write(_ frames: Int, value: Int16, to path: FilePath? = nil) {
    let bytes = WaveFile([Int16](repeating: value, count: frames)).bytes
    let file = fopen((path ?? self.path).string, "w")!
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  private func open(frames: Int = 100_000) async throws {
    write(frames, value: 1000)
    diagram.navigation.setWidth(1000)
    diagram.lanes.insert(PlotViewModel(path: path))
    try await wait { self.diagram.plots[0].isComplete }
    diagram.navigation.zoom(by: 4, around: 900)
    diagram.select(Selection(50_000..<60_000))
    diagram.transport.movePlayhead(to: 70_000)
  }

  private var loudest: Float {
    diagram.plots[0].columns(channel: 0, grid: diagram.viewport!.grid, first: 0, count: 10).high.max() ?? 0
  }

  @Test func `zoom, selection and playhead stay`() async throws {
    try await open()
    let viewport = diagram.viewport
    let before = diagram.plots[0]
    write(100_000, value: 20_000)
    diagram.reloader.reload()
    #expect(diagram.plots[0] === before, "what was read is shown until there is something else")
    try await wait { self.diagram.plots[0] !== before && self.diagram.plots[0].isComplete }
    #expect(diagram.viewport == viewport)
    #expect(diagram.selection?.range == 50_000..<60_000)
    #expect(diagram.playhead == 70_000)
    #expect(diagram.reloader.reloadCount == 1)
    #expect(loudest > 0.5, "the new picture")
  }

  @Test func `lanes stay as tall as they were drawn`() async throws {
    try await open()
    let before = diagram.plots[0]
    diagram.lanes.raise(lane: 0, of: before, by: 12)
    diagram.look.isNormalized = true
    let gain = diagram.look(ofLane: 0, in: before).amplitude.gain
    write(100_000, value: 20_000)
    diagram.reloader.reload()
    try await wait { self.diagram.plots[0] !== before }
    #expect(diagram.plots[0].gains == before.gains && !before.gains.isUnchanged)
    let after = diagram.plots[0]
    #expect(after.isComplete || diagram.look(ofLane: 0, in: after).amplitude.gain == gain)
  }

  @Test func `what lies beyond the new end is cut`() async throws {
    try await open()
    let before = diagram.plots[0]
    write(55_000, value: 1000)
    diagram.reloader.reload()
    try await wait { self.diagram.plots[0] !== before && self.diagram.plots[0].isComplete }
    #expect(diagram.length == 55_000)
    #expect(diagram.selection?.range == 50_000..<55_000)
    #expect(diagram.playhead == 55_000)
    let viewport = try #require(diagram.viewport)
    #expect(viewport.start + viewport.span <= 55_000)
  }

  @Test func `a reading that fails says why and changes nothing`() async throws {
    try await open()
    let before = diagram.plots[0]
    unlink(path.string)
    diagram.reloader.reload()
    try await wait { self.diagram.reloader.failure != nil }
    #expect(diagram.reloader.failure?.code == .notFound)
    #expect(diagram.plots[0] === before && diagram.plots[0].framesRead == 100_000)
    #expect(diagram.reloader.pending.isEmpty)
    // The next one that works takes it back.
    write(100_000, value: 1000)
    diagram.reloader.reload()
    #expect(diagram.reloader.failure == nil)
    try await wait { self.diagram.plots[0] !== before }
  }

  @Test func `a second wish while one is being tried is the same wish`() async throws {
    try await open()
    for _ in 0..<20 { diagram.reloader.reload() }
    #expect(diagram.reloader.pending.count == 1)
    try await wait { self.diagram.reloader.reloadCount > 0 }
    #expect(diagram.reloader.reloadCount == 1)
  }

  @Test func `growth replaces the picture once it has been read as far`() async throws {
    try await open()
    let before = diagram.plots[0]
    let file = fopen(path.string, "a")!
    fwrite([UInt8](repeating: 9, count: 100_000), 1, 100_000, file)
    fclose(file)
    write(150_000, value: 2000, to: path)
    before.fileBecame(.grown(by: 100_000))
    #expect(before.change == .unchanged, "nobody has to be told")
    try await wait { self.diagram.plots[0] !== before }
    #expect(diagram.plots[0].framesRead >= 100_000)
    try await wait { self.diagram.plots[0].isComplete }
    #expect(diagram.length == 150_000)
  }

  @Test func `what became of the file is told, the latest`() async throws {
    try await open()
    let plot = diagram.plots[0]
    for change in [FileChange.truncated(by: 5), .rewritten, .replaced, .deleted, .permissionLost, .unchanged]
    {
      plot.fileBecame(change)
      #expect(plot.change == change)
    }
    plot.fileBecame(.deleted)
    plot.fileBecame(.touched)
    #expect(plot.change == .unchanged, "it is back, and read again by itself")
  }

  @Test func `a closed diagram lets go of readings under way`() async throws {
    try await open()
    diagram.reloader.reload()
    diagram.removeAll()
    #expect(diagram.reloader.pending.isEmpty && diagram.plots.isEmpty)
  }
}

@Suite struct `A view of a growing recording` {
  @Test func `is at the end when the last frame is visible in part of the whole`() {
    var viewport = Viewport(length: 10_000, width: 100)
    #expect(!viewport.isAtEnd, "the whole stays the whole")
    viewport = viewport.zoomed(by: 4, around: 100)
    #expect(viewport.isAtEnd)
    #expect(!viewport.panned(by: -3).isAtEnd)
    let grown = viewport.withLength(20_000)
    #expect(!grown.isAtEnd && grown.start == viewport.start)
    #expect(grown.atEnd().isAtEnd && grown.atEnd().framesPerPixel == viewport.framesPerPixel)
    #expect(grown.atEnd().start + grown.atEnd().span == 20_000)
  }
}
