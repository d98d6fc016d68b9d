// DisplayTestCase.swift
// XCTest runs on the real main thread, where GTK wants to be. Tests are synchronous and turn the loop themselves.

import XCTest

@testable import GtkBridge

/// A test that needs a display.
class DisplayTestCase: XCTestCase {
  override class func setUp() {
    super.setUp()
    MainActor.assumeIsolated { XCTAssertTrue(startToolkit, "no display: run the tests with `make test`") }
  }
}

/// Turns the loop until `condition` holds.
@MainActor
func turnLoop(
  seconds: Double = 10, _ condition: @MainActor () -> Bool, file: StaticString = #filePath, line: UInt = #line
) {
  let end = MainLoop.now + seconds
  // A timer lets the loop wake up when nothing else happens.
  while !condition(), MainLoop.now < end {
    let timer = Timer()
    timer.schedule(after: 0.005) {}
    MainLoop.iterate(mayBlock: true)
  }
  XCTAssertTrue(condition(), "nothing happened", file: file, line: line)
}

/// Runs `body` and asserts that no callback is left behind by it.
@MainActor
func assertNothingLeft(
  file: StaticString = #filePath, line: UInt = #line, _ body: @MainActor () throws -> Void
) rethrows {
  let before = liveCallbackCount
  try body()
  let end = MainLoop.now + 5
  while liveCallbackCount > before, MainLoop.now < end { MainLoop.iterate() }
  XCTAssertEqual(liveCallbackCount, before, "callbacks left behind", file: file, line: line)
}

/// The toolkit is started once per process; false without a display.
@MainActor private let startToolkit: Bool = {
  guard Toolkit.start() else { return false }
  MainLoop.attachMainActor()
  return true
}()
