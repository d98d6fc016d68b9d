// Widget+Popover.swift
// What a `GtkMenuButton` opens. Before GTK 4.10 the button itself does not say whether it is open.

import CGtk

extension Widget {
  /// The popover of this `GtkMenuButton`; nil while it has neither one nor a menu.
  private var popover: Widget? {
    gtk_menu_button_get_popover(OpaquePointer(raw)).map { Widget(UnsafeMutableRawPointer($0)) }
  }

  /// True while the popover of this `GtkMenuButton` is open.
  public var hasOpenPopover: Bool { popover?.isVisible == true }

  /// Calls `body` whenever the popover of this `GtkMenuButton` opens.
  public func onPopoverOpen(_ body: @escaping Action0) { popover?.connect("show", body) }

  /// Calls `body` whenever the popover of this `GtkMenuButton` has closed.
  public func onPopoverClose(_ body: @escaping Action0) { popover?.connect("closed", body) }
}
