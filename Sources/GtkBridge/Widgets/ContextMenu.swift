// ContextMenu.swift
// A menu that opens at a place rather than from a button.

import CGtk

/// A menu at the pointer.
@MainActor public final class ContextMenu: Widget {
  /// - Parameter host: a container with a layout of its own; its actions are those of the menu, which goes with it.
  public convenience init(_ menu: Menu, in host: Grid) {
    let popover = gtk_popover_menu_new_from_model(menu.raw.assumingMemoryBound(to: GMenuModel.self))!
    self.init(UnsafeMutableRawPointer(popover))
    gtk_popover_set_has_arrow(native, 0)
    gtk_popover_set_position(native, GTK_POS_BOTTOM)
    // Its left edge, not its middle, stands at the place.
    gtk_widget_set_halign(widget, GTK_ALIGN_START)
    gtk_widget_set_parent(widget, host.widget)
  }

  private var native: UnsafeMutablePointer<GtkPopover> { raw.assumingMemoryBound(to: GtkPopover.self) }

  /// Opens the menu at `place` of another widget in the same window.
  public func open(at place: Point, of other: Widget) {
    var x = 0.0
    var y = 0.0
    guard let host = gtk_widget_get_parent(widget),
      gtk_widget_translate_coordinates(other.widget, host, place.x, place.y, &x, &y) != 0
    else { return }
    var rectangle = GdkRectangle(x: gint(x), y: gint(y), width: 1, height: 1)
    gtk_popover_set_pointing_to(native, &rectangle)
    gtk_popover_popup(native)
  }

  /// Calls `body` whenever the menu has closed, unless another widget has the focus by then.
  public func onRelease(_ body: @escaping Action0) {
    // Do not capture the wrapper. While a signal is emitted the instance exists.
    let own = widget
    connect("closed") {
      guard let root = gtk_widget_get_root(own) else { return }
      let focus = gtk_root_get_focus(root)
      if focus == nil || focus == own || gtk_widget_is_ancestor(focus, own) != 0 { body() }
    }
  }

  /// Takes the menu out of its host. Not while it is open, nor in a handler of its items.
  public func remove() { gtk_widget_unparent(widget) }
}

extension Widget {
  /// True when this widget, or one inside, has the focus of its window.
  public var containsFocus: Bool {
    guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return false }
    return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
  }
}
