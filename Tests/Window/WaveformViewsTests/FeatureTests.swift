// FeatureTests.swift
// What a window asks of its features.

import Foundation
import Observation
import SystemPackage
import WaveformDrawing
import WaveformModel
import XCTest

@testable import GtkBridge
@testable import WaveformViews

/// Counts what it is asked for.
@MainActor private final class Counted: Feature {
  var parts = 0, forgotten = 0, closed = 0
  /// Whether each comparison was a step.
  var compared: [Bool] = []
  /// Files that were dropped and were taken.
  var taken: [String] = []
  /// What the window's recording was compared with.
  var others: [String] = []
  weak var kept: Object?
  weak var project: Project?
  weak var strip: Strip?
  var question: ClosingQuestion?, stopping: ClosingQuestion?

  final class Object {}

  @Observable final class Project: WindowProject {
    var isOpening = false
    var name: String?
    var remarks: [String] = []
    var isUnsaved = false
    var opened: [FilePath] = []

    func open(_ path: FilePath) {
      opened.append(path)
      isOpening = true
    }
  }

  final class Strip: DiagramStrip {
    let widget: Widget = BoxWidget.row()
    var palette = Palette.light
    func drawView() {}
  }

  func part(of window: WindowParts) -> FeaturePart {
    parts += 1
    let object = Object(), strip = Strip(), project = Project()
    kept = object
    self.project = project
    self.strip = strip
    window.view.add(strip)
    window.actions.add(.properties, when: { [weak diagram = window.diagram] in diagram?.viewport != nil }) {}
    var part = FeaturePart(keeping: object)
    part.project = project
    part.forget = { [weak self] in self?.forgotten += 1 }
    part.close = { [weak self] in
      _ = window.view
      self?.closed += 1
    }
    part.closingQuestion = { [weak self] in self?.question }
    part.stoppingQuestion = { [weak self] in self?.stopping }
    part.take = { [weak self] files in
      self?.taken += files.map(\.displayName)
      return []
    }
    part.compareFirst = { [weak self] in self?.compared.append($0) }
    part.compareWith = { [weak self] in self?.others.append($0.path.displayName) }
    part.offerToCompare = { $0() }
    return part
  }
}

final class FeatureTests: XCTestCase {
  func testAFeatureLivesAndEndsWithItsWindow() {
    MainActor.assumeIsolated {
      XCTAssertTrue(Toolkit.start(), "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
      let feature = Counted()

      @MainActor func openAndClose() -> @MainActor () -> Bool {
        let window = MainWindow(
          application: TestApplication.shared, settings: Settings(schema: "org.barline.NoSuchSchema"),
          trace: nil,
          features: [feature]
        ) { _, _ in }
        XCTAssertEqual(feature.parts, 1)
        XCTAssertNotNil(feature.kept)
        XCTAssertNotNil(feature.strip)
        XCTAssertTrue(window.actions.commands.contains(.properties))
        XCTAssertEqual(feature.forgotten, 0)
        window.open(FileReference(uri: "file:///nowhere/at-all.wav"))
        XCTAssertEqual(feature.forgotten, 1, "another recording")
        window.compareFirst(isStep: false)
        window.offerToCompare { [weak window] in window?.compareFirst() }
        XCTAssertEqual(feature.compared.suffix(2), [false, true])
        window.compare(with: FileReference(uri: "file:///nowhere/other.wav"))
        XCTAssertEqual(feature.others, ["other.wav"])
        window.diagramView.drop.onDrop?([FileReference(uri: "file:///nowhere/words.txt")], .below)
        XCTAssertEqual(feature.taken, ["words.txt"])
        XCTAssertTrue(window.closing.mayClose())
        feature.question = ClosingQuestion(heading: "?", body: "", responses: []) { _, _ in }
        XCTAssertNotNil(window.closing.sources.first?(), "something would be lost")
        XCTAssertNil(window.closing.sources.last?())
        feature.stopping = ClosingQuestion(heading: "!", body: "", responses: []) { _, _ in }
        XCTAssertEqual(window.closing.sources.last?()?.heading, "!", "stopped only when all else is settled")
        XCTAssertEqual(feature.closed, 0)
        window.tearDown()
        XCTAssertEqual(feature.closed, 1)
        window.window.destroy()
        return { [weak window] in
          window == nil && feature.kept == nil && feature.strip == nil && feature.project == nil
        }
      }
      let isGone = openAndClose()
      turnLoop { isGone() }
    }
  }

  func testAFeatureOpensTheProjectOfAWindow() {
    MainActor.assumeIsolated {
      XCTAssertTrue(Toolkit.start(), "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
      let feature = Counted(), file = FileReference(uri: "file:///nowhere/set.barline")
      let window = MainWindow(
        application: TestApplication.shared, settings: Settings(schema: "org.barline.NoSuchSchema"),
        trace: nil, features: [feature]
      ) { _, _ in }
      defer { window.tearDown() }
      window.open(file)
      XCTAssertEqual(feature.project?.opened, ["/nowhere/set.barline"])
      XCTAssertTrue(window.diagram.plots.isEmpty, "it is no recording")
      XCTAssertTrue(window.shows(file), "while it is being read")
      feature.project?.isOpening = false
      XCTAssertTrue(window.isEmpty, "it holds nothing")
      feature.project?.isUnsaved = true
      turnLoop { window.window.title == "• set.barline – Barline" }
      XCTAssertEqual(window.window.title, "• set.barline – Barline")
    }
  }

  func testWithoutAFeatureAProjectIsAFileLikeOthers() {
    MainActor.assumeIsolated {
      XCTAssertTrue(Toolkit.start(), "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
      let window = MainWindow(
        application: TestApplication.shared, settings: Settings(schema: "org.barline.NoSuchSchema"),
        trace: nil
      ) { _, _ in }
      defer { window.tearDown() }
      window.open(FileReference(uri: "file:///nowhere/set.barline"))
      XCTAssertEqual(window.diagram.plots.map(\.path), ["/nowhere/set.barline"])
    }
  }
}

/// The sources of features, which the window does not name.
enum FeatureSources {
  static let texts: [String] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/Features")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)!
    return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try! String(contentsOf: $0, encoding: .utf8) }
  }()

  /// Where a command is added, with its name.
  static var additions: Regex<(Substring, Substring)> { /(?:actions\.add\w*|PanelDrawer)\(\s*\.(\w+)/ }

  /// The commands that features add.
  static let commands: Set<Command> = {
    let names = Set(texts.flatMap { $0.matches(of: additions).map { String($0.output.1) } })
    return Set(Command.allCases.filter { names.contains("\($0)") })
  }()
}
