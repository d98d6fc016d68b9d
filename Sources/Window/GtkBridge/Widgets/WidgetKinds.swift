// WidgetKinds.swift
// Which of the bridge's types a widget of the toolkit gets that an interface description made: the same one for whoever asks
// first, and however little he needs to know of it.

import CGtk

@MainActor enum WidgetKinds {
  private static let all: [(native: GType, kind: Widget.Type)] = [
    (gtk_box_get_type(), BoxWidget.self), (gtk_stack_get_type(), Stack.self),
    (gtk_overlay_get_type(), Overlay.self), (gtk_grid_get_type(), Grid.self),
    (gtk_popover_get_type(), Popover.self), (gtk_window_get_type(), Window.self),
    (gtk_spin_button_get_type(), SpinButton.self), (gtk_drop_down_get_type(), DropDown.self),
    (gtk_color_button_get_type(), ColorButton.self), (gtk_combo_box_text_get_type(), ComboBoxText.self),
    (adw_flap_get_type(), Flap.self), (adw_toast_overlay_get_type(), ToastOverlay.self),
    (adw_preferences_group_get_type(), PreferencesGroup.self), (gtk_widget_get_type(), Widget.self),
  ]

  /// The type for an instance; nil where it is no widget.
  ///
  /// - Complexity: O(number of types)
  static func kind(of raw: UnsafeMutableRawPointer) -> Widget.Type? {
    let instance = raw.assumingMemoryBound(to: GTypeInstance.self)
    return all.first { g_type_check_instance_is_a(instance, $0.native) != 0 }?.kind
  }
}
