// Menu.swift
// Menus as models: their items name actions, independent of the widget that shows them.

import CGtk

/// A menu whose items the program fills in.
@MainActor public final class Menu: NativeObject {
  public convenience init() { self.init(owned: UnsafeMutableRawPointer(g_menu_new()!)) }

  /// A menu whose items do not change.
  public convenience init(_ sections: Section...) { self.init(sections) }

  public convenience init(_ sections: [Section]) {
    self.init()
    append(sections)
  }

  /// A group of items, separated by a line.
  public struct Section {
    let title: String?
    let items: [Item]
  }

  /// An item; labels have an underscore before their mnemonic.
  public enum Item {
    /// A label, the detailed name of an action, and its target if it takes a text. `key` is shown beside the
    /// label, although it is not an accelerator of the application.
    case action(String, String, target: String? = nil, key: String? = nil)
    /// A label, and its submenu.
    indirect case menu(String, [Section])

    /// A label, and a submenu that the program fills in.
    case shared(String, Menu)

    /// A submenu with a label.
    public static func submenu(_ label: String, _ sections: Section...) -> Item { .menu(label, sections) }
  }

  /// A section of items.
  ///
  /// - Parameter title: shown above them.
  public static func section(_ items: [Item], title: String? = nil) -> Section {
    Section(title: title, items: items)
  }

  private func append(_ sections: [Section]) {
    for section in sections {
      let menu = Menu()
      section.items.forEach(menu.append)
      g_menu_append_section(opaque, section.title, menu.raw.assumingMemoryBound(to: GMenuModel.self))
    }
  }

  private func append(_ item: Item) {
    switch item {
    case .action(let label, let action, let target, let key):
      append(label, action, target: target, key: key)
    case .menu(let label, let sections):
      let menu = Menu()
      menu.append(sections)
      append(label, submenu: menu)
    case .shared(let label, let menu): append(label, submenu: menu)
    }
  }

  public func removeAll() { g_menu_remove_all(opaque) }

  /// Takes all items out of this menu, its sections and its submenus. Do this with the menu of a `GtkMenuButton` that
  /// goes while the program goes on: GTK 4.8 never releases the sections of its menus.
  public func takeApart() { takeApart(raw.assumingMemoryBound(to: GMenuModel.self)) }

  private func takeApart(_ menu: UnsafeMutablePointer<GMenuModel>) {
    for index in 0..<g_menu_model_get_n_items(menu) {
      for link in ["section", "submenu"] {
        guard let inner = g_menu_model_get_item_link(menu, index, link) else { continue }
        takeApart(inner)
        g_object_unref(UnsafeMutableRawPointer(inner))
      }
    }
    g_menu_remove_all(OpaquePointer(menu))
  }

  public var isEmpty: Bool {
    g_menu_model_get_n_items(raw.assumingMemoryBound(to: GMenuModel.self)) == 0
  }

  /// Adds a section.
  public func append(section: Menu) {
    g_menu_append_section(opaque, nil, section.raw.assumingMemoryBound(to: GMenuModel.self))
  }

  public func append(_ label: String, submenu: Menu) {
    g_menu_append_submenu(opaque, label, submenu.raw.assumingMemoryBound(to: GMenuModel.self))
  }

  /// - Parameters:
  ///   - label: shown unchanged, underscores included.
  ///   - action: a detailed name; its target is a text.
  public func append(_ label: String, action: String, target: String? = nil) {
    let plain = label.reduce(into: "") { $0 += $1 == "_" ? "__" : String($1) }
    append(plain, action, target: target)
  }

  private func append(_ label: String, _ action: String, target: String?, key: String? = nil) {
    let item = g_menu_item_new(label, nil)!
    g_menu_item_set_action_and_target_value(item, action, target.map { g_variant_new_string($0) })
    if let key { g_menu_item_set_attribute_value(item, "accel", g_variant_new_string(key)) }
    // Of a feature that is not there.
    g_menu_item_set_attribute_value(item, "hidden-when", g_variant_new_string("action-missing"))
    g_menu_append_item(opaque, item)
    g_object_unref(UnsafeMutableRawPointer(item))
  }
}
