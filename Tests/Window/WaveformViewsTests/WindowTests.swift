// WindowTests.swift
// Whole windows under a private display: they open a recording, and when they are closed nothing of them is left.

import Foundation
import Playback
import XCTest

@testable import GtkBridge
@testable import WaveformViews
import WaveformCore
import WaveformModel

final class WindowTests: XCTestCase {
  func testAClosedWindowLeavesNothingBehind() {
    MainActor.assumeIsolated {
      XCTAssertTrue(Toolkit.start(), "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
      let application = TestApplication.shared
      let settings = Settings(schema: "org.barline.NoSuchSchema")
      settings.set("hint-select", true)

      /// Opens a window with a recording, plays, closes; tells whether the window and its model are gone.
      @MainActor func openAndClose() -> @MainActor () -> Bool {
        let window = MainWindow(application: application, settings: settings, trace: nil) { _, _ in }
        XCTAssertEqual(
          window.actions.commands,
          Set(Command.allCases.filter { $0.scope == .window }).subtracting(FeatureSources.commands),
          "its commands, without those of features")
        window.present()
        window.open(FileReference(uri: Self.sample))
        turnLoop {
          window.diagram.plots.first?.isComplete == true && window.diagram.viewport?.width ?? 0 > 100
        }
        XCTAssertEqual(window.diagram.plots.first?.channels, 1)
        window.diagram.transport.play()
        turnLoop { window.diagram.playhead > 0 }
        XCTAssertTrue(window.diagram.isPlaying)
        window.tearDown()
        window.window.destroy()
        let nativeWindow = window.window
        return {
          [weak window, weak diagram = window.diagram, weak nativeWindow] in
          window == nil && diagram == nil && nativeWindow == nil
        }
      }
      let first = openAndClose()
      turnLoop { first() }
      let callbacks = liveCallbackCount
      let second = openAndClose()
      turnLoop { second() }
      turnLoop { liveCallbackCount <= callbacks }
      XCTAssertEqual(liveCallbackCount, callbacks, "callbacks of a closed window")
    }
  }

  private static var sample: String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return folder.appendingPathComponent("data/samples/speech.wav").absoluteString
  }
}
