// OwnershipTests.swift
// Nothing is left behind: closures in C's hands and references to GObjects return to where they were.

import CGtk
import XCTest

@testable import GtkBridge

final class OwnershipTests: DisplayTestCase {
  private static let buttonXML = Array(
    """
    <interface><object class="GtkButton" id="button"><property name="label">Press</property></object></interface>
    """.utf8)

  func testAnObjectIsGivenBackWithItsLastReference() {
    MainActor.assumeIsolated {
      var builder: Builder? = Builder(Self.buttonXML)
      let button = builder!.get("button")
      let held = button.referenceCount
      var second: Widget? = Widget(button.raw)
      XCTAssertEqual(button.referenceCount, held + 1)
      second = nil
      XCTAssertNil(second)
      XCTAssertEqual(button.referenceCount, held)
      builder = nil
      XCTAssertNil(builder)
      XCTAssertEqual(button.referenceCount, 1, "only this one is left")
    }
  }

  func testWhatGtkIsMakingStaysItsOwn() {
    MainActor.assumeIsolated {
      let label = gtk_label_new("")!
      Widget.of(label).setAccessibleLabel("Row")
      XCTAssertNotEqual(g_object_is_floating(label), 0, "whoever shows it takes it over")
      let owner = Widget(UnsafeMutableRawPointer(label))
      XCTAssertEqual(g_object_is_floating(label), 0)
      XCTAssertEqual(owner.referenceCount, 1)
    }
  }

  func testAWrapperLivesAsLongAsItsObject() {
    MainActor.assumeIsolated {
      let xml = """
        <interface><object class="GtkWindow" id="window"><child><object class="GtkBox" id="box"><child>
        <object class="GtkToggleButton" id="button"/></child></object></child></object></interface>
        """
      var builder: Builder? = Builder(Array(xml.utf8))
      var window: Window? = builder!.get("window", as: Window.self)
      var box: BoxWidget? = builder!.get("box", as: BoxWidget.self)
      var presses: [Bool?] = []
      weak var kept: Widget?
      do {
        let button = builder!.get("button")
        XCTAssert(builder!.get("button") === button, "it is always the same one")
        button.connect("toggled") { [weak button] in presses.append(button?.bool("active")) }
        kept = button
      }
      builder = nil
      XCTAssertNil(builder)
      kept?.set("active", true)
      kept?.set("active", false)
      XCTAssertEqual(presses, [true, false], "nobody but the window holds the button")
      // Held by nobody but Swift for a while, and by a window again.
      var alone = kept
      box?.remove(alone!)
      XCTAssertEqual(alone?.referenceCount, 1)
      box?.append(alone!)
      alone = nil
      XCTAssertNil(alone)
      kept?.set("active", true)
      XCTAssertEqual(presses, [true, false, true])
      box = nil
      XCTAssertNil(box)
      window?.destroy()
      window = nil
      XCTAssertNil(window)
      for _ in 0..<20 { MainLoop.iterate() }
      XCTAssertNil(kept, "it goes with the window")
    }
  }

  func testAWrapperMadeInCodeLivesAsLongAsItsWidget() {
    MainActor.assumeIsolated {
      let xml = """
        <interface><object class="GtkWindow" id="window"><child><object class="GtkBox" id="box"/></child></object></interface>
        """
      var builder: Builder? = Builder(Array(xml.utf8))
      var window: Window? = builder!.get("window", as: Window.self)
      assertNothingLeft {
        var seen: [String?] = []
        weak var row: BoxWidget?
        weak var area: SnapshotArea?
        do {
          let newRow = BoxWidget.row(), newArea = SnapshotArea(role: .image)
          (row, area) = (newRow, newArea)
          newArea.connectNotify("tooltip-text") { [weak newArea, weak newRow] in
            seen.append(newRow == nil ? nil : newArea?.string("tooltip-text"))
          }
          newRow.append(newArea)
          builder!.get("box", as: BoxWidget.self).append(newRow)
        }
        area?.set("tooltip-text", "One")
        XCTAssertEqual(seen, ["One"], "nobody but the window holds them")
        XCTAssert(area.map { Widget.of($0.widget) === $0 } == true, "there is one wrapper for each")
        builder = nil
        XCTAssertNil(builder)
        window?.destroy()
        window = nil
        XCTAssertNil(window)
        for _ in 0..<20 { MainLoop.iterate() }
        XCTAssert(row == nil && area == nil, "they go with the window")
      }
    }
  }

