// GestureTests.swift
// What a gesture's handler may do: remove its own widget, whatever the gesture is doing at that moment. A real pointer
// and real keys come from xdotool; what it has no hands for (flings, drops) is emitted. GTK's criticals end the test run.

import CGtk
import Foundation
import XCTest

@testable import GtkBridge

final class GestureTests: DisplayTestCase {
  func testAWidgetMayGoInEveryPhaseOfADrag() throws {
    try MainActor.assumeIsolated {
      for wanted in [DragGesture.Phase.began, .moved, .ended] {
        for takesDrags in [false, true] {
          try assertGoes(hands: drag) { area, remove in
            var isOver = false
            _ = DragGesture(on: area, takesDrags: takesDrags) { phase, _, _, _ in
              if !isOver, phase == wanted {
                isOver = true
                remove()
              }
            }
          }
        }
      }
    }
  }

  func testAWidgetMayGoWhenItsDragIsCancelled() throws {
    try MainActor.assumeIsolated {
      // By another button, and by the program in the midst of a move.
      try assertGoes(
        hands: "mousemove 300 200 mousedown 1 sleep 0.05 mousemove 400 300 mousedown 3 mouseup 3 mouseup 1"
      ) { area, remove in
        _ = DragGesture(on: area) { phase, _, _, _ in if phase == .cancelled { remove() } }
      }
      try assertGoes(hands: drag) { area, remove in
        _ = DragGesture(on: area) { phase, _, _, _ in
          if phase == .moved { XCTAssertTrue(DragGesture.cancelCurrent()) }
          if phase == .cancelled { remove() }
        }
      }
      XCTAssertFalse(DragGesture.cancelCurrent(), "a drag is going on")
    }
  }

  func testEachDragEndsOrIsCancelledOnce() throws {
    try MainActor.assumeIsolated {
      for (hands, end) in [
        (drag, DragGesture.Phase.ended),
        (
          "mousemove 300 200 mousedown 1 sleep 0.05 mousemove 400 300 mousedown 3 mouseup 3 mouseup 1",
          .cancelled
        ),
      ] {
        try assertNothingLeft {
          let stage = Stage()
          var phases: [DragGesture.Phase] = []
          _ = DragGesture(on: stage.area!) { phase, _, _, _ in phases.append(phase) }
          let process = try xdotool(hands)
          turnLoop { !process.isRunning && phases.last == end }
          for _ in 0..<50 { MainLoop.iterate() }
          XCTAssertEqual(phases.first, .began)
          XCTAssertEqual(phases.filter { $0 == .ended || $0 == .cancelled }, [end])
          stage.remove()
          stage.close()
        }
      }
    }
  }

  /// Another gesture takes the pointer: the drag is denied, and says so.
  func testADragThatAnotherOneTakesIsCancelled() throws {
    try MainActor.assumeIsolated {
      do {
        let stage = Stage()
        var phases: [DragGesture.Phase] = []
        let inner = stage.area!
        // The one of the widget within comes first.
        _ = DragGesture(on: stage.window) { phase, _, _, _ in phases.append(phase) }
        _ = DragGesture(on: inner, takesDrags: true) { _, _, _, _ in }
        let process = try xdotool(drag)
        turnLoop { !process.isRunning && phases.count > 1 && phases.last != .moved }
        XCTAssertEqual(phases.last, .cancelled)
        XCTAssertEqual(phases.filter { $0 == .ended || $0 == .cancelled }, [.cancelled])
        stage.remove()
        stage.close()
      }
    }
  }

  func testAWidgetMayGoWithItsOtherControllers() throws {
    try MainActor.assumeIsolated {
      try assertGoes(hands: "mousemove 300 200 click 1 click 1") { area, remove in
        _ = ClickGesture(on: area) { _, _ in remove() }
      }
      // Not when it enters: GTK 4.8 is telling all widgets around it then, and crashes.
      var moves = 0
      try assertGoes(hands: "mousemove 300 200 sleep 0.1 mousemove 310 210 sleep 0.1 mousemove 320 220") {
        area, remove in
        _ = MotionController(on: area) { place in
          moves += place == nil ? 0 : 1
          if place == Point(x: 310, y: 210) { remove() }
        }
      }
      XCTAssertGreaterThan(moves, 1)
      try assertGoes(hands: "mousemove 300 200 click 5 click 5") { area, remove in
        _ = ScrollController(
          on: area,
          scrolled: { _ in
            remove()
            return true
          })
      }
      try assertGoes(hands: "mousemove 300 200 sleep 0.3 key x key x") { area, remove in
        area.takeKey("x") {
          remove()
          return true
        }
      }
    }
  }

