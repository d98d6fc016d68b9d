// ClickGesture.swift
// Single and double clicks.

import CGtk

/// Presses of the primary button.
@MainActor public final class ClickGesture: NativeObject {
  /// - Parameter handler: called with the number of quick presses at one place, and the place.
  public convenience init(on widget: Widget, _ handler: @escaping @MainActor (Int, Point) -> Void) {
    self.init(owned: UnsafeMutableRawPointer(gtk_gesture_click_new()!))
    gtk_gesture_single_set_button(opaque, 1)
    gtk_widget_add_controller(widget.widget, OpaquePointer(g_object_ref(raw)))
    _ = attach(
      "pressed",
      unsafeBitCast(
        callPressed as @convention(c) (Data, gint, Double, Double, Data) -> Void, to: GCallback.self),
      Box(handler))
  }
}

private func callPressed(_: Data, _ count: gint, _ x: Double, _ y: Double, _ data: Data) {
  let closure = UncheckedSendable(Box<@MainActor (Int, Point) -> Void>.closure(data))
  MainActor.assumeIsolated { closure.value(Int(count), Point(x: x, y: y)) }
}
