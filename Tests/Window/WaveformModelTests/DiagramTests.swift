// DiagramTests.swift
// Opening, zooming and selecting in a diagram, with a real recording and without a window.

import Foundation
import Playback
import SystemPackage
import Testing
import WaveformCore
import WaveformModel

@MainActor @Suite struct `A diagram` {
  let diagram = DiagramViewModel(player: ManualClock())

  private func open(_ path: FilePath = Recordings.speech) async throws -> PlotViewModel {
    diagram.navigation.setWidth(1000)
    let plot = PlotViewModel(path: path)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete }
    return plot
  }

  @Test func `a recording fills the view and is complete`() async throws {
    let plot = try await open()
    #expect(plot.length > 0 && plot.framesRead == plot.length)
    #expect(diagram.length == plot.length)
    #expect(diagram.sampleRate == 16_000)
    #expect(plot.report?.warnings == [])
    let viewport = try #require(diagram.viewport)
    #expect(viewport.isWhole && viewport.width == 1000 && viewport.length == plot.length)
    let columns = plot.columns(channel: 0, grid: viewport.grid, first: 0, count: 1000)
    #expect((0..<1000).allSatisfy { !columns.isEmpty(at: $0) })
    #expect((columns.high.max() ?? 0) > 0.1)
  }

  @Test func `below the bins the samples themselves are read and replace the bins`() async throws {
    let plot = try await open()
    let before = plot.revision
    let viewport = Viewport(length: plot.length, width: 1000).zoomed(toFramesPerPixel: 1, around: 500)
    #expect(viewport.framesPerPixel == 1)
    #expect(!plot.isExact(grid: viewport.grid, first: viewport.firstPixel, count: 1000))
    let standIn = plot.columns(channel: 0, grid: viewport.grid, first: viewport.firstPixel, count: 1000)
    #expect((0..<1000).allSatisfy { !standIn.isEmpty(at: $0) }, "the bins stand in")
    plot.prepare(visible: viewport.visibleFrames, grid: viewport.grid)
    try await wait { plot.revision > before }
    #expect(plot.isExact(grid: viewport.grid, first: viewport.firstPixel, count: 1000))
    let exact = plot.columns(channel: 0, grid: viewport.grid, first: viewport.firstPixel, count: 1000)
    #expect(exact.low == exact.high, "one frame per pixel is one value per pixel")
    // The bins that stood in enclose the samples, to the rounding of a 16-bit value.
    for column in 0..<1000 {
      #expect(exact.low[column] >= standIn.low[column] && exact.high[column] <= standIn.high[column])
    }
  }

  @Test func `while sound comes, commands act at the frame that comes next, unless a recording plays`()
    async throws
  {
    _ = try await open()
    diagram.transport.movePlayhead(to: 100)
    diagram.live.frames = { 5000 }
    #expect(diagram.presentFrame == 100, "none comes yet")
    diagram.live.isComing = true
    #expect(diagram.presentFrame == 5000)
    diagram.togglePlayback()
    #expect(diagram.presentFrame == 100)
  }

  @Test func `a missing file fails and leaves the diagram empty`() async throws {
    let plot = PlotViewModel(path: Recordings.path("no such file"))
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete }
    guard case .failed(let error) = plot.state else {
      Issue.record("it opened")
      return
    }
    #expect(error.code == .notFound)
    #expect(diagram.viewport == nil && diagram.length == 0)
  }

  @Test func `taking a recording out while it is read silences its reader`() async throws {
    let recording = try EndlessRecording()
    let plot = PlotViewModel(path: recording.path)
    diagram.lanes.insert(plot)
    // Without a turn of the main actor, which may be long in coming: it is still being read.
    let end = Date(timeIntervalSinceNow: 30)
    while !recording.isOpen, Date() < end { usleep(1000) }
    try #require(recording.isOpen)
    diagram.removeAll()
    #expect(diagram.plots.isEmpty && diagram.viewport == nil && diagram.selection == nil)
    // It ends after the block at hand, long before the recording's end. As long as it reads, the file is open.
    try await wait { !recording.isOpen }
    // The turns of the main actor that its events asked for come before this one.
    await Task { @MainActor in }.value
    #expect(plot.framesRead == 0 && !plot.isComplete, "what it still said was heard")
  }

  @Test func `zooming to the selection and again goes back`() async throws {
    _ = try await open()
    diagram.navigation.zoom(by: 2, around: 200)
    let before = diagram.viewport
    diagram.select(Selection(40_000..<60_000))
    diagram.toggleSelectionZoom()
    let inside = try #require(diagram.viewport)
    #expect(inside.visibleFrames.lowerBound <= 40_000 && inside.visibleFrames.upperBound >= 60_000)
    #expect(abs(inside.span - 20_000) < 1)
    #expect(diagram.navigation.canLeaveSelectionZoom)
    diagram.toggleSelectionZoom()
    #expect(diagram.viewport == before)
    #expect(!diagram.navigation.canLeaveSelectionZoom)
  }

  @Test func `any other move forgets the way back`() async throws {
    _ = try await open()
    diagram.select(Selection(40_000..<60_000))
    diagram.toggleSelectionZoom()
    diagram.navigation.pan(by: 10)
    #expect(!diagram.navigation.canLeaveSelectionZoom)
  }

  @Test func `a selection survives zoom, pan, resize and style`() async throws {
    _ = try await open()
    diagram.select(Selection(anchor: 60_000, head: 40_000))
    diagram.navigation.zoom(by: 8, around: 700)
    diagram.navigation.pan(by: -300)
    diagram.navigation.setWidth(333)
    diagram.look.style = .envelope
    #expect(diagram.selection?.range == 40_000..<60_000)
  }

  @Test func `a selection stays within the recording`() async throws {
    let plot = try await open()
    diagram.select(Selection(anchor: -5, head: plot.length + 5))
    #expect(diagram.selection?.range == 0..<plot.length)
    diagram.clearSelection()
    #expect(diagram.selection == nil)
    diagram.selectAll()
    #expect(diagram.selection?.range == 0..<plot.length)
  }

  @Test func `keys extend the selection from the playhead and shrink it to nothing`() async throws {
    _ = try await open()
    diagram.transport.movePlayhead(to: 1000)
    diagram.nudge(by: .pixels(10), isForward: true)
    let length = try #require(diagram.selection?.range.count)
    #expect(diagram.selection?.range.lowerBound == 1000)
    #expect(abs(Double(length) - 10 * diagram.viewport!.framesPerPixel) <= 1)
    diagram.nudge(by: .pixels(10), isForward: false)
    #expect(diagram.selection == nil)
    diagram.extendSelection(toEnd: true)
    #expect(diagram.selection?.range == 1000..<diagram.length)
  }

  @Test func `a selection head beyond the view is brought into it`() async throws {
    _ = try await open()
    diagram.navigation.zoom(by: 16, around: 0)
    diagram.transport.movePlayhead(to: 0)
    diagram.extendSelection(toEnd: true)
    let viewport = try #require(diagram.viewport)
    #expect(viewport.visibleFrames.upperBound == diagram.length)
  }

  @Test func `a click with Shift moves the nearer edge`() async throws {
    _ = try await open()
    diagram.select(Selection(40_000..<60_000))
    diagram.extendSelection(to: 30_000)
    #expect(diagram.selection?.range == 30_000..<60_000)
    diagram.extendSelection(to: 58_000)
    #expect(diagram.selection?.range == 30_000..<58_000)
  }
}
