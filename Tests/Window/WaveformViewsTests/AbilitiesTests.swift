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
    let diagram = DiagramViewModel(player: SilentPlayer())
    defer { diagram.removeAll() }
    var abilities: Abilities { Abilities(diagram) }
    #expect(!abilities.canReload)
    diagram.lanes.insert(PlotViewModel(try FunctionSignal("t", sampleRate: 8000, frames: 80)))
    #expect(abilities.canLeaf && !abilities.canReload)
    diagram.live.isOn = true
    #expect(!abilities.canLeaf, "what is heard is in no folder")
    diagram.live.isOn = false
    diagram.lanes.insert(PlotViewModel(path: "nowhere.wav"))
    #expect(abilities.canReload)
  }
}
