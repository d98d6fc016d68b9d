// ListeningWindowTests.swift
// Windows that listen, under a private display.

import Playback
import ViewTestSupport
import WaveformModel
import XCTest

@testable import GtkBridge
@testable import Listening
@testable import WaveformViews

final class ListeningWindowTests: XCTestCase {
  @MainActor private static func makeWindow(_ feature: ListeningFeature) -> MainWindow {
    XCTAssertTrue(Toolkit.start(), "no display: run the tests with `make test`")
    MainLoop.attachMainActor()
    return MainWindow(
      application: TestApplication.shared, settings: Settings(schema: "org.barline.NoSuchSchema"), trace: nil,
      features: [feature]
    ) { _, _ in }
  }

  @MainActor private static func isShown(_ bar: ListeningBar, in window: MainWindow) -> [Bool] {
    [bar.bar, bar.problem].map { $0.top(in: window.window) != nil }
  }

  /// The first could not begin, or what it heard is no longer wanted.
  func testAWindowThatListensAgainHasOneBarAndOneThatShowsAFileHasNone() throws {
    try MainActor.assumeIsolated {
      let feature = ListeningFeature(), window = Self.makeWindow(feature)
      let diagram = window.diagram, flow = try XCTUnwrap(feature.flow(of: diagram))
      XCTAssertTrue(window.isEmpty)
      flow.begin("nowhere")
      let first = try XCTUnwrap(flow.bar)
      XCTAssertEqual(Self.isShown(first, in: window), [true, true])
      XCTAssertFalse(window.isEmpty)
      diagram.removeAll()
      flow.begin("nowhere")
      let second = try XCTUnwrap(flow.bar)
      let shown = Self.isShown(first, in: window) + Self.isShown(second, in: window)
      XCTAssertEqual(shown, [false, false, true, true])
      window.open(FileReference(uri: "file:///nowhere/at-all.wav"))
      XCTAssertEqual(Self.isShown(second, in: window), [false, false])
      XCTAssertFalse(diagram.live.isOn)
      window.tearDown()
      window.window.destroy()
      XCTAssertNil(feature.flow(of: diagram))
    }
  }

  func testTheProgramListensInAnEmptyWindowAsItsOptionSays() throws {
    try MainActor.assumeIsolated {
      let feature = ListeningFeature(), window = Self.makeWindow(feature)
      let actions = CommandActions(of: TestApplication.shared)
      let part = try XCTUnwrap(
        feature.part(
          of: ProgramParts(
            application: TestApplication.shared, actions: actions,
            settings: Settings(schema: "org.barline.NoSuchSchema"), trace: nil,
            makePlayer: { SilentPlayer() },
            open: { _ in }, pauseRecordings: {}, front: { nil },
            emptyWindow: { [weak window] in window.map { ($0.window, $0.diagram) } })))
      XCTAssertEqual(actions.commands, [.listenTo])
      XCTAssertFalse(part.begin("together", nil))
      XCTAssertFalse(window.diagram.live.isOn)
      XCTAssertTrue(part.begin("listen", "nowhere"))
      XCTAssertTrue(window.diagram.live.isOn)
      XCTAssertNotNil(feature.flow(of: window.diagram)?.bar)
      turnLoop { window.window.isMapped }
      window.tearDown()
      XCTAssertFalse(window.diagram.live.isOn)
      window.window.destroy()
      part.finish()
    }
  }

  func testAClosedWindowLeavesNothingOfTheFeatureBehind() throws {
    try MainActor.assumeIsolated {
      let feature = ListeningFeature()

      @MainActor func listenAndClose() throws -> @MainActor () -> Bool {
        let window = Self.makeWindow(feature), flow = try XCTUnwrap(feature.flow(of: window.diagram))
        flow.begin("nowhere")
        window.tearDown()
        window.window.destroy()
        return { [weak window, weak flow, weak diagram = window.diagram, weak bar = flow.bar] in
          window == nil && flow == nil && diagram == nil && bar == nil
        }
      }
      let isGone = try listenAndClose()
      turnLoop { isGone() }
    }
  }
}