  /// Flings and drops come from no tool: their signals are emitted. (A pinch has no place without its event; GTK holds its
  /// gesture meanwhile like all others.)
  func testAWidgetMayGoInAFlingAndADrop() {
    MainActor.assumeIsolated {
      let emissions: [(String, (SnapshotArea, @escaping @MainActor () -> Void) -> NativeObject, [Value])] = [
        (
          "decelerate",
          { area, remove in
            ScrollController(on: area, scrolled: { _ in true }, flung: { _, _ in remove() })
          }, [.double(1), .double(1)]
        ),
        (
          "leave",
          { area, remove in
            FileDropTarget(on: area, moved: { if $0 == nil { remove() } }, dropped: { _, _ in })
          }, []
        ),
      ]
      for (signal, connect, values) in emissions {
        assertNothingLeft {
          let stage = Stage()
          var calls = 0
          var controller: NativeObject? = connect(stage.area!) { [weak stage] in
            calls += 1
            stage?.remove()
          }
          let raw = controller!.raw
          controller = nil
          XCTAssertNil(controller)
          emit(signal, from: raw, values)
          XCTAssertEqual(calls, 1, signal)
          XCTAssertTrue(stage.isGone, signal)
          stage.close()
        }
      }
    }
  }

  /// No tool has a finger: the signal of the gesture that waits for one is emitted, and what it waits for is asked.
  func testAFingerThatRestsAsksForAMenu() throws {
    try MainActor.assumeIsolated {
      try assertNothingLeft {
        let stage = Stage()
        let area = stage.area!
        var places: [Point] = []
        area.onMenuRequest { places.append($0) }
        let controllers = gtk_widget_observe_controllers(area.widget)!
        defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
        let hold = try XCTUnwrap(
          (0..<g_list_model_get_n_items(controllers)).lazy.compactMap { (index) -> UnsafeMutableRawPointer? in
            let controller = g_list_model_get_item(controllers, index)!
            g_object_unref(controller)  // the widget holds it
            let type = controller.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
            return type == gtk_gesture_long_press_get_type() ? controller : nil
          }.first, "nothing waits for a finger")
        XCTAssertEqual(gtk_gesture_single_get_touch_only(OpaquePointer(hold)), 1)
        emit("pressed", from: hold, [.double(12), .double(34)])
        XCTAssertEqual(places, [Point(x: 12, y: 34)])
        stage.remove()
        stage.close()
      }
    }
  }

  /// GTK 4.8 asks a label where the focus is 100 ms after it has gone, whether the label is still there or not.
  func testALabelThatIsEditedMayGo() {
    MainActor.assumeIsolated {
      for isEdited in [false, true] {
        let stage = Stage()
        let holder = BoxWidget.row()
        var label: Widget? = Builder(labelXML).get("label")
        label?.calmEditableLabel()
        holder.append(label!)
        stage.append(holder)
        label?.grabFocus()
        if isEdited { gtk_editable_label_start_editing(label!.opaque) }
        stage.area!.grabFocus()
        holder.remove(label!)
        XCTAssertEqual(label?.referenceCount, 1, "only the test is left")
        label = nil
        let end = MainLoop.now + 0.3
        turnLoop { MainLoop.now > end }
        stage.remove()
        stage.close()
      }
    }
  }

  func testALabelKeepsWhatWasTypedWhenTheFocusLeavesIt() {
    MainActor.assumeIsolated {
      let stage = Stage()
      let label = Builder(labelXML).get("label")
      label.calmEditableLabel()
      stage.append(label)
      gtk_editable_label_start_editing(label.opaque)
      gtk_editable_set_text(label.opaque, "typed")
      XCTAssertTrue(label.bool("editing"))
      stage.area!.grabFocus()
      turnLoop { !label.bool("editing") }
      XCTAssertEqual(label.string("text"), "typed")
      stage.remove()
      stage.close()
    }
  }
}

private let drag =
  "mousemove 300 200 mousedown 1 sleep 0.05 mousemove 320 220 sleep 0.05 mousemove 400 300 sleep 0.05 mouseup 1"

private let labelXML = Array(
  "<interface><object class=\"GtkEditableLabel\" id=\"label\"/></interface>".utf8)

/// Runs `body` on a stage whose area goes when the handler is called. (With a button held, GTK's own gestures around it hold
/// the area until they see another press.)
@MainActor private func assertGoes(
  hands: String, line: UInt = #line, _ connect: (SnapshotArea, @escaping @MainActor () -> Void) -> Void
) throws {
  let stage = Stage()
  var calls = 0
  connect(stage.area!) { [weak stage] in
    calls += 1
    stage?.remove()
  }
  let process = try xdotool("mousemove 100 100 sleep 0.1 " + hands)
  turnLoop({ stage.isGone && !process.isRunning }, line: line)
  // What was begun goes on without the widget.
  for _ in 0..<50 { MainLoop.iterate() }
  XCTAssertEqual(calls, 1, "calls of the handler", line: line)
  stage.close()
}
