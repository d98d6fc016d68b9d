// RowModel.swift
// A list model that knows only how many rows there are. GTK asks it for the rows that come into view, and gets an object
// without contents for each: what is written in a row is asked for by its number.

import CGtk

/// A `GListModel` of rows without contents.
@MainActor final class RowModel: NativeObject {
  convenience init() {
    self.init(owned: UnsafeMutableRawPointer(g_object_new_with_properties(rowModelType, 0, nil, nil)!))
  }

  /// How many rows there are.
  var count: Int { Int(rowCount(opaque)) }

  /// Says that rows were replaced by others.
  ///
  /// - Complexity: O(rows that GTK shows)
  func replace(at start: Int, removed: Int, added: Int) {
    g_object_set_data(object, countKey, UnsafeMutableRawPointer(bitPattern: count - removed + added))
    g_list_model_items_changed(opaque, guint(start), guint(removed), guint(added))
  }
}

private let countKey = "barline-count"

private let rowModelType: GType = {
  var query = GTypeQuery()
  g_type_query(g_object_get_type(), &query)
  let type = g_type_register_static_simple(
    g_object_get_type(), "BarlineRowModel", query.class_size, nil, query.instance_size, nil, GTypeFlags(0))
  var info = GInterfaceInfo(interface_init: initializeListModel, interface_finalize: nil, interface_data: nil)
  g_type_add_interface_static(type, g_list_model_get_type(), &info)
  return type
}()

private func initializeListModel(_ interface: gpointer?, _: gpointer?) {
  let model = interface!.assumingMemoryBound(to: GListModelInterface.self)
  model.pointee.get_item_type = { _ in g_object_get_type() }
  model.pointee.get_n_items = rowCount
  model.pointee.get_item = { model, row in
    row < rowCount(model) ? gpointer(g_object_new_with_properties(g_object_get_type(), 0, nil, nil)) : nil
  }
}

private func rowCount(_ model: OpaquePointer?) -> guint {
  let object = UnsafeMutableRawPointer(model)?.assumingMemoryBound(to: GObject.self)
  return guint(UInt(bitPattern: g_object_get_data(object, countKey)))
}
