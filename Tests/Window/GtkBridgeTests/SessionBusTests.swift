// SessionBusTests.swift
// An object on a real session bus, called by another process: gdbus.

import Foundation
import XCTest

@testable import GtkBridge

final class SessionBusTests: DisplayTestCase {
  private static let description = """
    <node><interface name="org.barline.Test">
      <method name="Say"><arg name="Text" type="s" direction="in"/><arg name="At" type="x" direction="in"/></method>
      <property name="Level" type="d" access="readwrite"/>
      <property name="Names" type="as" access="read"/>
      <property name="Map" type="a{sv}" access="read"/>
      <property name="Missing" type="b" access="read"/>
    </interface></node>
    """

  func testAnObjectIsCalledByOthersAndLeavesTheBus() {
    MainActor.assumeIsolated {
      var bus: SessionBus?
      SessionBus.connect { bus = $0 }
      turnLoop { bus != nil }
      guard let bus else { return }
      assertNothingLeft {
        var said: [BusValue] = []
        var level = 0.5
        var name: BusName? = bus.own("org.barline.Test")
        var object = bus.export(
          "/test", description: Self.description,
          handler: BusHandler(
            call: { said = [.string($0)] + $1 },
            get: { property in
              switch property {
              case "Level": .double(level)
              case "Names": .strings(["a", "é"])
              case "Map": .dictionary(["p": .path("/x"), "n": .int64(-3), "b": .boolean(true)])
              default: nil
              }
            }, set: { if case ("Level", .double(let value)) = ($0, $1) { level = value } }))
        XCTAssertNotNil(object)
        XCTAssertNil(
          bus.export(
            "/test", description: Self.description,
            handler: BusHandler(
              call: { _, _ in }, get: { _ in nil }, set: { _, _ in })), "there is one already")

        gdbus("org.barline.Test.Say", "hello", "9007199254740993")
        XCTAssertEqual(said, [.string("Say"), .string("hello"), .int64(9_007_199_254_740_993)])
        gdbus("org.freedesktop.DBus.Properties.Set", "org.barline.Test", "Level", "<0.25>")
        XCTAssertEqual(level, 0.25)
        XCTAssertEqual(get("Level"), "(<0.25>,)\n")
        XCTAssertEqual(get("Names"), "(<['a', 'é']>,)\n")
        let map = get("Map")
        for entry in ["'p': <objectpath '/x'>", "'n': <int64 -3>", "'b': <true>"] {
          XCTAssertTrue(map.contains(entry), map)
        }
        XCTAssertEqual(get("Missing"), "", "an error")
        XCTAssertNotNil(name)
        XCTAssertNotNil(object)
        object = nil
        XCTAssertEqual(get("Level"), "", "nothing is there any more")
        name = nil
      }
    }
  }
}

extension SessionBusTests {
  func testTheDesktopIsAskedForPriority() {
    let portal = "org.freedesktop.portal.Desktop"
    MainActor.assumeIsolated {
      var bus: SessionBus?
      SessionBus.connect { bus = $0 }
      turnLoop { bus != nil }
      guard let bus else { return }
      var given: Bool?
      RealtimeScheduling.ask(forThread: 77) { given = $0 }
      turnLoop { given != nil }
      XCTAssertEqual(given, false, "nobody is there")

      var asked: [BusValue] = []
      let object = bus.export(
        "/org/freedesktop/portal/desktop",
        description: """
          <node><interface name="org.freedesktop.portal.Realtime"><method name="MakeThreadRealtimeWithPID">
            <arg type="t" direction="in"/><arg type="t" direction="in"/><arg type="u" direction="in"/>
          </method></interface></node>
          """, handler: BusHandler(call: { _, values in asked = values }, get: { _ in nil }, set: { _, _ in })
      )
      let name = bus.own(portal)
      given = nil
      RealtimeScheduling.ask(forThread: 77) { given = $0 }
      turnLoop { given != nil }
      XCTAssertEqual(given, true)
      XCTAssertEqual(asked, [.uint64(UInt64(getpid())), .uint64(77), .uint32(10)])
      withExtendedLifetime((object, name)) {}
    }
  }
}

@MainActor private func get(_ property: String) -> String {
  gdbus("org.freedesktop.DBus.Properties.Get", "org.barline.Test", property)
}

/// Calls the object while the loop turns; gives what was answered, nothing for an error.
@MainActor @discardableResult private func gdbus(_ method: String, _ arguments: String...)
  -> String
{
  let tool = Process()
  tool.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  tool.arguments =
    ["gdbus", "call", "--session", "-d", "org.barline.Test", "-o", "/test", "-m", method]
    + arguments
  let output = Pipe()
  tool.standardOutput = output
  tool.standardError = FileHandle.nullDevice
  try? tool.run()
  turnLoop { !tool.isRunning }
  return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
}
