// DropDown.swift
// A list of texts of which one is chosen.

import CGtk

/// A `GtkDropDown`.
@MainActor public final class DropDown: Widget {
  /// Sets the name of the list, and of the button in it, for assistive technology: GTK 4.8 leaves the button without one.
  public override func setAccessibleLabel(_ text: String) {
    super.setAccessibleLabel(text)
    guard let button = gtk_widget_get_first_child(widget) else { return }
    Widget.of(button).setAccessibleLabel(text)
  }
}
