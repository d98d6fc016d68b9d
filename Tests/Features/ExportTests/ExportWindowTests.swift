// ExportWindowTests.swift
// Exports of windows, under a private display: what is asked before they are stopped, and what is left of them.

import AudioExport
import AudioFormats
import Foundation
import Functions
import HostIO
import Playback
import SystemPackage
import ViewTestSupport
import WaveformCore
import XCTest

@testable import Export
@testable import GtkBridge
@testable import WaveformModel
@testable import WaveformViews

final class ExportWindowTests: XCTestCase {
  @MainActor private static func makeWindow(_ feature: ExportFeature) -> MainWindow {
    XCTAssertTrue(Toolkit.start(), "no display: run the tests with `make test`")
    MainLoop.attachMainActor()
    return MainWindow(
      application: TestApplication.shared, settings: Settings(schema: "org.barline.NoSuchSchema"), trace: nil,
      features: [feature]
    ) { _, _ in }
  }

  /// Begins an export that goes on until it is cancelled.
  @MainActor private static func start(_ flow: ExportFlow) {
    let source = ExportSource(
      name: "endless", layout: .usual(1), sampleRate: 8000, length: 8000, precision: .bits16
    ) { (_, goesOn, _) throws(AudioFileError) in
      while goesOn() { usleep(1000) }
      return nil
    }
    let choice = ExportViewModel.Choice(source, path: "endless", selection: nil, belongsToVideo: false)
    let name = "barline-endless-\(UInt32.random(in: 0...(.max))).wav"
    flow.progress.start(ExportViewModel([choice]), to: FilePath(NSTemporaryDirectory()).appending(name))
    XCTAssertTrue(flow.progress.isRunning)
  }

  func testExportsAreStoppedLastAndAskedForOnceByTheProgram() throws {
    try MainActor.assumeIsolated {
      let feature = ExportFeature(), window = Self.makeWindow(feature), other = Self.makeWindow(feature)
      let program = try XCTUnwrap(
        feature.part(
          of: ProgramParts(
            application: TestApplication.shared, actions: CommandActions(of: TestApplication.shared),
            settings: Settings(schema: "org.barline.NoSuchSchema"), trace: nil,
            makePlayer: { SilentPlayer() }, open: { _ in }, pauseRecordings: {}, front: { nil })))
      XCTAssertTrue(window.closing.mayClose())
      XCTAssertNil(program.quittingQuestion(window.window))
      let flow = try XCTUnwrap(feature.flow(of: other.window))
      Self.start(flow)
      XCTAssertNil(window.closing.sources.compactMap { $0() }.first, "each is asked for its own")
      XCTAssertEqual(other.closing.sources.compactMap { $0() }.map(\.heading), ["Stop the Export?"])
      XCTAssertEqual(other.closing.sources.last?()?.heading, "Stop the Export?")
      XCTAssertTrue(program.quittingQuestion(window.window)?.over === other.window, "it has the only one")
      Self.start(try XCTUnwrap(feature.flow(of: window.window)))
      for front in [window, other] {
        let asked = try XCTUnwrap(program.quittingQuestion(front.window))
        XCTAssertTrue(asked.over === front.window)
        XCTAssertEqual(asked.question.heading, "Stop the Exports?")
      }
      var isClosed = false
      program.quittingQuestion(nil)?.question.answered("stop") { isClosed = true }
      XCTAssertTrue(isClosed)
      XCTAssertNil(program.quittingQuestion(nil), "both were stopped")
      for window in [window, other] {
        window.tearDown()
        window.window.destroy()
      }
    }
  }

  func testItsCommandsMakeSenseWithARecordingOnlyAndOneAtATime() throws {
    try MainActor.assumeIsolated {
      let feature = ExportFeature(), window = Self.makeWindow(feature)
      let own: [Command] = [.export, .exportSelection, .exportRanges, .exportClean, .copy]
      XCTAssertTrue(window.actions.commands.isSuperset(of: own))
      @MainActor func enabled() -> Set<Command> { window.actions.enabled.intersection(own) }
      XCTAssertEqual(enabled(), [])
      let diagram = window.diagram
      diagram.navigation.setWidth(500)
      diagram.lanes.insert(PlotViewModel(try FunctionSignal("t", sampleRate: 8000, frames: 8000)))
      turnLoop { enabled() == [.export] }
      diagram.select(Selection(0..<800))
      turnLoop { enabled() == [.export, .exportSelection, .copy] }
      let flow = try XCTUnwrap(feature.flow(of: window.window))
      Self.start(flow)
      turnLoop { enabled() == [.copy] }
      flow.progress.cancel()
      turnLoop { enabled() == [.export, .exportSelection, .copy] }
      window.tearDown()
      window.window.destroy()
    }
  }

  func testAClosedWindowLeavesNothingOfTheFeatureBehind() throws {
    try MainActor.assumeIsolated {
      let feature = ExportFeature()

      @MainActor func exportAndClose() throws -> @MainActor () -> Bool {
        let window = Self.makeWindow(feature), flow = try XCTUnwrap(feature.flow(of: window.window))
        Self.start(flow)
        window.tearDown()
        XCTAssertFalse(flow.progress.isRunning)
        XCTAssertNil(feature.flow(of: window.window))
        window.window.destroy()
        return { [weak window, weak flow, weak diagram = window.diagram] in
          window == nil && flow == nil && diagram == nil
        }
      }
      let isGone = try exportAndClose()
      turnLoop { isGone() }
    }
  }
}