  func testAMenuIsTakenApart() {
    MainActor.assumeIsolated {
      let inner = Menu(), section = Menu(), menu = Menu()
      inner.append("Red", action: "win.color", target: "1")
      section.append("Color", submenu: inner)
      menu.append(section: section)
      menu.takeApart()
      XCTAssert(menu.isEmpty && section.isEmpty && inner.isEmpty, "nothing is left in what GTK keeps")
    }
  }

  func testAHandlerIsReleasedWithItsObject() {
    MainActor.assumeIsolated {
      assertNothingLeft {
        let before = liveCallbackCount
        let button = Builder(Self.buttonXML).get("button")
        var pressed = 0
        button.connect("clicked") { pressed += 1 }
        button.connectNotify("label") { pressed += 10 }
        XCTAssertEqual(liveCallbackCount, before + 2)
        button.set("label", "Other")
        XCTAssertEqual(pressed, 10)
      }
    }
  }

  func testAHandlerIsReleasedWhenItIsDisconnected() {
    MainActor.assumeIsolated {
      let button = Builder(Self.buttonXML).get("button")
      assertNothingLeft {
        var changes = 0
        let connection = button.connectNotify("label") { changes += 1 }
        button.set("label", "One")
        connection.disconnect()
        button.set("label", "Two")
        XCTAssertEqual(changes, 1)
      }
    }
  }

  func testGesturesAndAreasLeaveNothingBehind() {
    MainActor.assumeIsolated {
      assertNothingLeft {
        let area = SnapshotArea(role: .image)
        _ = MotionController(on: area) { _ in }
        _ = DragGesture(on: area) { _, _, _, _ in }
        _ = PinchGesture(on: area) { _, _ in }
        _ = ScrollController(on: area, scrolled: { _ in true })
        _ = FileDropTarget(on: area) { _, _ in }
        XCTAssertGreaterThan(liveCallbackCount, 10)
      }
    }
  }

  func testActionsLeaveNothingBehind() {
    MainActor.assumeIsolated {
      assertNothingLeft {
        let application = Application(name: "Test", identifier: "org.barline.Test", isUnique: false)
        let action = application.addAction("one") {}
        application.addChoice("two", state: "a") { _ in }
        application.addToggle("three", isOn: true) { _ in }
        application.addTextAction("four") { _ in }
        XCTAssertTrue(action.isEnabled)
        action.isEnabled = false
        XCTAssertFalse(action.isEnabled)
      }
    }
  }

  func testAFinishedTimerAndACancelledOneAreReleased() {
    MainActor.assumeIsolated {
      assertNothingLeft {
        let fired = Timer()
        let cancelled = Timer()
        var count = 0
        fired.schedule(after: 0.001) { count += 1 }
        cancelled.schedule(after: 0.001) { count += 100 }
        cancelled.cancel()
        XCTAssertFalse(cancelled.isScheduled)
        turnLoop { count > 0 }
        XCTAssertEqual(count, 1)
        XCTAssertFalse(fired.isScheduled)
      }
    }
  }

  func testATimerCanBeScheduledAnewFromWithinItself() {
    MainActor.assumeIsolated {
      assertNothingLeft {
        let timer = Timer()
        var count = 0
        timer.schedule(after: 0.001) {
          count += 1
          timer.schedule(after: 0.001) { count += 10 }
        }
        turnLoop { count == 11 }
        XCTAssertFalse(timer.isScheduled)
      }
    }
  }
}
