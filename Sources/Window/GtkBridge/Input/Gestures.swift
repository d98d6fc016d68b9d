// Gestures.swift
// Pointer, wheel, touchpad and drops. All positions are logical pixels from the widget's top left corner.

import CGtk

/// Keys that are held down.
public struct Modifiers: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let shift = Modifiers(rawValue: GDK_SHIFT_MASK.rawValue)
  public static let control = Modifiers(rawValue: GDK_CONTROL_MASK.rawValue)
  public static let alt = Modifiers(rawValue: GDK_ALT_MASK.rawValue)
}

extension Point {
  /// The place of an event. GTK converts it to the widget in single precision, so a pointer at pixel 500 may
  /// come as 499.99997, which is another pixel. It is rounded to a 256th, which is finer than any pointer.
  init(event x: Double, _ y: Double) {
    self.init(x: (x * 256).rounded() / 256, y: (y * 256).rounded() / 256)
  }
}

/// A source of input events on a widget. The widget owns it; the wrapper need not be kept.
@MainActor public class EventController: NativeObject {
  /// Gives the controller to `widget`.
  /// - Returns: the instance, for handlers: they must not capture the wrapper, which would keep itself alive.
  func add(to widget: Widget) -> OpaquePointer {
    gtk_widget_add_controller(widget.widget, OpaquePointer(g_object_ref(raw)))
    return opaque
  }

  fileprivate static func modifiers(of controller: OpaquePointer) -> Modifiers {
    Modifiers(rawValue: gtk_event_controller_get_current_event_state(controller).rawValue)
      .intersection([.shift, .control, .alt])
  }
}

/// A drag with the primary button, from press to release; a click is a drag without movement.
@MainActor public final class DragGesture: EventController {
  /// Each drag that began ends or is cancelled, exactly once. It is cancelled by another button, by
  /// `cancelCurrent`, by another gesture that takes the pointer, or because its widget goes; the handler must
  /// then undo what it did.
  public enum Phase: Sendable { case began, moved, ended, cancelled }

  /// The present drag; there is only one pointer.
  private static var current: NativeObject?

  /// - Parameters:
  ///   - takesDrags: true when other gestures must not see the drag (they still see clicks), as over a label
  ///     that a click edits.
  ///   - handler: gets the phase, where the button was pressed, where the pointer is now, and the held keys.
  ///     A cancelled drag has no places. The handler may remove the widget.
  public convenience init(
    on widget: Widget, takesDrags: Bool = false,
    _ handler: @escaping @MainActor (Phase, Point, Point, Modifiers) -> Void
  ) {
    self.init(owned: UnsafeMutableRawPointer(gtk_gesture_drag_new()!))
    gtk_gesture_single_set_button(opaque, 1)
    // GTK keeps the instance alive while it calls a handler.
    let gesture = add(to: widget)
    let report: @MainActor (Phase) -> Void = { phase in
      var x = 0.0
      var y = 0.0
      var offsetX = 0.0
      var offsetY = 0.0
      guard gtk_gesture_drag_get_start_point(gesture, &x, &y) != 0 else {
        // No longer its own: cancelled, or denied by another gesture. This is not handled at "cancel",
        // because GTK then walks through lists that removing the widget would change.
        if phase == .ended { handler(.cancelled, Point(x: 0, y: 0), Point(x: 0, y: 0), []) }
        return
      }
      gtk_gesture_drag_get_offset(gesture, &offsetX, &offsetY)
      let modifiers = Self.modifiers(of: gesture)
      let (start, now) = (Point(event: x, y), Point(event: x + offsetX, y + offsetY))
      // Do not capture the wrapper, which would keep itself alive through its gesture.
      if takesDrags, phase == .moved, let own = gtk_event_controller_get_widget(gesture),
        gtk_drag_check_threshold(own, gint(start.x), gint(start.y), gint(now.x), gint(now.y)) != 0
      {
        gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      }
      handler(phase, start, now, modifiers)
    }
    let presses = PressCount()
    connect2("drag-begin") { _, _ in
      presses.count += 1
      Self.current = NativeObject(UnsafeMutableRawPointer(gesture))
      report(.began)
    }
    connect2("drag-update") { _, _ in report(.moved) }
    connect2("drag-end") { _, _ in
      if Self.current?.opaque == gesture { Self.current = nil }
      report(.ended)
    }
    noticeLostRelease(on: widget, presses)
  }

  /// The number of drags that have begun.
  @MainActor private final class PressCount {
    var count = 0
  }

