// ProjectSessionTests.swift
// What is known of a window's project, with real recordings: what of it was not found, and what would be lost when the
// window closed.

import Foundation
import Functions
import HostIO
import ModelTestSupport
import Observation
import Playback
import Projects
import Synchronization
import SystemPackage
import Testing
import WaveformCore

@testable import ProjectFiles
@testable import WaveformModel

@MainActor @Suite final class `The project of a window` {
  let diagram = DiagramViewModel(player: ManualClock())
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("session-\(UUID().uuidString)")
  var file: FilePath { FilePath(folder.appendingPathComponent("set.barline").path) }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  private func reopened() async throws -> (DiagramViewModel, ProjectSession) {
    let project = try ProjectFile.read(file)
    let next = DiagramViewModel(player: ManualClock())
    next.navigation.setWidth(800)
    let session = ProjectSession(next)
    next.open(project, cache: nil)
    session.became(project, at: file)
    try await wait { next.plots.allSatisfy(\.isComplete) }
    return (next, session)
  }

  @Test func `lanes without their profiles are told by their names`() {
    #expect(ProjectSession.loss(ofProfiles: []) == nil)
    var lanes = ["/a/one.wav", "/a/two.wav"].map { ProjectLane(path: FilePath($0)) }
    lanes[1].settings.name = "Cellar"
    #expect(ProjectSession.loss(ofProfiles: lanes)?.contains("“one.wav”, “Cellar”") == true)
  }

  @Test func `what was just opened is not missed`() async throws {
    try await diagram.arrange()
    try ProjectFile.write(diagram.project, to: file, notOver: diagram.lanes.openPaths)
    let (_, session) = try await reopened()
    #expect(session.path == file && session.remarks.isEmpty && !session.hasUnsavedChanges)
  }

  @Test func `what is heard cannot be saved`() throws {
    let session = ProjectSession(diagram)
    defer { diagram.removeAll() }
    #expect(!session.canSave)
    diagram.lanes.insert(PlotViewModel(try FunctionSignal("t", sampleRate: 8000, frames: 80)))
    #expect(session.canSave)
    diagram.live.isOn = true
    #expect(!session.canSave)
  }

  @Test func `what is not saved is missed, and only that`() async throws {
    let session = ProjectSession(diagram)
    #expect(!session.hasUnsavedChanges)
    try await diagram.arrange()
    #expect(session.hasUnsavedChanges)
    session.wasSaved(session.present, to: file)
    #expect(!session.hasUnsavedChanges)
    diagram.navigation.zoomOut()
    diagram.clearSelection()
    #expect(!session.hasUnsavedChanges)
    diagram.lanes.change(diagram.plots[0], .muted) { $0.isMuted = true }
    #expect(session.hasUnsavedChanges)
    diagram.lanes.undo()
    #expect(!session.hasUnsavedChanges)
    diagram.lanes.remove(diagram.plots[1])
    #expect(session.hasUnsavedChanges)
    session.giveUp()
    #expect(!session.hasUnsavedChanges)
    diagram.removeAll()
    session.forget()
    #expect(!session.hasUnsavedChanges && session.path == nil)
  }

  @Test func `whoever follows what is unsaved is told of changes, not of views`() async throws {
    let session = ProjectSession(diagram)
    try await diagram.arrange()
    session.wasSaved(session.present, to: file)
    let told = Mutex(0)
    func follow() {
      withObservationTracking {
        #expect(!session.hasUnsavedChanges)
      } onChange: {
        told.withLock { $0 += 1 }
      }
    }
    follow()
    diagram.navigation.zoomOut()
    diagram.clearSelection()
    diagram.transport.movePlayhead(to: 10)
    #expect(told.withLock { $0 } == 0)
    diagram.lanes.change(diagram.plots[0], .muted) { $0.isMuted = true }
    #expect(told.withLock { $0 } == 1 && session.hasUnsavedChanges)
  }

  @Test func `files that are only put together are not missed`() async throws {
    let session = ProjectSession(diagram)
    for _ in 0..<2 { diagram.lanes.add(PlotViewModel(path: Recordings.speech)) }
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
    #expect(!session.hasUnsavedChanges)
  }

  @Test func `those not found stay in the project, the rest opens`() async throws {
    let copies = ["a.wav", "b.wav", "c.wav"].map { folder.appendingPathComponent($0) }
    for copy in copies {
      try FileManager.default.copyItem(at: URL(fileURLWithPath: Recordings.speech.string), to: copy)
      diagram.lanes.insert(PlotViewModel(path: FilePath(copy.path)))
    }
    try await wait { diagram.plots.allSatisfy(\.isComplete) }
    try ProjectFile.write(diagram.project, to: file, notOver: [])
    try FileManager.default.removeItem(at: copies[0])
    // Half of the second one is gone.
    let bytes = try Data(contentsOf: copies[1])
    try bytes.prefix(bytes.count / 2).write(to: copies[1])
    let (next, session) = try await reopened()
    #expect(next.plots.map(\.path.displayName) == ["b.wav", "c.wav"])
    #expect(session.remarks.count == 2)
    #expect(session.remarks[0].hasPrefix("“a.wav” was not found."))
    #expect(session.remarks[1].hasPrefix("“b.wav” is not as it was when the project was saved: 0:07."))
    #expect(!session.hasUnsavedChanges)
    #expect(session.present.lanes.map(\.path.displayName) == ["b.wav", "c.wav", "a.wav"])
  }
}
