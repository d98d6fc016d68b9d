// GivingWayTests.swift
// A row at every width: what it leaves out, in which order, and that it leaves no gap.

import XCTest

@testable import GtkBridge

final class GivingWayTests: DisplayTestCase {
  /// Two children that stay, two that give way, and one that takes what is left over.
  private static let xml = """
    <interface><object class='GtkWindow' id='window'><property name='default-width'>500</property>
    <property name='child'><object class='AdwClamp' id='clamp'><property name='child'>
    <object class='GtkBox' id='row'>
    <child><object class='GtkBox' id='first'><property name='width-request'>60</property></object></child>
    <child><object class='GtkBox' id='minor'><property name='width-request'>30</property></object></child>
    <child><object class='GtkBox' id='rest'><property name='hexpand'>True</property></object></child>
    <child><object class='GtkBox' id='major'><property name='width-request'>100</property></object></child>
    <child><object class='GtkBox' id='last'><property name='width-request'>40</property></object></child>
    </object></property></object></property></object></interface>
    """

  func testTheLeastImportantGivesWayFirstAndLeavesNoGap() {
    MainActor.assumeIsolated {
      let builder = Builder(Array(Self.xml.utf8))
      let window = builder.get("window", as: Window.self)
      let row = builder.get("row", as: BoxWidget.self)
      let clamp = builder.get("clamp"), rest = builder.get("rest")
      let first = builder.get("first"), last = builder.get("last")
      let major = builder.get("major"), minor = builder.get("minor")
      row.letGiveWay([major, minor], spacing: 6)
      window.present()
      // The two that stay and the one between them need 112.
      for width in 112...280 {
        clamp.set("tightening-threshold", width)
        clamp.set("maximum-size", width)
        turnLoop { row.width == width && last.isMapped }
        let hasMajor = width >= 112 + 106
        let hasMinor = width >= (hasMajor ? 112 + 106 : 112) + 36
        XCTAssertEqual(major.isMapped, hasMajor, "\(width)")
        XCTAssertEqual(minor.isMapped, hasMinor, "\(width)")
        XCTAssertEqual(first.width, 60)
        XCTAssertEqual(last.width, 40)
        let needed = 112 + (hasMajor ? 106 : 0) + (hasMinor ? 36 : 0)
        XCTAssertEqual(rest.width, width - needed, "what is left over at \(width)")
      }
      window.close()
    }
  }
}