  /// Cancels the drag when the button is released without a signal. An inner widget that takes a drag hides
  /// its events from the gestures around it, which would otherwise wait for ever and go on with the next
  /// press.
  private func noticeLostRelease(on widget: Widget, _ presses: PressCount) {
    let observer = NativeObject(owned: UnsafeMutableRawPointer(gtk_event_controller_legacy_new()!))
    gtk_event_controller_set_propagation_phase(observer.opaque, GTK_PHASE_CAPTURE)
    let timer = Timer()
    let gesture = opaque
    let box = Box<@MainActor (GdkEventType) -> Void> { type in
      guard type == GDK_BUTTON_RELEASE, gtk_gesture_is_recognized(gesture) != 0 else { return }
      // The signal may still come, and by then the next press of a double click may have come too.
      let waiting = NativeObject(UnsafeMutableRawPointer(gesture))
      let press = presses.count
      timer.schedule(after: 0) {
        guard presses.count == press, gtk_gesture_is_recognized(waiting.opaque) != 0 else { return }
        gtk_event_controller_reset(waiting.opaque)
      }
    }
    _ = observer.attach(
      "event",
      unsafeBitCast(callEvent as @convention(c) (Data, OpaquePointer?, Data) -> gboolean, to: GCallback.self),
      box)
    gtk_widget_add_controller(widget.widget, OpaquePointer(g_object_ref(observer.raw)))
  }

  /// Cancels the present drag.
  /// - Returns: false when there is none.
  @discardableResult public static func cancelCurrent() -> Bool {
    guard let gesture = current else { return false }
    gtk_event_controller_reset(gesture.opaque)
    return true
  }

  /// True when a move is long enough for a drag rather than an unsteady click, by the desktop's setting.
  public static func isDrag(on widget: Widget, from start: Point, to end: Point) -> Bool {
    gtk_drag_check_threshold(widget.widget, gint(start.x), gint(start.y), gint(end.x), gint(end.y)) != 0
  }
}

/// Follows the pointer.
@MainActor public final class MotionController: EventController {
  /// - Parameter handler: gets nil when the pointer leaves. It must not remove the widget when the pointer
  ///   enters or leaves: GTK 4.8 is then visiting all widgets around it, and crashes.
  public convenience init(on widget: Widget, _ handler: @escaping @MainActor (Point?) -> Void) {
    self.init(owned: UnsafeMutableRawPointer(gtk_event_controller_motion_new()!))
    _ = add(to: widget)
    connect2("enter") { handler(Point(event: $0, $1)) }
    connect2("motion") { handler(Point(event: $0, $1)) }
    connect("leave") { handler(nil) }
  }
}

/// A movement of a wheel or touchpad since the last frame.
public struct Scroll: Equatable, Sendable {
  /// The unit of the distances.
  public enum Unit: Sendable {
    /// Detents of a wheel; the events of one frame arrive as their sum.
    case wheel
    /// Logical pixels of a touchpad.
    case surface
  }

  /// Positive to the right and downwards.
  public let dx: Double, dy: Double
  public let unit: Unit
  /// The keys that were held.
  public let modifiers: Modifiers
  /// When it happened, in seconds of the display's clock.
  public let time: Double

  public init(dx: Double, dy: Double, unit: Unit, modifiers: Modifiers = [], time: Double = 0) {
    self.dx = dx
    self.dy = dy
    self.unit = unit
    self.modifiers = modifiers
    self.time = time
  }
}

/// The wheel and the touchpad.
@MainActor public final class ScrollController: EventController {
  /// - Parameters:
  ///   - scrolled: returns true when it used the scroll.
  ///   - flung: called with the velocity of the fingers when they left the touchpad, in logical pixels per
  ///     second.
  public convenience init(
    on widget: Widget, scrolled: @escaping @MainActor (Scroll) -> Bool, flung: @escaping Action2 = { _, _ in }
  ) {
    let flags = GtkEventControllerScrollFlags(
      rawValue: GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES.rawValue | GTK_EVENT_CONTROLLER_SCROLL_KINETIC.rawValue)
    self.init(owned: UnsafeMutableRawPointer(gtk_event_controller_scroll_new(flags)!))
    let controller = add(to: widget)
    let box = Box<@MainActor (Double, Double) -> Bool> { dx, dy in
      let isWheel = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL
      return scrolled(
        Scroll(
          dx: dx, dy: dy, unit: isWheel ? .wheel : .surface, modifiers: Self.modifiers(of: controller),
          time: Double(gtk_event_controller_get_current_event_time(controller)) / 1000))
    }
    _ = attach(
      "scroll",
      unsafeBitCast(
        callScroll as @convention(c) (Data, Double, Double, Data) -> gboolean, to: GCallback.self), box)
    connect2("decelerate", flung)
  }
}

