// Values.swift
// What rows and lists of a dialog need beyond properties of text, truth and whole numbers.

import CGtk

extension NativeObject {
  public func double(_ property: String) -> Double {
    withValue(of: .double) {
      g_object_get_property(object, property, $0)
      return g_value_get_double($0)
    }
  }

  /// The place of the chosen item of a list, counted from 0; nil when none is.
  public var selected: Int? {
    get {
      withValue(of: .uint) {
        g_object_get_property(object, "selected", $0)
        let place = g_value_get_uint($0)
        return place == guint.max ? nil : Int(place)
      }
    }
    set {
      withValue(of: .uint) {
        g_value_set_uint($0, newValue.map { guint(clamping: $0) } ?? .max)
        g_object_set_property(object, "selected", $0)
      }
    }
  }
}

/// The texts that a list offers.
@MainActor public final class StringList: NativeObject {
  public func append(_ text: String) { gtk_string_list_append(opaque, text) }
}

/// A list of texts with an entry for another one.
@MainActor public final class ComboBoxText: Widget {
  public func append(_ text: String) { gtk_combo_box_text_append_text(opaque, text) }
}
