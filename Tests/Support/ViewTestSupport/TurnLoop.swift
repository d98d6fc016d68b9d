// TurnLoop.swift
// Tests of windows run on the main thread, and turn its loop themselves.

import GtkBridge
import XCTest

/// Turns the loop until `condition` holds; a failure names the place that waits.
@MainActor package func turnLoop(
  _ condition: @MainActor () -> Bool, file: StaticString = #filePath, line: UInt = #line
) {
  let end = MainLoop.now + 10
  while !condition(), MainLoop.now < end {
    let timer = Timer()
    timer.schedule(after: 0.005) {}
    MainLoop.iterate(mayBlock: true)
  }
  XCTAssertTrue(condition(), "nothing happened", file: file, line: line)
}
