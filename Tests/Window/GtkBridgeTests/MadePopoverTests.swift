// MadePopoverTests.swift
// What a button opens is made when it is first opened, and once.

import CGtk
import XCTest

@testable import GtkBridge

final class MadePopoverTests: DisplayTestCase {
  private static let xml = """
    <interface><object class='GtkWindow' id='window'><property name='child'>
    <object class='GtkMenuButton' id='button'/></property></object></interface>
    """

  func testAPopoverIsMadeOnceWhenItIsFirstOpened() {
    MainActor.assumeIsolated {
      let builder = Builder(Array(Self.xml.utf8))
      let window = builder.get("window", as: Window.self), button = builder.get("button")
      var made = 0, opened = 0
      button.makePopover {
        made += 1
        $0.setMenu(Menu(Menu.section([.action("One", "win.one")])))
        $0.onPopoverOpen { opened += 1 }
      }
      window.present()
      turnLoop { button.isMapped }
      XCTAssertEqual(made, 0, "nobody has opened it")
      XCTAssertTrue(button.bool("sensitive"))
      for time in 1...2 {
        gtk_menu_button_popup(OpaquePointer(button.raw))
        turnLoop { button.hasOpenPopover }
        XCTAssertEqual([made, opened], [1, time])
        gtk_menu_button_popdown(OpaquePointer(button.raw))
        turnLoop { !button.hasOpenPopover }
      }
      window.close()
    }
  }
}
