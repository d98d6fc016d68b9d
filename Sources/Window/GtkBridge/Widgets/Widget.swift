// Widget.swift
// What all widgets share, with keys and popovers. Special properties are set by name (`NativeObject.set`), so
// that few types are needed.

import CGtk

/// A size or place in logical pixels.
public struct Point: Equatable, Sendable {
  public var x: Double, y: Double
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A GTK widget.
///
/// The wrapper that is made first lives as long as the widget: one that only a closure refers to, weakly, is there when the
/// closure is called.
@MainActor open class Widget: NativeObject {
  public required init(_ raw: UnsafeMutableRawPointer) {
    super.init(raw)
    liveWithObject()
  }

  override init(owned raw: UnsafeMutableRawPointer) {
    super.init(owned: raw)
    liveWithObject()
  }

  /// The wrapper of a widget that others made; where it has none, one for the moment.
  static func of(_ widget: UnsafeMutablePointer<GtkWidget>) -> Widget {
    let raw = UnsafeMutableRawPointer(widget)
    if let kept = NativeObject.kept(raw) as? Widget { return kept }
    let wrapper = Widget(borrowed: raw)
    wrapper.liveAlone()
    return wrapper
  }

  var widget: UnsafeMutablePointer<GtkWidget> { raw.assumingMemoryBound(to: GtkWidget.self) }

  /// Width and height in logical pixels; 0 before the first layout.
  public var width: Int { Int(gtk_widget_get_width(widget)) }
  public var height: Int { Int(gtk_widget_get_height(widget)) }

  /// Device pixels per logical pixel, rounded up: what icons are made for. What is drawn asks for `pixels`.
  public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }

  public var isVisible: Bool {
    get { gtk_widget_get_visible(widget) != 0 }
    set { if newValue != isVisible { gtk_widget_set_visible(widget, newValue ? 1 : 0) } }
  }

