// Widget+Popover.swift
// What a `GtkMenuButton` opens. Before GTK 4.10 the button itself does not say whether it is open.

import CGtk

extension Widget {
  /// The popover of this `GtkMenuButton`; nil while it has neither one nor a menu.
  private var popover: Widget? {
    gtk_menu_button_get_popover(OpaquePointer(raw)).map { Widget(UnsafeMutableRawPointer($0)) }
  }

  /// Lets this `GtkMenuButton` open `menu`; what was asked of the popover before is forgotten with it.
  public func setMenu(_ menu: Menu) {
    gtk_menu_button_set_menu_model(OpaquePointer(raw), menu.raw.assumingMemoryBound(to: GMenuModel.self))
  }

  /// True while the popover of this `GtkMenuButton` is open.
  public var hasOpenPopover: Bool { popover?.isVisible == true }

  /// Calls `body` whenever the popover of this `GtkMenuButton` opens.
  public func onPopoverOpen(_ body: @escaping Action0) { popover?.connect("show", body) }

  /// Calls `body` whenever the popover of this `GtkMenuButton` has closed.
  public func onPopoverClose(_ body: @escaping Action0) { popover?.connect("closed", body) }

  /// Calls `body` whenever the popover of this `GtkMenuButton` has closed, unless something else has the focus by then:
  /// GTK would give it to the button, which would open the popover again with the next Space.
  public func onPopoverRelease(_ body: @escaping Action0) {
    guard let popover else { return }
    // Not the wrapper, which nobody needs to keep: whoever emits a signal is there, and its parent is the button.
    let own = popover.widget
    popover.connect("closed") {
      guard let button = gtk_widget_get_parent(own), let root = gtk_widget_get_root(button) else { return }
      let focus = gtk_root_get_focus(root)
      if focus == nil || focus == button || gtk_widget_is_ancestor(focus, button) != 0 { body() }
    }
  }
}
