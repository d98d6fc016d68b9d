// NoiseWindowTests.swift
// Noise reduction in a whole window, under a private display: its panel, its commands, and what is left of it.

import Foundation
import Playback
import ViewTestSupport
import WaveformModel
import XCTest

@testable import GtkBridge
@testable import Noise
@testable import WaveformViews

final class NoiseWindowTests: XCTestCase {
  @MainActor private static func makeWindow(_ settings: Settings) -> MainWindow {
    XCTAssertTrue(Toolkit.start(), "no display: run the tests with `make test`")
    MainLoop.attachMainActor()
    settings.set("hint-select", true)
    return MainWindow(
      application: TestApplication.shared, settings: settings, trace: nil, features: [NoiseFeature()]
    ) { _, _ in }
  }

  func testAClosedWindowLeavesNothingOfItsPanelBehind() {
    MainActor.assumeIsolated {
      /// Opens a window with a recording and the panel, closes; tells whether the window and its models are gone.
      @MainActor func openAndClose() -> @MainActor () -> Bool {
        let window = Self.makeWindow(Settings(schema: "org.barline.NoSuchSchema"))
        window.present()
        window.open(FileReference(uri: Self.sample))
        turnLoop {
          window.diagram.plots.first?.isComplete == true && window.diagram.viewport?.width ?? 0 > 100
        }
        let before = liveCallbackCount
        window.window.choose("\(window.diagram.plots[0].number)", of: "lane-noise")
        XCTAssertGreaterThan(liveCallbackCount, before, "the panel is there")
        window.diagram.transport.play()
        turnLoop { window.diagram.playhead > 0 }
        window.tearDown()
        window.window.destroy()
        return {
          [weak window, weak diagram = window.diagram, weak noise = window.diagram.noise] in
          window == nil && diagram == nil && noise == nil
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

  func testItStartsFromWhatThePreferencesSayNowAndOffersItsCommands() {
    MainActor.assumeIsolated {
      let settings = Settings(schema: "org.barline.NoSuchSchema")
      settings.noise.reduction = 21
      let window = Self.makeWindow(settings), noise = window.diagram.noise
      XCTAssertEqual(noise.standard.reduction, 21)
      settings.noise.reduction = 9
      XCTAssertEqual(noise.standard.reduction, 21)
      window.adoptSettings()
      XCTAssertEqual(noise.standard.reduction, 9)
      let added: Set<Command> = [.noise, .noiseHere, .noiseProfile, .laneNoise, .listen, .cleanAgain]
      XCTAssertTrue(window.actions.commands.isSuperset(of: added))
      noise.listening = .residue
      turnLoop { window.window.chosen("listen") == "residue" }
      window.tearDown()
      window.window.destroy()
    }
  }

  private static var sample: String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return folder.appendingPathComponent("data/samples/speech.wav").absoluteString
  }
}
