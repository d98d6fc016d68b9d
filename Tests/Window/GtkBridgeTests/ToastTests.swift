// ToastTests.swift
// Messages that come and go, and are dismissed whenever somebody likes.

import CGtk
import XCTest

@testable import GtkBridge

final class ToastTests: DisplayTestCase {
  private static let overlayXML = Array(
    """
    <interface><object class="AdwToastOverlay" id="overlay">
      <property name="child"><object class="GtkLabel"/></property>
    </object></interface>
    """.utf8)

  /// A toast of libadwaita 1.2 that takes the place of another comes more slowly than it goes. Dismissed while it comes
  /// (Escape does that), it is freed before it has come.
  func testAToastMayBeDismissedAtAnyTime() {
    MainActor.assumeIsolated {
      // What is used after it was freed is not what it was.
      mallopt(-6, 0xa5)  // M_PERTURB
      defer { mallopt(-6, 0) }
      let stage = Stage()
      let overlay = Builder(Self.overlayXML).get("overlay", as: ToastOverlay.self)
      stage.append(overlay)
      let toasts = ["First", "Second", "Third"].map { Toast($0) }
      for toast in toasts {
        toast.setTimeout(0)
        overlay.add(toast)
      }
      turnLoop(for: 0.4)
      for toast in toasts {
        toast.dismiss()
        toast.dismiss()
        turnLoop(for: 0.05)
      }
      turnLoop(for: 2)
      XCTAssertEqual(toasts.map(\.referenceCount), [1, 1, 1], "only the test is left")
      stage.remove()
      stage.close()
    }
  }
}

@MainActor private func turnLoop(for seconds: Double) {
  let end = MainLoop.now + seconds
  turnLoop { MainLoop.now > end }
}
