// SoundChooserTests.swift
// Whom the keys are about that choose what is heard.

import Playback
import Testing

@testable import WaveformModel

@MainActor private final class Chooser: SoundChooser {
  let soundKind: SoundKind
  var canChooseSound = false
  var heard: [SoundChoice] = []

  init(_ kind: SoundKind) { soundKind = kind }

  func hear(_ choice: SoundChoice) { heard.append(choice) }
}

@MainActor @Suite struct `What is chosen to be heard` {
  @Test func `is one of two recordings while two are compared, else a version of each`() {
    for isReversed in [false, true] {
      let diagram = DiagramViewModel(player: SilentPlayer())
      let versions = Chooser(.versions), recordings = Chooser(.recordings)
      let choosers = [versions, recordings]
      for chooser in isReversed ? choosers.reversed() : choosers { diagram.lanes.companions.attach(chooser) }
      #expect(!diagram.canChooseSound)
      diagram.hear(.first)
      versions.canChooseSound = true
      #expect(diagram.canChooseSound)
      diagram.hear(.second)
      recordings.canChooseSound = true
      diagram.hear(.difference)
      recordings.canChooseSound = false
      diagram.hear(.first)
      #expect(versions.heard == [.second, .first] && recordings.heard == [.difference])
    }
  }
}
