// PictureDialogTests.swift
// The dialog for pictures under a private display: its preview, and when a picture can be kept.

import HostIO
import Playback
import SystemPackage
import ViewTestSupport
import WaveformCore
import WaveformModel
import XCTest

@testable import GtkBridge
@testable import Pictures
@testable import WaveformDrawing

final class PictureDialogTests: XCTestCase {
  @MainActor private static func opened() -> PictureViewModel? {
    XCTAssertTrue(Toolkit.start(), "no display: run the tests with `make test`")
    MainLoop.attachMainActor()
    let diagram = DiagramViewModel(player: SilentPlayer())
    diagram.navigation.setWidth(800)
    let root = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
      .removingLastComponent()
    diagram.lanes.insert(PlotViewModel(path: root.appending("data/samples/speech.wav")))
    turnLoop { diagram.plots.first?.isComplete == true }
    return PictureViewModel(diagram)
  }

  func testAPreviewHasAsManyPixelsAsAreSeenAndTellsOnlyOfTheLastPicture() throws {
    try MainActor.assumeIsolated {
      let model = try XCTUnwrap(Self.opened())
      let preview = PicturePreview()
      var sizes: [Int] = [], problems: [String] = []
      preview.onDrawn = { width, height, losses in
        sizes.append(width * height)
        XCTAssertEqual(losses, [])
      }
      preview.onProblem = { problems.append($0) }
      model.choices.height = 20
      model.choices.hasAxes = true
      model.choices.width = 20
      preview.show(PictureOrder(model))
      turnLoop { problems.count == 1 }
      XCTAssertTrue(problems.first?.contains("no room") == true, "\(problems)")
      // It fails once more, but by then another one is wanted.
      preview.show(PictureOrder(model))
      (model.choices.width, model.choices.height) = (2000, 2000)
      preview.show(PictureOrder(model))
      turnLoop { sizes.count == 1 }
      XCTAssertEqual(problems.count, 1)
      XCTAssertLessThanOrEqual(try XCTUnwrap(sizes.first), PicturePreview.mostPixels)
    }
  }

  func testAPictureCanBeKeptOnceItsMeasuresAreKnown() throws {
    try MainActor.assumeIsolated {
      let model = try XCTUnwrap(Self.opened())
      model.choices.measures = .loudness
      let dialog = PictureDialog(model, nil, done: { _ in }, closed: {})
      let buttons = ["export_button", "copy_button", "print_button"].map { dialog.builder.get($0) }
      XCTAssertEqual(buttons.map { $0.bool("sensitive") }, [false, false, false])
      turnLoop { model.readiness == .ready && buttons.allSatisfy { $0.bool("sensitive") } }
      // More pixels than can be had are told before a place is asked for.
      (model.choices.width, model.choices.height, model.choices.scale) = (2000, 2000, 8)
      turnLoop { dialog.builder.get("summary").string("label")?.contains("cannot be made") == true }
      XCTAssertEqual(buttons.map { $0.bool("sensitive") }, [false, false, false])
      dialog.close()
    }
  }
}
