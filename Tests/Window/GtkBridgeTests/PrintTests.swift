// PrintTests.swift
// A page on its way to a file: that it comes there, and that it is told when it does not.

import CGtk
import Foundation
import XCTest

@testable import GtkBridge

final class PrintTests: DisplayTestCase {
  func testAPageIsPrintedOrItsFailureIsToldOnce() {
    MainActor.assumeIsolated {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "print-\(UUID().uuidString)")
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let stage = Stage()
      assertNothingLeft {
        var failures = 0, pages = 0
        for name in ["page.pdf", "nowhere/page.pdf"] {
          PrintOperation.print(
            name: "Test", over: stage.window, width: 100, height: 100,
            into: folder.appendingPathComponent(name).path,
            draw: { _ in pages += 1 }, failed: { failures += 1 })
        }
        XCTAssertEqual([pages, failures], [1, 1])
      }
      let page = try? Data(contentsOf: folder.appendingPathComponent("page.pdf"))
      XCTAssertEqual(page?.starts(with: Array("%PDF".utf8)), true)
      stage.remove()
      stage.close()
    }
  }
}
