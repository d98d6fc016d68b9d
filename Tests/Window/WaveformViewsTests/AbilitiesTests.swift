// AbilitiesTests.swift
// Which commands make sense with what a window shows.

import Functions
import GtkBridge
import Playback
import SystemPackage
import Testing
import WaveformModel

@testable import WaveformViews

@MainActor @Suite struct AbilitiesTests {
  @Test func `what reads a file again needs a file`() throws {
    let diagram = DiagramViewModel(player: SilentPlayer()), export = ExportProgress()
    defer { diagram.removeAll() }
    var abilities: Abilities { Abilities(diagram, export) }
    #expect(!abilities.canReload && !abilities.canOpenRaw)
    diagram.lanes.insert(PlotViewModel(try FunctionSignal("t", sampleRate: 8000, frames: 80)))
    #expect(abilities.hasFile && !abilities.canReload && !abilities.canOpenRaw)
    let file = PlotViewModel(path: "nowhere.wav")
    diagram.lanes.insert(file)
    #expect(abilities.canReload && !abilities.canOpenRaw, "the window is that of the function")
    diagram.lanes.move(file, by: -1)
    #expect(abilities.canReload && abilities.canOpenRaw)
  }
}
