// RendererTests.swift
// Where OpenGL would draw on the processor, and where a card does it.

import Foundation
import XCTest

@testable import GtkBridge

final class RendererTests: XCTestCase {
  private func isSoftware(_ environment: [String: String], hasCard: Bool = true) -> Bool {
    Renderer.drawsInSoftware(environment: { environment[$0] }, hasCard: { hasCard })
  }

  func testDriversOnTheProcessorAreSeenByTheEnvironment() {
    XCTAssertFalse(isSoftware([:]))
    XCTAssertTrue(isSoftware([:], hasCard: false))
    for value in ["1", "true", "True", "yes"] {
      XCTAssertTrue(isSoftware(["LIBGL_ALWAYS_SOFTWARE": value]), value)
    }
    for value in ["0", "false", ""] { XCTAssertFalse(isSoftware(["LIBGL_ALWAYS_SOFTWARE": value]), value) }
    for driver in ["llvmpipe", "softpipe", "swrast"] {
      XCTAssertTrue(isSoftware(["GALLIUM_DRIVER": driver]), driver)
    }
    XCTAssertFalse(isSoftware(["GALLIUM_DRIVER": "iris"]))
    XCTAssertTrue(isSoftware(["MESA_LOADER_DRIVER_OVERRIDE": "kms_swrast"]))
  }

  func testEachToolkitIsToldInItsOwnWordsWhatToLeaveAlone() {
    for version in [8, 12, 14] { XCTAssertEqual(Renderer.unused(minorVersion: version).name, "GDK_DEBUG") }
    for version in [16, 18, 24] {
      XCTAssertTrue(Renderer.unused(minorVersion: version) == ("GDK_DISABLE", "gl,vulkan"), "\(version)")
    }
    XCTAssertGreaterThanOrEqual(Toolkit.minorVersion, 8)
  }

  func testWindowsOnAnotherComputerAreDrawnHere() {
    for display in [":0", ":1.0", "unix:0", "/tmp/launch/org.xquartz:0"] {
      XCTAssertFalse(isSoftware(["DISPLAY": display]), display)
    }
    for display in ["localhost:10.0", "desk:0"] {
      XCTAssertTrue(isSoftware(["DISPLAY": display]), display)
      XCTAssertFalse(isSoftware(["DISPLAY": display, "WAYLAND_DISPLAY": "wayland-0"]), display)
    }
  }

  func testACardIsARenderNodeThatMayBeOpenedAndCanDraw() throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("cards-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let (devices, classes) = (root.appendingPathComponent("dri"), root.appendingPathComponent("drm"))
    func hasCard() -> Bool { Renderer.hasCard(devices: devices.path, classes: classes.path) }
    func add(_ path: URL, _ text: String = "") throws {
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: path)
    }
    XCTAssertFalse(hasCard(), "no folder")
    try add(devices.appendingPathComponent("card0"))
    XCTAssertFalse(hasCard(), "a card that only shows")
    try add(devices.appendingPathComponent("renderD128"))
    XCTAssertTrue(hasCard())
    let features = classes.appendingPathComponent("renderD128/device/features")
    try add(features, "0100000000000000\n")
    XCTAssertFalse(hasCard(), "a virtual card that cannot draw")
    try add(features, "1100000000000000\n")
    XCTAssertTrue(hasCard())
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: devices.appendingPathComponent("renderD128").path)
    // Root may open everything.
    if getuid() != 0 { XCTAssertFalse(hasCard(), "a card of somebody else") }
  }
}
