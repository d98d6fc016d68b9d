// SpinButton.swift
// An entry for a number.

import CGtk

/// A `GtkSpinButton`.
@MainActor public final class SpinButton: Widget {
  public required init(_ raw: UnsafeMutableRawPointer) {
    super.init(raw)
    // The number alone runs left to right in every language; the buttons follow the language.
    if let text = gtk_widget_get_first_child(widget) { gtk_widget_set_direction(text, GTK_TEXT_DIR_LTR) }
  }

  /// The number; setting it is heard as if it had been typed.
  public var value: Double {
    get { gtk_spin_button_get_value(opaque) }
    set { gtk_spin_button_set_value(opaque, newValue) }
  }

  /// Takes over what has been typed so far, which otherwise happens when the focus leaves it.
  public func commit() { gtk_spin_button_update(opaque) }
}
