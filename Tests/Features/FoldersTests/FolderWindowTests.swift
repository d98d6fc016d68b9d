// FolderWindowTests.swift
// A window of a folder under a private display: it plays a recording, and nothing of it is left when it is closed.

import Foundation
import Playback
import SystemPackage
import ViewTestSupport
import XCTest

@testable import Folders
@testable import GtkBridge
@testable import WaveformViews

final class FolderWindowTests: XCTestCase {
  func testAClosedWindowLeavesNothingBehind() {
    MainActor.assumeIsolated {
      XCTAssertTrue(Toolkit.start(), "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
      let application = TestApplication.shared
      let samples = Self.samples

      /// Opens a folder, plays one of its recordings, closes; tells whether the window and its models are gone.
      @MainActor func openAndClose() -> @MainActor () -> Bool {
        let model = FolderModel(.folder(samples), cache: nil)
        let window = FolderWindow(model, application, SilentPlayer(), trace: nil) { _ in }
        window.present()
        turnLoop { model.hasSeen && model.knowsSeen && model.ids.count == 3 }
        window.playback.play(model.rows[0].path)
        turnLoop { window.playback.share > 0 }
        window.tearDown()
        window.window.destroy()
        let nativeWindow = window.window
        return { [weak window, weak model, weak playback = window.playback, weak nativeWindow] in
          window == nil && model == nil && playback == nil && nativeWindow == nil
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

  func testFoldersAreShownAndFilesAreLeftToOthers() throws {
    try MainActor.assumeIsolated {
      XCTAssertTrue(Toolkit.start(), "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
      let feature = FoldersFeature(), settings = Settings(schema: "org.barline.NoSuchSchema")
      let file = Self.samples.appending("speech.wav")
      XCTAssertFalse(feature.readEarly(file, settings))
      XCTAssertTrue(feature.readEarly(Self.samples, settings))
      let actions = CommandActions(of: TestApplication.shared)
      let part = try XCTUnwrap(
        feature.part(
          of: ProgramParts(
            application: TestApplication.shared, actions: actions, settings: settings, trace: nil,
            makePlayer: { SilentPlayer() }, open: { _ in }, pauseRecordings: {}, front: { nil })))
      XCTAssertEqual(actions.commands, [.openFolder])
      XCTAssertFalse(part.open(file))
      XCTAssertNil(part.front(false))
      XCTAssertTrue(part.open(Self.samples))
      let window = try XCTUnwrap(part.front(false))
      part.list?([file])
      turnLoop { window.isMapped }
      part.closeAll()
      turnLoop { part.front(false) == nil }
    }
  }

  private static let samples = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().removingLastComponent().appending("data/samples")
}
