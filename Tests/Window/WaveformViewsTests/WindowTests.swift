// WindowTests.swift
// Whole windows under a private display: they open a recording, and when they are closed nothing of them is left.

import CGtk
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

  /// In languages that are written from right to left as well: time runs from left to right.
  func testLabelsStandLeftOfTheWaveformsAndBesideTheRulerInEveryLanguage() {
    MainActor.assumeIsolated {
      XCTAssertTrue(Toolkit.start(), "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
      defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
      for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
        gtk_widget_set_default_direction(direction)
        let window = MainWindow(
          application: TestApplication.shared, settings: Settings(schema: "org.barline.NoSuchSchema"),
          trace: nil
        ) { _, _ in }
        window.present()
        window.open(together: [FileReference(uri: Self.sample), FileReference(uri: Self.sample)])
        let view = window.diagramView
        @MainActor func left(_ widget: Widget) -> Double {
          var x = 0.0
          _ = gtk_widget_translate_coordinates(widget.widget, window.window.widget, 0, 0, &x, nil)
          return x
        }
        // Rows and the button above the labels come with the next frames.
        turnLoop {
          view.rows.all.count == 2
            && view.rows.all.allSatisfy {
              $0.view.width > 100 && $0.view.width == view.ruler.width && left($0.view) == left(view.ruler)
                && $0.labels.width > 0 && left($0.labels) + Double($0.labels.width) <= left($0.view)
            }
        }
        window.tearDown()
        window.window.destroy()
      }
    }
  }

  private static var sample: String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return folder.appendingPathComponent("data/samples/speech.wav").absoluteString
  }
}
