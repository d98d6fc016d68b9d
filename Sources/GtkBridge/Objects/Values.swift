// Values.swift
// Properties of other types than text, Booleans and integers, and lists of texts.

import CGtk

extension NativeObject {
  public func double(_ property: String) -> Double {
    withValue(of: .double) {
      g_object_get_property(object, property, $0)
      return g_value_get_double($0)
    }
  }

  /// The index of the selected item of a list; nil when none is.
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

/// The texts of a list.
@MainActor public final class StringList: NativeObject {
  public func append(_ text: String) { gtk_string_list_append(opaque, text) }
}

/// A list of texts with an entry for other text.
@MainActor public final class ComboBoxText: Widget {
  public func append(_ text: String) { gtk_combo_box_text_append_text(opaque, text) }
}
