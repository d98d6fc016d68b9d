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
  private func givePointerBack() {
    let own = widget
    let timer = Timer()
    connect("closed") {
      timer.schedule(after: 0) { if gtk_widget_get_visible(own) == 0 { gtk_widget_unrealize(own) } }
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
  public func remove() { gtk_widget_unparent(widget) }
}
