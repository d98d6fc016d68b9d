// EveryFeatureTests.swift
// Windows with all features of the program, under a private display: which of their commands make sense when, and that
// nothing is left of a window that is closed. Features come from the program's own list.

import CGtk
import FeatureList
import Foundation
import ViewTestSupport
import WaveformModel
import XCTest

@testable import GtkBridge
@testable import WaveformViews

final class EveryFeatureTests: XCTestCase {
  @MainActor private static func makeWindow(_ features: [any Feature]) -> MainWindow {
    XCTAssertTrue(Toolkit.start(), "no display: run the tests with `make test`")
    MainLoop.attachMainActor()
    let settings = Settings(schema: "org.barline.NoSuchSchema")
    settings.set("hint-select", true)
    return MainWindow(
      application: TestApplication.shared, settings: settings, trace: nil, features: features
    ) { _, _ in }
  }

  @MainActor private static func open(_ window: MainWindow) {
    window.present()
    window.open(FileReference(uri: sample))
    turnLoop {
      window.diagram.plots.first?.isComplete == true && window.diagram.viewport?.width ?? 0 > 100
    }
  }

  /// Carries a command out, as a menu does.
  @MainActor private static func carryOut(_ command: Command, in window: MainWindow) -> Bool {
    gtk_widget_activate_action_variant(window.window.widget, command.rawValue, nil) != 0
  }

  func testAClosedWindowWithAllFeaturesLeavesNothingBehind() {
    MainActor.assumeIsolated {
      // One of each, for all windows.
      let all = features.map { $0.init() }
      @MainActor func openAndClose() -> @MainActor () -> Bool {
        let window = Self.makeWindow(all)
        Self.open(window)
        let before = liveCallbackCount
        for panel in Self.panels.intersection(window.actions.commands) {
          XCTAssertTrue(Self.carryOut(panel, in: window), "\(panel)")
        }
        XCTAssertTrue(Self.panels.isDisjoint(with: window.actions.commands) || liveCallbackCount > before)
        if window.actions.enabled.contains(.addMark) {
          XCTAssertTrue(Self.carryOut(.addMark, in: window))
          turnLoop { window.actions.enabled.contains(.removeMark) }
          XCTAssertTrue(Self.carryOut(.removeMark, in: window))
        }
        window.diagram.transport.play()
        turnLoop { window.diagram.playhead > 0 }
        window.tearDown()
        window.window.destroy()
        let native = window.window
        return {
          [weak window, weak diagram = window.diagram, weak native] in
          window == nil && diagram == nil && native == nil
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

  func testCommandsThatNeedARecordingOrMarksAreOffWithout() {
    MainActor.assumeIsolated {
      let window = Self.makeWindow(features.map { $0.init() })
      @MainActor func enabled(_ commands: Set<Command>) -> Set<Command> {
        window.actions.enabled.intersection(commands)
      }
      window.present()
      let wanted = (Self.ofRecordings.union(Self.ofMarks)).intersection(window.actions.commands)
      XCTAssertEqual(enabled(wanted), [], "in an empty window")
      Self.open(window)
      turnLoop { enabled(wanted) == Self.ofRecordings.intersection(wanted) }
      if Self.carryOut(.addMark, in: window) {
        turnLoop { enabled(wanted) == wanted }
        window.diagram.marks.removeSelected()
        turnLoop { enabled(wanted) == Self.ofRecordings.intersection(wanted) }
      }
      window.tearDown()
      window.window.destroy()
    }
  }

  /// What opens a panel beside the diagram.
  private static let panels: Set<Command> = [.compare, .markList, .measures, .noise, .spectrum]
  private static let ofRecordings: Set<Command> = [
    .save, .saveAs, .export, .exportPicture, .copyPicture, .properties, .addMark, .newTier, .importMarks,
  ]
  private static let ofMarks: Set<Command> = [
    .nextMark, .previousMark, .removeMark, .renameMark, .editMark, .changeTier, .removeTier, .exportMarks,
  ]

  /// A copy of a sample, as marks are written beside it.
  private static let sample: String = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(
      "barline-features-\(UUID().uuidString)")
    let copy = folder.appendingPathComponent("speech.wav")
    try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try! FileManager.default.copyItem(at: root.appendingPathComponent("data/samples/speech.wav"), to: copy)
    return copy.absoluteString
  }()

  override class func tearDown() {
    let folder = URL(string: sample)!.deletingLastPathComponent()
    try? FileManager.default.removeItem(at: folder)
  }
}
