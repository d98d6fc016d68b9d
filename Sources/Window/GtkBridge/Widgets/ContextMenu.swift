// ContextMenu.swift
// A menu that opens at a place rather than from a button.

import CGtk

/// A menu at the pointer.
@MainActor public final class ContextMenu: Popover {
  /// - Parameter host: a container with a layout of its own; its actions are those of the menu, which goes with it.
  public convenience init(_ menu: Menu, in host: Grid) {
    let popover = gtk_popover_menu_new_from_model(menu.raw.assumingMemoryBound(to: GMenuModel.self))!
    self.init(UnsafeMutableRawPointer(popover))
    gtk_popover_set_has_arrow(native, 0)
    gtk_popover_set_position(native, GTK_POS_BOTTOM)
    // Its left edge, not its middle, stands at the place.
    gtk_widget_set_halign(widget, GTK_ALIGN_START)
    attach(to: host)
  }

  /// Opens the menu at `place` of another widget in the same window.
  public func open(at place: Point, of other: Widget) {
    open(at: Rect(x: place.x, y: place.y, width: 1, height: 1), of: other)
  }
}

extension Widget {
  /// True when this widget, or one inside, has the focus of its window.
  public var containsFocus: Bool {
    guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return false }
    return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
  }
}

extension Widget {
  /// True while text inside is typed: it has the focus of the window.
  public var containsTyping: Bool {
    guard containsFocus, let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else {
      return false
    }
    return g_type_check_instance_is_a(
      UnsafeMutableRawPointer(focus).assumingMemoryBound(to: GTypeInstance.self), gtk_text_get_type()) != 0
  }
}
