// NudgingTests.swift
// Small steps of an edge: how far, of which edge, and to the next zero crossing of a real file.

import AudioDecoding
import Foundation
import Playback
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct `Nudging edges` {
  private let diagram = DiagramViewModel(player: ManualClock())

  private func open() async throws {
    diagram.navigation.setWidth(500)
    diagram.lanes.insert(PlotViewModel(path: Recordings.speech))
    try await wait { diagram.plots[0].isComplete }
    diagram.navigation.show(.direct) { $0.placed(start: 0, framesPerPixel: 8) }
  }

  @Test func `a frame, a pixel, a millisecond`() async throws {
    try await open()
    diagram.select(Selection(1000..<2000))
    diagram.settleSelection()
    let rate = Double(diagram.sampleRate)
    for (step, frames) in [
      (NudgeStep.frame, 1), (.pixels(1), 8), (.pixels(10), 80), (.millisecond, Int((rate / 1000).rounded())),
    ] {
      diagram.nudge(by: step, isForward: true)
      #expect(diagram.selection?.range == 1000..<2000 + frames)
      diagram.nudge(by: step, isForward: false)
      #expect(diagram.selection?.range == 1000..<2000)
    }
    diagram.navigation.show(.direct) { $0.placed(start: 0, framesPerPixel: 0.1) }
    diagram.nudge(by: .pixels(1), isForward: true)
    #expect(diagram.selection?.range == 1000..<2001, "a frame at least")
    #expect(diagram.lanes.undoChange == .selection(.nudged))
    diagram.lanes.undo()
    #expect(diagram.selection?.range == 1000..<2000)
  }

  @Test func `the other edge moves once they are exchanged, also across the first`() async throws {
    try await open()
    #expect(diagram.exchangeEdges() == nil)
    diagram.select(Selection(1000..<1002))
    diagram.settleSelection()
    #expect(diagram.exchangeEdges() == .start)
    diagram.nudge(by: .frame, isForward: true)
    #expect(diagram.selection?.range == 1001..<1002)
    for _ in 0..<11 { diagram.nudge(by: .frame, isForward: false) }
    #expect(diagram.selection?.range == 990..<1002)
    #expect(diagram.exchangeEdges() == .end)
    for _ in 0..<5 { diagram.nudge(by: .frame, isForward: true) }
    #expect(diagram.selection?.range == 990..<1007)
    for _ in 0..<3000 { diagram.nudge(by: .frame, isForward: false) }
    #expect(diagram.selection?.range == 0..<990, "not beyond the beginning")
  }

  @Test func `without a selection one begins at the playhead`() async throws {
    try await open()
    diagram.transport.movePlayhead(to: 500)
    diagram.nudge(by: .frame, isForward: true)
    #expect(diagram.selection == Selection(anchor: 500, head: 501))
  }

  /// The crossings of the file, found in the plainest way.
  private func crossings() throws -> [Int] {
    var reader = try AudioFileReader(path: Recordings.speech)
    let channels = reader.description.channels
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096 * channels)
    defer { buffer.deallocate() }
    var sums: [Float] = []
    while case let count = try reader.read(into: buffer), count > 0 {
      sums += (0..<count).map { frame in buffer[frame * channels..<(frame + 1) * channels].reduce(0, +) }
    }
    return (1..<sums.count).filter { (sums[$0] < 0) != (sums[$0 - 1] < 0) }
  }

  @Test(arguments: [0, 3000]) func `to the next zero crossing, on both sides`(offset: Int) async throws {
    try await open()
    let other = PlotViewModel(path: Recordings.speech)
    diagram.lanes.add(other)
    try await wait { other.isComplete }
    diagram.lanes.change(other, .shifted(lane: 1)) { $0.offset = offset }
    let crossings = try crossings().map { $0 + offset }
    diagram.select(Selection(anchor: 50_000, head: 60_000))
    diagram.settleSelection()
    var head = 60_000
    for isForward in [true, true, true, false, false, false, false, false, true] {
      head = try #require(isForward ? crossings.first { $0 > head } : crossings.last { $0 < head })
      diagram.nudgeToCrossing(of: other, isForward: isForward)
      try await wait { diagram.selection?.head == head }
    }
    #expect(diagram.selection?.anchor == 50_000)
    // Keys that come faster than the samples are served one after the other.
    let ahead = crossings.filter { $0 > head }
    for _ in 0..<20 { diagram.nudgeToCrossing(of: other, isForward: true) }
    try await wait { diagram.selection?.head == ahead[19] }
    // Before the first one there is none.
    diagram.select(Selection(anchor: 70_000, head: crossings[0]))
    diagram.settleSelection()
    diagram.nudgeToCrossing(of: other, isForward: false)
    diagram.nudgeToCrossing(of: other, isForward: true)
    try await wait { diagram.selection?.head == crossings[1] }
  }
}