  /// Lets the labels within shorten their text with an ellipsis; a `GtkEditableLabel` has no property for
  /// this.
  public func ellipsizeLabels() {
    if g_type_check_instance_is_a(raw.assumingMemoryBound(to: GTypeInstance.self), gtk_label_get_type()) != 0
    {
      gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    }
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      Widget.of(next).ellipsizeLabels()
      child = gtk_widget_get_next_sibling(next)
    }
  }

  /// Logical pixels from the top of another widget of the window to the top of this one; nil when they are
  /// not shown together.
  public func top(in other: Widget) -> Double? {
    var x = 0.0
    var y = 0.0
    return gtk_widget_translate_coordinates(widget, other.widget, 0, 0, &x, &y) != 0 ? y : nil
  }

  /// Sets the tooltip, while the widget is hidden where nobody sees it yet: see `Builder.calmTooltips`.
  public func setTooltip(_ text: String?) {
    let present = gtk_widget_get_tooltip_text(widget).map { String(cString: $0) }
    guard text != present else { return }
    let isUnseen = gtk_widget_get_visible(widget) != 0 && gtk_widget_get_mapped(widget) == 0
    if isUnseen { gtk_widget_set_visible(widget, 0) }
    gtk_widget_set_tooltip_text(widget, text)
    if isUnseen { gtk_widget_set_visible(widget, 1) }
  }

  /// Lays out the widget and all within from left to right in every language: time and numbers run that way.
  public func runLeftToRight() {
    gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR)
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      Widget.of(next).runLeftToRight()
      child = gtk_widget_get_next_sibling(next)
    }
  }

  /// True while the widget and all widgets around it are shown.
  public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

  public func queueDraw() { gtk_widget_queue_draw(widget) }

  public func grabFocus() { gtk_widget_grab_focus(widget) }

  /// Removes the focus from any widget, so that keys go to the window.
  public func dropFocus() {
    if let root = gtk_widget_get_root(widget) { gtk_root_set_focus(root, nil) }
  }

  /// Adds a style class.
  public func addStyleClass(_ name: String) { gtk_widget_add_css_class(widget, name) }

  /// Takes a style class away.
  public func removeStyleClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }

  /// Sets the pointer's shape over the widget; a CSS cursor name, nil for the usual one.
  public func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(widget, name) }

  /// The text colour that the desktop's style gives this widget.
  public var foreground: RGBA {
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
    return RGBA(
      red: Double(color.red), green: Double(color.green), blue: Double(color.blue), alpha: Double(color.alpha)
    )
  }

  /// Sets the name for assistive technology.
  open func setAccessibleLabel(_ text: String) {
    updateAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, text)
  }

  /// Sets the value for assistive technology.
  public func setAccessibleValue(_ text: String) {
    updateAccessible(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text)
  }

  public func setAccessibleDescription(_ text: String) {
    updateAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text)
  }

  private func updateAccessible(_ property: GtkAccessibleProperty, _ text: String) {
    var properties = [property]
    withValue(string: text) { gtk_accessible_update_property_value(opaque, 1, &properties, $0) }
  }

  // MARK: Frames

  /// Calls `body` before each frame, with the frame's time in seconds of the monotonic clock, until it
  /// returns false. Costs a wake-up per frame while it lives.
  public func onEachFrame(_ body: @escaping @MainActor (_ time: Double) -> Bool) -> FrameCallback {
    let box = Box<@MainActor (Double) -> Bool>(body)
    let identifier = gtk_widget_add_tick_callback(widget, callFrame, box.retained, releaseBox)
    return FrameCallback(widget: self, identifier: identifier)
  }

  /// Frames per second of the display that shows the widget.
  public var refreshRate: Double {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return 60 }
    var interval: gint64 = 0
    gdk_frame_clock_get_refresh_info(clock, 0, &interval, nil)
    return interval > 0 ? 1e6 / Double(interval) : 60
  }

  /// Calls `body` before each frame is laid out and painted. The widget must be realized.
  public func beforePaint(_ body: @escaping Action0) { frameClock?.connect("before-paint", body) }

  /// Calls `body` after each frame has been painted. The widget must be realized.
  public func afterPaint(_ body: @escaping Action0) { frameClock?.connect("after-paint", body) }

  private var frameClock: NativeObject? {
    gtk_widget_get_frame_clock(widget).map { NativeObject(UnsafeMutableRawPointer($0)) }
  }

  // MARK: Keys

  /// Calls `body` when `key` (in the syntax of `gtk_shortcut_trigger_parse_string`) is pressed while this
  /// widget or one inside has the focus, before that widget gets the key.
  ///
  /// - Parameter body: returns false to pass the key on.
  public func takeKey(_ key: String, _ body: @escaping @MainActor () -> Bool) {
    guard let trigger = gtk_shortcut_trigger_parse_string(key) else { fatalError("no key \(key)") }
    let controller = gtk_shortcut_controller_new()!
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    let action = gtk_callback_action_new(callKey, Box(body).retained, releaseBox)
    gtk_shortcut_controller_add_shortcut(
      OpaquePointer(UnsafeRawPointer(controller)), gtk_shortcut_new(trigger, action))
    gtk_widget_add_controller(widget, controller)
  }

  /// Lets this `GtkSearchEntry` take letters that are typed while another widget has the focus, and then the focus.
  /// Keys that the other one takes itself, added later, stay its own.
  public func takeTyping(from other: Widget) {
    gtk_search_entry_set_key_capture_widget(opaque, other.widget)
    connect("search-started") { [weak self] in
      guard let self else { return }
      grabFocus()
      gtk_editable_set_position(opaque, -1)
    }
  }

  // MARK: Popovers of menu buttons

  /// The popover of this `GtkMenuButton`; nil while it has neither a popover nor a menu. Before GTK 4.10 the
  /// button does not say whether it is open.
  private var popover: Widget? {
    gtk_menu_button_get_popover(OpaquePointer(raw)).map {
      Widget.of(UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self))
    }
  }

  /// Sets the menu of this `GtkMenuButton`; handlers of its former popover are lost.
  public func setMenu(_ menu: Menu) {
    gtk_menu_button_set_menu_model(OpaquePointer(raw), menu.raw.assumingMemoryBound(to: GMenuModel.self))
  }

  /// Sets the popover of this `GtkMenuButton`.
  public func setPopover(_ popover: Widget) {
    gtk_menu_button_set_popover(OpaquePointer(raw), popover.widget)
  }

  /// Has the popover of this `GtkMenuButton` made when it is first opened: GTK needs longer for a menu or for what can be
  /// typed into than for a whole header, and few of them are ever opened.
  ///
  /// - Parameter make: gets the button, and sets its menu or its popover.
  public func makePopover(_ make: @escaping @MainActor (Widget) -> Void) {
    let box = Box<@MainActor (Widget) -> Void>(make)
    gtk_menu_button_set_create_popup_func(OpaquePointer(raw), callMake, box.retained, releaseBox)
  }

  /// True while the popover of this `GtkMenuButton` is open.
  public var hasOpenPopover: Bool { popover?.isVisible == true }

  /// Calls `body` whenever the popover of this `GtkMenuButton` opens.
  public func onPopoverOpen(_ body: @escaping Action0) { popover?.connect("show", body) }

  /// Calls `body` whenever the popover of this `GtkMenuButton` has closed.
  public func onPopoverClose(_ body: @escaping Action0) { popover?.connect("closed", body) }

  /// Calls `body` whenever the popover of this `GtkMenuButton` has closed, unless another widget has the
  /// focus by then. GTK would give the focus to the button, and the next Space would open the popover again.
  public func onPopoverRelease(_ body: @escaping Action0) {
    guard let popover else { return }
    // Do not capture the wrapper. While a signal is emitted the popover exists, and its parent is the button.
    let own = popover.widget
    popover.connect("closed") {
      guard let button = gtk_widget_get_parent(own), let root = gtk_widget_get_root(button) else { return }
      let focus = gtk_root_get_focus(root)
      if focus == nil || focus == button || gtk_widget_is_ancestor(focus, button) != 0 { body() }
    }
  }
}