/// Two fingers, on a touchscreen or a touchpad.
@MainActor public final class PinchGesture: EventController {
  /// - Parameter handler: called with the scale since the pinch began, and the middle between the fingers;
  ///   the scale is nil when a pinch begins.
  public convenience init(on widget: Widget, _ handler: @escaping @MainActor (Double?, Point) -> Void) {
    self.init(owned: UnsafeMutableRawPointer(gtk_gesture_zoom_new()!))
    let gesture = add(to: widget)
    let centre: @MainActor () -> Point = {
      var x = 0.0
      var y = 0.0
      gtk_gesture_get_bounding_box_center(gesture, &x, &y)
      return Point(x: x, y: y)
    }
    let began = Box<Action0> { handler(nil, centre()) }
    _ = attach(
      "begin", unsafeBitCast(callBegin as @convention(c) (Data, Data, Data) -> Void, to: GCallback.self),
      began)
    let changed = Box<@MainActor (Double) -> Void> { handler($0, centre()) }
    _ = attach(
      "scale-changed",
      unsafeBitCast(callScale as @convention(c) (Data, Double, Data) -> Void, to: GCallback.self),
      changed)
  }
}

/// Files dropped on a widget.
@MainActor public final class FileDropTarget: EventController {
  /// - Parameters:
  ///   - dropped: called with the files, and their place within the widget.
  ///   - moved: called with the place of files that are dragged over the widget; nil when they leave or are
  ///     dropped.
  public convenience init(
    on widget: Widget, moved: (@MainActor (Point?) -> Void)? = nil,
    dropped handler: @escaping @MainActor ([FileReference], Point) -> Void
  ) {
    self.init(owned: UnsafeMutableRawPointer(gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY)!))
    _ = add(to: widget)
    if let moved {
      let box = Box<@MainActor (Point?) -> Void>(moved)
      _ = attach(
        "motion",
        unsafeBitCast(
          callDropMotion as @convention(c) (Data, Double, Double, Data) -> GdkDragAction, to: GCallback.self),
        box)
      connect("leave") { moved(nil) }
    }
    let box = Box<@MainActor ([FileReference], Point) -> Void>(handler)
    _ = attach(
      "drop",
      unsafeBitCast(
        callDrop as @convention(c) (Data, UnsafePointer<GValue>?, Double, Double, Data) -> gboolean,
        to: GCallback.self), box)
  }
}

private func callScroll(_: Data, _ dx: Double, _ dy: Double, _ data: Data) -> gboolean {
  let closure = UncheckedSendable(Box<@MainActor (Double, Double) -> Bool>.closure(data))
  return MainActor.assumeIsolated { OwnTime.count { closure.value(dx, dy) } } ? 1 : 0
}

private func callEvent(_: Data, _ event: OpaquePointer?, _ data: Data) -> gboolean {
  let closure = UncheckedSendable(Box<@MainActor (GdkEventType) -> Void>.closure(data))
  let type = gdk_event_get_event_type(event)
  MainActor.assumeIsolated { closure.value(type) }
  return 0
}

private func callBegin(_: Data, _: Data, _ data: Data) {
  let closure = UncheckedSendable(Box<Action0>.closure(data))
  MainActor.assumeIsolated { closure.value() }
}

private func callScale(_: Data, _ scale: Double, _ data: Data) {
  let closure = UncheckedSendable(Box<@MainActor (Double) -> Void>.closure(data))
  MainActor.assumeIsolated { OwnTime.count { closure.value(scale) } }
}

private func callDropMotion(_: Data, _ x: Double, _ y: Double, _ data: Data) -> GdkDragAction {
  let closure = UncheckedSendable(Box<@MainActor (Point?) -> Void>.closure(data))
  MainActor.assumeIsolated { closure.value(Point(x: x, y: y)) }
  return GDK_ACTION_COPY
}

private func callDrop(_: Data, _ value: UnsafePointer<GValue>?, _ x: Double, _ y: Double, _ data: Data)
  -> gboolean
{
  let closure = UncheckedSendable((Box<@MainActor ([FileReference], Point) -> Void>.closure(data), value))
  return MainActor.assumeIsolated {
    guard let list = g_value_get_boxed(closure.value.1) else { return 0 }
    var node = gdk_file_list_get_files(OpaquePointer(list))
    let first = node
    var files: [FileReference] = []
    while let item = node {
      files.append(FileReference(OpaquePointer(item.pointee.data)))
      node = item.pointee.next
    }
    g_slist_free(first)
    closure.value.0(files, Point(x: x, y: y))
    return files.isEmpty ? 0 : 1
  }
}
