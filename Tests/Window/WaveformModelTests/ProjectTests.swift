// ProjectTests.swift
// A diagram as a project and back, with real recordings.

import Foundation
import HostIO
import Playback
import Projects
import SystemPackage
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite final class `Projects of a diagram` {
  let diagram = DiagramViewModel(player: ManualClock())
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("session-\(UUID().uuidString)")
  var file: FilePath { FilePath(folder.appendingPathComponent("set.barline").path) }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test func `lanes, view and time format come back`() async throws {
    try await diagram.arrange()
    let project = diagram.project
    try ProjectFile.write(project, to: file, notOver: diagram.lanes.openPaths)
    let next = DiagramViewModel(player: ManualClock())
    next.navigation.setWidth(800)
    next.open(try ProjectFile.read(file), cache: nil)
    try await wait { next.plots.allSatisfy(\.isComplete) }
    #expect(next.project == project)
    #expect(next.look.style == .envelope && next.look.amplitude.unit == .decibels)
    #expect(next.lanes.rows.map(\.count) == [1, 2] && next.lanes.undoChange == nil)
    #expect(next.viewport?.start == 1000 && next.viewport?.framesPerPixel == 20)
    #expect(next.sampleRate == diagram.sampleRate && next.length == diagram.length)
  }

  @Test func `a project from before the look was kept leaves that of the window`() async throws {
    try await diagram.arrange()
    var project = diagram.project
    project.look = ProjectLook()
    project.loudness = nil
    let next = DiagramViewModel(player: ManualClock())
    next.look.style = .envelope
    next.look.amplitude.unit = .decibels
    next.loudness.show(true)
    next.open(project, cache: nil)
    #expect(next.look.style == .envelope && next.look.amplitude.unit == .decibels)
    #expect(next.loudness.isShown && next.loudness.target == -23)
    project.loudness = KeptLoudness(isShown: false, target: -14)
    next.open(project, cache: nil)
    #expect(!next.loudness.isShown && next.loudness.target == -14)
    #expect(next.project.loudness == project.loudness)
  }

  @Test func `a project brings its own look, all of it`() async throws {
    try await diagram.arrange()
    diagram.lanes.show(.mirrored)
    diagram.lanes.normalize(true)
    diagram.lanes.drawSpectra { $0.setScale(.notes) }
    diagram.loudness.show(true)
    let next = DiagramViewModel(player: ManualClock())
    next.open(diagram.project, cache: nil)
    #expect(next.lanes.documentLook == diagram.lanes.documentLook && next.loudness.isShown)
    #expect(next.look.isNormalized && next.look.channels == .mirrored && next.lanes.undoChange == nil)
  }

  @Test func `a recording is never written over by a project`() throws {
    let error = #expect(throws: AudioFileError.self) {
      try ProjectFile.write(diagram.project, to: Recordings.speech, notOver: [Recordings.speech])
    }
    #expect(error?.code == .writeFailed)
  }
}
