// WindowMenus.swift
// The menus of a window whose items never change. All windows share them: their actions are looked for where a menu is
// opened, and GTK 4.8 never gives back a menu that it has built from a description, some 60 kB for each window.

import GtkBridge
import Resources

/// The menus that all windows have in common.
@MainActor enum WindowMenus {
  private static let builder = Builder(Resources.menus)

  /// Gives those buttons of a window their menus that always show the same.
  static func attach(to window: Builder) {
    for (button, menu) in [
      ("main_button", "main_menu"), ("view_button", "view_menu"), ("time_format_button", "time_menu"),
    ] {
      window.get(button).setMenu(builder.get(menu, as: Menu.self))
    }
  }
}
