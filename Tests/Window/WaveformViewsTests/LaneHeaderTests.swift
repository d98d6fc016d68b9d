// LaneHeaderTests.swift
// What the header of a lane leaves behind when it goes while the program goes on.

import Functions
import GtkBridge
import Playback
import XCTest

@testable import WaveformModel
@testable import WaveformViews

final class LaneHeaderTests: XCTestCase {
  func testTheMenuOfAHeaderThatIsGoneIsEmpty() throws {
    try MainActor.assumeIsolated {
      XCTAssertTrue(Toolkit.start(), "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
      CachedBin.register()
      let diagram = DiagramViewModel(player: SilentPlayer())
      let plot = PlotViewModel(try FunctionSignal("noise()", sampleRate: 8000, frames: 8000))
      diagram.lanes.add(plot)
      var header: LaneHeader? = LaneHeader(plot: plot, diagram: diagram)
      let menu = try XCTUnwrap(header?.filledMenu)
      XCTAssertFalse(menu.isEmpty)
      header = nil
      XCTAssertNil(header)
      XCTAssert(menu.isEmpty, "GTK keeps the sections: nothing may be left in them")
    }
  }
}