/// A running per-frame callback.
@MainActor public final class FrameCallback {
  private weak var widget: Widget?
  private let identifier: guint
  private var isRemoved = false

  init(widget: Widget, identifier: guint) {
    self.widget = widget
    self.identifier = identifier
  }

  /// Ends the calls. Not from within the callback: return false there.
  public func remove() {
    guard !isRemoved, let widget else { return }
    isRemoved = true
    gtk_widget_remove_tick_callback(widget.widget, identifier)
  }
}

private func callFrame(_: UnsafeMutablePointer<GtkWidget>?, _ clock: OpaquePointer?, _ data: Data) -> gboolean
{
  let closure = UncheckedSendable(Box<@MainActor (Double) -> Bool>.closure(data))
  let time = Double(gdk_frame_clock_get_frame_time(clock)) / 1e6
  return MainActor.assumeIsolated { OwnTime.count { closure.value(time) } } ? 1 : 0
}

private func callMake(_ button: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
  let make = UncheckedSendable(Box<@MainActor (Widget) -> Void>.closure(data)),
    raw = UncheckedSendable(button!)
  MainActor.assumeIsolated {
    guard gtk_menu_button_get_popover(raw.value) == nil else { return }
    make.value(Widget.of(UnsafeMutableRawPointer(raw.value).assumingMemoryBound(to: GtkWidget.self)))
  }
}

private func callKey(
  _: UnsafeMutablePointer<GtkWidget>?, _: OpaquePointer?, _ data: UnsafeMutableRawPointer?
) -> gboolean {
  let body = UncheckedSendable(Box<@MainActor () -> Bool>.closure(data))
  return MainActor.assumeIsolated { body.value() } ? 1 : 0
}
