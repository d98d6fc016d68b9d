// LanesTests.swift
// Several waveforms in one diagram: order, overlays, places in time, undo; with real recordings, without a window.

import Playback
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct `Several waveforms in a diagram` {
  let diagram = DiagramViewModel(player: ManualClock())

  private func open(_ count: Int) async throws -> [PlotViewModel] {
    diagram.navigation.setWidth(1000)
    let plots = (0..<count).map { PlotViewModel(path: $0 == 1 ? Recordings.music : Recordings.speech) }
    // The axis is that of the first one that is open.
    diagram.lanes.insert(plots[0])
    try await wait { plots[0].sampleRate > 0 }
    for plot in plots.dropFirst() { diagram.lanes.insert(plot) }
    try await wait { plots.allSatisfy(\.isComplete) }
    return plots
  }

  private func numbers(_ lanes: [[PlotViewModel]], _ plots: [PlotViewModel]) -> [[Int]] {
    lanes.map { $0.map { plot in plots.firstIndex { $0 === plot } ?? -1 } }
  }

  @Test func `every waveform is read by itself, and the axis holds the longest`() async throws {
    let plots = try await open(2)
    #expect(plots.allSatisfy { $0.framesRead == $0.length && $0.length > 0 })
    #expect(diagram.sampleRate == plots[0].sampleRate)
    let seconds = plots.map { Double($0.length) / Double($0.sampleRate) }
    let expected = seconds.max()! * Double(diagram.sampleRate)
    #expect(abs(Double(diagram.length) - expected) <= 1)
    #expect(diagram.viewport?.length == diagram.length)
    #expect(diagram.viewport?.isWhole == true)
  }

  @Test func `one that fails leaves the others alone`() async throws {
    let plots = try await open(1)
    let failing = PlotViewModel(path: Recordings.path("no such file"))
    diagram.lanes.add(failing)
    try await wait { failing.isComplete }
    #expect(diagram.lanes.rows.count == 2 && diagram.length == plots[0].length)
    #expect(plots[0].framesRead == plots[0].length)
  }

  @Test func `nothing is drawn over one that could not be read`() async throws {
    let plots = ["no such file.wav", "speech.wav", "tabla.flac"].map {
      PlotViewModel(path: Recordings.path($0))
    }
    for plot in plots { diagram.lanes.add(plot) }
    try await wait { plots[0].isFailed && plots[1].isComplete && plots[2].isComplete }
    #expect(plots.map(diagram.lanes.canDrawOver) == [false, false, true])
    diagram.lanes.move(plots[0], by: 2)
    #expect(diagram.plots.map(diagram.lanes.canDrawOver) == [false, true, false])
  }

  @Test func `each new waveform has a color of its own`() async throws {
    let plots = try await open(4)
    #expect(plots.map(\.settings.color) == [0, 1, 2, 3])
    diagram.lanes.discard(plots[1])
    let next = PlotViewModel(path: Recordings.speech)
    diagram.lanes.insert(next, over: plots[0])
    #expect(next.settings.color == 1)
  }

  @Test func `waveforms lie over the lane that they were put on, in front of those before`() async throws {
    let plots = try await open(3)
    let over = [PlotViewModel(path: Recordings.speech), PlotViewModel(path: Recordings.speech)]
    diagram.lanes.insert(over[0], over: plots[1])
    diagram.lanes.insert(over[1], over: over[0])
    let all = plots + over
    #expect(numbers(diagram.lanes.rows, all) == [[0], [1, 3, 4], [2]])
    #expect(diagram.lanes.base(of: over[1]) === plots[1] && diagram.lanes.base(of: plots[1]) == nil)
    diagram.lanes.move(over[1], by: -1)
    #expect(numbers(diagram.lanes.rows, all) == [[1, 3, 4], [0], [2]])
    diagram.lanes.setOver(false, over[0])
    #expect(numbers(diagram.lanes.rows, all) == [[1, 4], [3], [0], [2]])
    diagram.lanes.remove(plots[1])
    #expect(numbers(diagram.lanes.rows, all) == [[4], [3], [0], [2]])
    diagram.lanes.setOver(true, plots[2])
    #expect(numbers(diagram.lanes.rows, all) == [[4], [3], [0, 2]])
    diagram.lanes.setOver(true, over[1])
    #expect(numbers(diagram.lanes.rows, all) == [[4], [3], [0, 2]], "there is nothing above the first lane")
  }

  @Test func `everything the user does is undone and done again`() async throws {
    let plots = try await open(3)
    func state() -> [String] {
      diagram.plots.map { plot in "\(plots.firstIndex { $0 === plot } ?? -1) \(plot.settings)" }
    }
    var states = [state()]
    let steps: [@MainActor () -> Void] = [
      { diagram.lanes.change(plots[0], .renamed) { $0.name = "One" } },
      { diagram.lanes.change(plots[1], .muted) { $0.isMuted = true } },
      { diagram.lanes.move(plots[2], by: -2) },
      { diagram.lanes.setOver(true, plots[1]) },
      { diagram.lanes.change(plots[1], .shifted(lane: 0)) { $0.offset = 5000 } },
      { diagram.lanes.remove(plots[0]) },
      { diagram.lanes.change(plots[2], .resized) { $0.height = .tall } },
      { diagram.lanes.change(plots[2], .hidden) { $0.isHidden = true } },
    ]
    for step in steps {
      step()
      #expect(state() != states.last)
      states.append(state())
    }
    for expected in states.dropLast().reversed() {
      diagram.lanes.undo()
      #expect(state() == expected)
    }
    #expect(diagram.lanes.undoChange == nil)
    for expected in states.dropFirst() {
      diagram.lanes.redo()
      #expect(state() == expected)
    }
    #expect(diagram.lanes.redoChange == nil)
  }

  @Test func `the unit of amplitudes is undone, and names and heights are steps of their own`() async throws {
    let plots = try await open(1)
    diagram.lanes.measure(in: .linear)
    #expect(diagram.lanes.undoChange == nil)
    diagram.lanes.change(plots[0], .renamed) { $0.name = "One" }
    diagram.lanes.measure(in: .decibels)
    diagram.lanes.normalize(true)
    #expect(diagram.lanes.undoChange == .normalized)
    diagram.lanes.undo()
    #expect(diagram.look.amplitude.unit == .decibels && !diagram.look.isNormalized)
    diagram.lanes.undo()
    #expect(diagram.look.amplitude.unit == .linear && plots[0].settings.name == "One")
    diagram.lanes.redo()
    #expect(diagram.look.amplitude.unit == .decibels && !diagram.look.isNormalized)
    diagram.lanes.undo()
    diagram.lanes.undo()
    #expect(plots[0].settings.name == nil && diagram.look.amplitude.unit == .linear)
  }

  @Test func `a change that changes nothing is none`() async throws {
    let plots = try await open(1)
    diagram.lanes.change(plots[0], .muted) { $0.isMuted = false }
    diagram.lanes.move(plots[0], by: 1)
    diagram.lanes.remove(plots[0])
    #expect(diagram.lanes.undoChange == nil && diagram.plots.count == 1, "the last waveform stays")
  }

  @Test func `a drag is undone as one`() async throws {
    let plots = try await open(2)
    for offset in 1...20 { diagram.lanes.change(plots[1], .dragged(lane: 1)) { $0.offset = offset } }
    diagram.lanes.endChange()
    diagram.lanes.change(plots[1], .dragged(lane: 1)) { $0.offset = 100 }
    diagram.lanes.undo()
    #expect(plots[1].settings.offset == 20)
    diagram.lanes.undo()
    #expect(plots[1].settings.offset == 0)
  }

  @Test func `what can be undone is told by its kind`() async throws {
    let plots = try await open(3)
    let (lanes, number) = (diagram.lanes, plots[1].number)
    let steps: [(LaneChange, @MainActor () -> Void)] = [
      (.soloed, { lanes.change(plots[0], .soloed) { $0.isSoloed = true } }),
      (.reordered(lane: number), { lanes.move(plots[1], by: 1) }),
      (.drawnOver, { lanes.setOver(true, plots[1]) }),
      (.drawnAlone, { lanes.setOver(false, plots[1]) }),
      (.removed, { lanes.remove(plots[2]) }),
      (.added, { lanes.add(PlotViewModel(path: Recordings.speech)) }),
    ]
    for (change, step) in steps {
      step()
      #expect(lanes.undoChange == change && lanes.redoChange == nil)
    }
    for (change, _) in steps.reversed() {
      #expect(lanes.undoChange == change)
      lanes.undo()
      #expect(lanes.redoChange == change)
    }
  }

  @Test func `drags of two waveforms are undone one by one`() async throws {
    let plots = try await open(2)
    for plot in plots {
      for offset in 1...3 {
        diagram.lanes.change(plot, .dragged(lane: plot.number)) { $0.offset = offset * 100 }
      }
    }
    diagram.lanes.undo()
    #expect(plots.map(\.settings.offset) == [300, 0])
    diagram.lanes.undo()
    #expect(plots.map(\.settings.offset) == [0, 0])
  }

  @Test func `moves of two waveforms are undone one by one`() async throws {
    let plots = try await open(3)
    diagram.lanes.move(plots[0], by: 1)
    diagram.lanes.move(plots[2], by: -1)
    #expect(numbers(diagram.lanes.rows, plots) == [[1], [2], [0]])
    diagram.lanes.undo()
    #expect(numbers(diagram.lanes.rows, plots) == [[1], [0], [2]])
    diagram.lanes.undo()
    #expect(numbers(diagram.lanes.rows, plots) == [[0], [1], [2]])
  }

  @Test func `the axis grows and shrinks with a waveform that moves`() async throws {
    let plots = try await open(2)
    let length = diagram.length
    diagram.lanes.change(plots[0], .shifted(lane: 0)) { $0.offset = length }
    #expect(diagram.length == length + plots[0].length)
    #expect(diagram.viewport?.length == diagram.length)
    diagram.lanes.undo()
    #expect(diagram.length == length && diagram.viewport?.length == length)
    diagram.lanes.change(plots[0], .shifted(lane: 0)) { $0.offset = .max }
    #expect(plots[0].settings.offset == 1 << 45)
  }

  @Test func `what a waveform has under the pointer is what lies there`() async throws {
    let plots = try await open(1)
    let plot = plots[0]
    let view = Viewport(length: diagram.length, width: 1000)
    let here = plot.value(at: 300, channels: [0], in: view, diagram.placement(of: plot))
    diagram.lanes.change(plot, .shifted(lane: 0)) { $0.offset = Int(view.framesPerPixel * 100) }
    let there = plot.value(at: 400, channels: [0], in: view, diagram.placement(of: plot))
    #expect(here.amplitude != nil && abs((here.amplitude ?? 0) - (there.amplitude ?? 0)) < 0.2)
    let before = plot.value(at: 50, channels: [0], in: view, diagram.placement(of: plot))
    #expect(before.amplitude == nil, "it has not begun there")
  }

  @Test func `a removed waveform can be seen and read again`() async throws {
    let plots = try await open(2)
    diagram.lanes.remove(plots[0])
    let source = plots[0].source
    diagram.lanes.undo()
    #expect(diagram.plots.first === plots[0])
    #expect(plots[0].source !== source, "its samples are opened anew")
    let slice = try plots[0].source!.read(0..<100)
    #expect(slice.range == 0..<100)
  }

  @Test func `what the program discards does not come back`() async throws {
    let plots = try await open(2)
    diagram.lanes.change(plots[0], .muted) { $0.isMuted = true }
    diagram.lanes.discard(plots[1])
    diagram.lanes.undo()
    #expect(diagram.plots.count == 1 && !plots[0].settings.isMuted)
  }

  @Test func `taking all out forgets what could be undone`() async throws {
    let plots = try await open(2)
    diagram.lanes.remove(plots[1])
    diagram.removeAll()
    #expect(diagram.lanes.undoChange == nil && diagram.sampleRate == 0 && diagram.length == 0)
  }

  @Test func `what lies between silences is selected in the lane that is meant`() async throws {
    let plots = try await open(2)
    diagram.lanes.change(plots[1], .shifted(lane: 1)) { $0.offset = 20_000 }
    let placement = diagram.placement(of: plots[1])
    let place = Int(placement.axisPosition(of: Double(plots[1].length / 2)))
    let expected = try #require(
      plots[1].sound(around: Int(placement.position(ofAxis: Double(place))), channels: [0]))
    diagram.selectSound(around: place, of: plots[1], channels: [0])
    let found = try #require(diagram.selection).range
    #expect(found == placement.axisFrames(within: expected).clamped(toLength: diagram.length))
    diagram.clearSelection()
    diagram.selectSound(around: 19_000, of: plots[1], channels: [0])
    #expect(diagram.selection == nil, "the lane has not begun there")
    diagram.selectSound(around: 19_000, of: plots[0], channels: [0])
    #expect(diagram.selection?.range.contains(19_000) == true)
  }
}
