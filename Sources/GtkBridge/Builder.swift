// Builder.swift
// Interface descriptions (GtkBuilder XML, compiled into the program) to widgets.

import CGtk

/// The objects of one interface description.
@MainActor public final class Builder: NativeObject {
  /// - Parameter xml: UTF-8 text; a mistake in it ends the program, as it is part of the program.
  public convenience init(_ xml: [UInt8]) {
    self.init(owned: UnsafeMutableRawPointer(gtk_builder_new()!))
    var error: UnsafeMutablePointer<GError>?
    let loaded = xml.withUnsafeBytes {
      gtk_builder_add_from_string(opaque, $0.bindMemory(to: CChar.self).baseAddress, gssize($0.count), &error)
    }
    if loaded == 0 {
      fatalError(error.map { String(cString: $0.pointee.message) } ?? "interface description")
    }
  }

  /// The object with an `id`.
  public func get<Kind: NativeObject>(_ id: String, as kind: Kind.Type = Widget.self) -> Kind {
    guard let object = gtk_builder_get_object(opaque, id) else { fatalError("no object \(id)") }
    return Kind(UnsafeMutableRawPointer(object))
  }
}

/// A row or column of widgets.
@MainActor public final class BoxWidget: Widget {
  public func append(_ child: Widget) {
    gtk_box_append(raw.assumingMemoryBound(to: GtkBox.self), child.widget)
  }
}

/// Rows and columns of widgets.
@MainActor public final class Grid: Widget {
  public func attach(_ child: Widget, column: Int, row: Int) {
    gtk_grid_attach(raw.assumingMemoryBound(to: GtkGrid.self), child.widget, gint(column), gint(row), 1, 1)
  }

  public func remove(_ child: Widget) {
    gtk_grid_remove(raw.assumingMemoryBound(to: GtkGrid.self), child.widget)
  }
}

/// A range of values with a page, as scroll bars have.
@MainActor public final class Adjustment: NativeObject {
  private var native: UnsafeMutablePointer<GtkAdjustment> { raw.assumingMemoryBound(to: GtkAdjustment.self) }

  public var value: Double {
    get { gtk_adjustment_get_value(native) }
    set { gtk_adjustment_set_value(native, newValue) }
  }

  public func configure(value: Double, upper: Double, step: Double, page: Double) {
    gtk_adjustment_configure(native, value, 0, upper, step, page, page)
  }
}

extension Widget {
  /// A scroll bar from top to bottom, and the range that it moves in.
  public static func verticalScrollbar() -> (Widget, Adjustment) {
    let adjustment = Adjustment(UnsafeMutableRawPointer(gtk_adjustment_new(0, 0, 1, 1, 1, 1)!))
    let scrollbar = gtk_scrollbar_new(
      GTK_ORIENTATION_VERTICAL, adjustment.raw.assumingMemoryBound(to: GtkAdjustment.self))!
    return (Widget(UnsafeMutableRawPointer(scrollbar)), adjustment)
  }
}

/// A menu whose items the program fills in.
@MainActor public final class Menu: NativeObject {
  public func removeAll() { g_menu_remove_all(opaque) }

  /// - Parameters:
  ///   - label: shown as it is, underscores too.
  ///   - action: a detailed name with a text target.
  public func append(_ label: String, action: String, target: String) {
    let plain = label.reduce(into: "") { $0 += $1 == "_" ? "__" : String($1) }
    let item = g_menu_item_new(plain, nil)!
    g_menu_item_set_action_and_target_value(item, action, g_variant_new_string(target))
    g_menu_append_item(opaque, item)
    g_object_unref(UnsafeMutableRawPointer(item))
  }
}
