// ChoiceRows.swift
// What is chosen in the rows of dialogs (AdwComboRow), in full: libadwaita shortens every choice to some twenty characters,
// whatever room there is, which is enough for English ("Hours, Minutes, Seconds") and for few other languages.

import CGtk

extension Builder {
  /// Lets all rows of choices write out what is chosen, and their lists as well.
  func writeOutChoices() {
    forEach(adw_combo_row_get_type()) { object in
      let row = object.assumingMemoryBound(to: AdwComboRow.self)
      adw_combo_row_set_factory(row, ChoiceFactories.chosen)
      adw_combo_row_set_list_factory(row, ChoiceFactories.listed)
    }
  }
}

/// Shared by all rows; never freed.
@MainActor private enum ChoiceFactories {
  /// Where there is no room at all, a text is shortened nevertheless.
  static let chosen = factory(
    """
    <object class="GtkLabel"><property name="ellipsize">end</property>\(text)</object>
    """)

  /// With a tick, as libadwaita's own list has it.
  static let listed = factory(
    """
    <object class="GtkBox">
      <property name="spacing">6</property>
      <child>
        <object class="GtkLabel">
          <property name="xalign">0</property><property name="hexpand">True</property>\(text)
        </object>
      </child>
      <child>
        <object class="GtkImage">
          <property name="accessible-role">presentation</property>
          <property name="icon-name">object-select-symbolic</property>
          <binding name="visible"><lookup name="selected">GtkListItem</lookup></binding>
        </object>
      </child>
    </object>
    """)

  private static let text = """
    <binding name="label">
      <lookup name="string" type="GtkStringObject"><lookup name="item">GtkListItem</lookup></lookup>
    </binding>
    """

  private static func factory(_ child: String) -> OpaquePointer? {
    let description =
      "<interface><template class=\"GtkListItem\"><property name=\"child\">\(child)</property></template></interface>"
    let bytes = g_bytes_new(description, gsize(description.utf8.count))
    defer { g_bytes_unref(bytes) }
    return gtk_builder_list_item_factory_new_from_bytes(nil, bytes)
  }
}
