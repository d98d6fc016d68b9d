// Popover.swift
// Popovers that open at a place rather than from a button.

import CGtk

/// A small window over another widget of the same window.
@MainActor open class Popover: Widget {
  var native: UnsafeMutablePointer<GtkPopover> { raw.assumingMemoryBound(to: GtkPopover.self) }

  /// Makes it a part of a container with a layout of its own, with which it goes.
  public func attach(to host: Widget) {
    gtk_widget_set_parent(widget, host.widget)
    givePointerBack()
  }

  /// Takes the surface of a closed popover away, before the next layout. Each layout of its host lays out the popover as
  /// well, hidden or not, and GTK 4.8 then asks for the pointer's place on its surface: the next press would go to the
  /// hidden popover. Opening makes a new surface.
  ///
  /// Half a second after the pointer has moved GTK 4.8 asks for its place on the surface where it was then, to show a
  /// tooltip there, whether that surface is still there or not. So it is told to look for the pointer anew; where the
  /// pointer is over none of the program's windows it would not, and the surface stays for that time.
  private func givePointerBack() {
    let own = widget
    let timer = Timer()
    connect("closed") {
      timer.schedule(after: 0) {
        guard gtk_widget_get_visible(own) == 0 else { return }
        forgetPointer(in: own)
        if isPointerOverProgram(own) {
          gtk_widget_unrealize(own)
          if let host = gtk_widget_get_parent(own) { gtk_widget_trigger_tooltip_query(host) }
        } else {
          timer.schedule(after: 0.6) { if gtk_widget_get_visible(own) == 0 { gtk_widget_unrealize(own) } }
        }
      }
    }
  }

  /// Opens at a rectangle of another widget in the same window; the whole of it unless one is given.
  public func open(at area: Rect? = nil, of other: Widget) {
    let area = area ?? Rect(x: 0, y: 0, width: Double(other.width), height: Double(other.height))
    var x = 0.0
    var y = 0.0
    guard let host = gtk_widget_get_parent(widget),
      gtk_widget_translate_coordinates(other.widget, host, area.x, area.y, &x, &y) != 0
    else { return }
    var rectangle = GdkRectangle(
      x: gint(x), y: gint(y), width: gint(max(area.width, 1)), height: gint(max(area.height, 1)))
    gtk_popover_set_pointing_to(native, &rectangle)
    gtk_popover_popup(native)
  }

  public func close() { gtk_popover_popdown(native) }

  /// Calls `body` whenever it has closed, unless another widget has the focus by then.
  public func onRelease(_ body: @escaping Action0) {
    // Do not capture the wrapper. While a signal is emitted the instance exists.
    let own = widget
    connect("closed") {
      guard let root = gtk_widget_get_root(own) else { return }
      let focus = gtk_root_get_focus(root)
      if focus == nil || focus == own || gtk_widget_is_ancestor(focus, own) != 0 { body() }
    }
  }

  /// Takes it out of its host. Not while it is open, nor in a handler of what is in it.
  public func remove() {
    forgetPointer(in: widget)
    gtk_widget_unparent(widget)
  }
}

/// True when the pointer is over a window or a popover of the program.
private func isPointerOverProgram(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
  guard let seat = gdk_display_get_default_seat(gtk_widget_get_display(widget)),
    let pointer = gdk_seat_get_pointer(seat)
  else { return false }
  return gdk_device_get_surface_at_position(pointer, nil, nil) != nil
}

/// Lets the window forget that the pointer is in a hidden popover, or in a list that opened from one. A layout in the frame
/// in which it closes asks GTK 4.8 for a motion there, which comes after the popover has gone from the screen. The window
/// then keeps a pointer in it, and looks at its surface with the next layout: with none, that is a crash
/// (`maybe_request_motion_event` of gtkpopover.c). A change of sensitivity is what lets it look for the pointer anew
/// (`gtk_window_update_pointer_focus_on_state_change`).
private func forgetPointer(in widget: UnsafeMutablePointer<GtkWidget>) {
  var child = gtk_widget_get_first_child(widget)
  while let next = child {
    forgetPointer(in: next)
    child = gtk_widget_get_next_sibling(next)
  }
  let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
  guard g_type_check_instance_is_a(instance, gtk_native_get_type()) != 0,
    gtk_widget_get_sensitive(widget) != 0
  else { return }
  gtk_widget_set_sensitive(widget, 0)
  gtk_widget_set_sensitive(widget, 1)
}
