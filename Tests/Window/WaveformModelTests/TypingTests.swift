// TypingTests.swift
// Typing into the read-outs: what each field takes, what it does, and what it leaves alone.

import Playback
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct `Typing places` {
  private let diagram = DiagramViewModel(player: ManualClock())

  private func open() async throws -> Int {
    diagram.navigation.setWidth(500)
    diagram.lanes.insert(PlotViewModel(path: Recordings.speech))
    try await wait { diagram.plots[0].isComplete }
    return diagram.sampleRate
  }

  private func refusal(_ text: String, _ field: TypedField) -> TypedTimeError? {
    do throws(TypedTimeError) { try diagram.type(text, into: field) } catch { return error }
    return nil
  }

  @Test func `the playhead goes where it is told, and the view follows it`() async throws {
    let rate = try await open()
    try diagram.type("0:05", into: .playhead)
    #expect(diagram.playhead == Double(5 * rate) && diagram.viewport?.isWhole == true)
    try diagram.type("-1.5", into: .playhead)
    #expect(diagram.playhead == 3.5 * Double(rate))
    try diagram.type("50%", into: .playhead)
    #expect(diagram.playhead == Double(diagram.length / 2))
    diagram.navigation.show(.direct) { $0.placed(start: 0, framesPerPixel: 10) }
    try diagram.type("5 s", into: .playhead)
    let view = try #require(diagram.viewport)
    #expect(abs(view.pixel(ofFrame: diagram.playhead) - view.width / 2) <= 1, "in the middle of the view")
    try diagram.type("+20f", into: .playhead)
    #expect(diagram.viewport == view, "it is in view already")
    #expect(refusal("1:00:00", .playhead) == .after(diagram.length))
    #expect(diagram.playhead == Double(5 * rate + 20) && diagram.viewport == view)
  }

  @Test func `start, end and length move one edge each`() async throws {
    _ = try await open()
    diagram.select(Selection(1000..<2000))
    diagram.settleSelection()
    for (field, text, range) in [
      (TypedField.start, "500f", 500..<2000), (.end, "+100f", 500..<2100), (.length, "1000f", 500..<1500),
      (.length, "-1f", 500..<1499), (.start, "1498f", 1498..<1499),
    ] {
      try diagram.type(text, into: field)
      #expect(diagram.selection?.range == range)
    }
    let before = diagram.selection
    #expect(refusal("1499f", .start) == .after(1498))
    #expect(refusal("1498f", .end) == .before(1499))
    #expect(refusal("0f", .length) == .before(1))
    #expect(refusal("100%", .length) == .after(diagram.length - 1498))
    #expect(diagram.selection == before)
  }

  @Test func `without a selection one is typed from the playhead on`() async throws {
    let rate = try await open()
    try diagram.type("1", into: .start)
    #expect(diagram.selection == nil && diagram.playhead == Double(rate))
    #expect(diagram.text(of: .start) == diagram.text(of: .playhead))
    #expect(refusal("0.5", .end) == .before(rate + 1))
    try diagram.type("+0.5", into: .end)
    #expect(diagram.selection?.range == rate..<rate + rate / 2)
    diagram.clearSelection()
    try diagram.type("100f", into: .length)
    #expect(diagram.selection == Selection(anchor: rate, head: rate + 100))
    diagram.clearSelection()
    diagram.transport.movePlayhead(to: Double(diagram.length))
    #expect(refusal("1", .end) != nil && refusal("1", .length) != nil)
    try diagram.type("100%", into: .end)
    #expect(diagram.selection == nil, "nothing begins at the end")
    #expect([TypedField.start, .end, .length].map { $0.next(isForward: true) } == [.end, .length, .start])
    #expect([TypedField.start, .end, .length].map { $0.next(isForward: false) } == [.length, .start, .end])
    #expect(TypedField.playhead.next(isForward: true) == nil)
  }
}
