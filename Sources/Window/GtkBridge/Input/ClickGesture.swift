// ClickGesture.swift
// Single and double clicks, and what asks for a menu.

import CGtk

/// Presses of a button.
@MainActor public final class ClickGesture: NativeObject {
  /// - Parameter handler: called with the number of quick presses of the primary button at one place, and the place.
  public convenience init(on widget: Widget, _ handler: @escaping @MainActor (Int, Point) -> Void) {
    self.init(on: widget, button: GDK_BUTTON_PRIMARY) { count, place, _ in handler(count, place) }
  }

  /// - Parameter handler: called when the primary button goes up over the widget after a single press of it. What opens
  ///   a popover opens it then, like `Widget.onMenuRequest`.
  public convenience init(on widget: Widget, clicked handler: @escaping @MainActor () -> Void) {
    let own = widget.widget
    self.init(on: widget, button: GDK_BUTTON_PRIMARY) { _, _, _ in
    } released: { count, place in
      if count == 1, gtk_widget_contains(own, place.x, place.y) != 0 { handler() }
    }
  }

  /// - Parameters:
  ///   - handler: gets the gesture as well, because it must not capture the wrapper.
  ///   - released: called when the button goes up again.
  fileprivate convenience init(
    on widget: Widget, button: gint, _ handler: @escaping @MainActor (Int, Point, OpaquePointer) -> Void,
    released: (@MainActor (Int, Point) -> Void)? = nil
  ) {
    self.init(owned: UnsafeMutableRawPointer(gtk_gesture_click_new()!))
    gtk_gesture_single_set_button(opaque, guint(button))
    gtk_widget_add_controller(widget.widget, OpaquePointer(g_object_ref(raw)))
    let gesture = opaque
    let callback = unsafeBitCast(
      callPressed as @convention(c) (Data, gint, Double, Double, Data) -> Void, to: GCallback.self)
    _ = attach("pressed", callback, Box<@MainActor (Int, Point) -> Void> { handler($0, $1, gesture) })
    if let released { _ = attach("released", callback, Box<@MainActor (Int, Point) -> Void>(released)) }
  }
}

extension Widget {
  /// Calls `handler` with the place at which a menu is wanted: where the secondary button goes up, or where a finger rests.
  /// Widgets around this one do not see the press. One that ends a drag of the primary button wants no menu.
  ///
  /// A menu that opened at the press would get the release, and GTK 4.8 then counts that as a release without a press
  /// ("Broken accounting of active state").
  public func onMenuRequest(_ handler: @escaping @MainActor (Point) -> Void) {
    let wish = MenuWish()
    _ = ClickGesture(on: self, button: GDK_BUTTON_SECONDARY) { _, _, gesture in
      let held = gtk_event_controller_get_current_event_state(gesture).rawValue
      wish.isThere = held & GDK_BUTTON1_MASK.rawValue == 0
      if wish.isThere { gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED) }
    } released: { _, place in
      guard wish.isThere else { return }
      wish.isThere = false
      handler(place)
    }
    let hold = NativeObject(owned: UnsafeMutableRawPointer(gtk_gesture_long_press_new()!))
    let gesture = hold.opaque
    gtk_gesture_single_set_touch_only(gesture, 1)
    gtk_widget_add_controller(widget, OpaquePointer(g_object_ref(hold.raw)))
    hold.connect2("pressed") { x, y in
      gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      handler(Point(event: x, y))
    }
  }
}

/// Whether a press is one that a menu is wanted for.
@MainActor private final class MenuWish { var isThere = false }

private func callPressed(_: Data, _ count: gint, _ x: Double, _ y: Double, _ data: Data) {
  let closure = UncheckedSendable(Box<@MainActor (Int, Point) -> Void>.closure(data))
  MainActor.assumeIsolated { closure.value(Int(count), Point(x: x, y: y)) }
}
