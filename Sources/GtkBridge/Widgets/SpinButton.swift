// SpinButton.swift
// An entry for a number.

import CGtk

/// A `GtkSpinButton`.
@MainActor public final class SpinButton: Widget {
  /// The number; setting it is heard as if it had been typed.
  public var value: Double {
    get { gtk_spin_button_get_value(opaque) }
    set { gtk_spin_button_set_value(opaque, newValue) }
  }

  /// Takes over what has been typed so far, which otherwise happens when the focus leaves it.
  public func commit() { gtk_spin_button_update(opaque) }
}
