// Builder.swift
// Interface descriptions (GtkBuilder XML, compiled into the program) to widgets, and simple widgets: containers
// and lists.

import CGtk

/// The objects of one interface description.
@MainActor public final class Builder: NativeObject {
  /// The catalogs in which the translations of `translatable` texts lie; nil: they stay as they are.
  public static var translationDomain: String?

  /// - Parameter xml: UTF-8 text. A mistake in it ends the program, because it is a part of the program.
  public convenience init(_ xml: [UInt8]) {
    self.init(owned: UnsafeMutableRawPointer(gtk_builder_new()!))
    if let domain = Self.translationDomain { gtk_builder_set_translation_domain(opaque, domain) }
    var error: UnsafeMutablePointer<GError>?
    let loaded = Self.calmTooltips(xml).withUnsafeBytes {
      gtk_builder_add_from_string(opaque, $0.bindMemory(to: CChar.self).baseAddress, gssize($0.count), &error)
    }
    if loaded == 0 {
      fatalError(error.map { String(cString: $0.pointee.message) } ?? "interface description")
    }
    writeOutChoices()
    stillWheels()
    writeNumbers()
  }

  /// The description with widgets that are hidden while they get their tooltips: of a visible one GTK asks the display
  /// four times where the pointer is, and waits for each answer, on X11: these were 116 of 319 waits for the display in
  /// a start. A widget's own `visible` has to stand behind its tooltip.
  nonisolated static func calmTooltips(_ xml: [UInt8]) -> [UInt8] {
    let hidden = Array(#"<property name="visible">0</property>"#.utf8)
    let shown = Array(#"<property name="visible">1</property>"#.utf8)
    var calm: [UInt8] = [], rest = 0
    while let start = xml.place(of: #"<property name="tooltip-text""#, from: rest),
      let end = xml.place(of: "</property>", from: start).map({ $0 + "</property>".utf8.count })
    {
      calm += xml[rest..<start] + hidden + xml[start..<end] + shown
      rest = end
    }
    return rest == 0 ? xml : calm + xml[rest...]
  }

  /// Calls `body` with each object of a type.
  func forEach(_ type: GType, _ body: (UnsafeMutableRawPointer) -> Void) {
    let objects = gtk_builder_get_objects(opaque)
    defer { g_slist_free(objects) }
    var next = objects
    while let object = next?.pointee {
      next = object.next
      let instance = object.data.assumingMemoryBound(to: GTypeInstance.self)
      if g_type_check_instance_is_a(instance, type) != 0 { body(object.data) }
    }
  }

  /// The object with an `id`. There is one wrapper for it, which lives as long as the object.
  public func get<Kind: NativeObject>(_ id: String, as kind: Kind.Type = Widget.self) -> Kind {
    guard let object = gtk_builder_get_object(opaque, id) else { fatalError("no object \(id)") }
    let raw = UnsafeMutableRawPointer(object)
    let wrapper = NativeObject.kept(raw) ?? (WidgetKinds.kind(of: raw) ?? Kind.self).init(raw)
    wrapper.liveWithObject()
    guard let wrapper = wrapper as? Kind else { fatalError("\(id) is a \(type(of: wrapper)), not a \(kind)") }
    return wrapper
  }
}

extension [UInt8] {
  /// Where a text begins, from a place on.
  fileprivate func place(of text: String, from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
      return g_strstr_len(base + start, gssize(count - start), text).map {
        $0 - UnsafeMutablePointer(mutating: base)
      }
    }
  }
}

/// A row or column of widgets.
@MainActor public final class BoxWidget: Widget {
  public func append(_ child: Widget) {
    gtk_box_append(raw.assumingMemoryBound(to: GtkBox.self), child.widget)
  }

  /// Inserts `child` behind `sibling`; nil: as the first child.
  public func insert(_ child: Widget, after sibling: Widget?) {
    gtk_box_insert_child_after(raw.assumingMemoryBound(to: GtkBox.self), child.widget, sibling?.widget)
  }

  public func remove(_ child: Widget) {
    gtk_box_remove(raw.assumingMemoryBound(to: GtkBox.self), child.widget)
  }

  /// Children from left to right.
  public static func row(spacing: Int = 0) -> BoxWidget {
    BoxWidget(UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, gint(spacing))!))
  }

  /// Children from top to bottom.
  public static func column(spacing: Int = 0) -> BoxWidget {
    BoxWidget(UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, gint(spacing))!))
  }
}

/// Pages, one of which is visible.
@MainActor public final class Stack: Widget {
  /// Adds a page; the first page is visible.
  public func add(_ page: Widget, named name: String) { gtk_stack_add_named(opaque, page.widget, name) }

  /// Shows the page with this name.
  public func show(_ name: String) { gtk_stack_set_visible_child_name(opaque, name) }
}

/// A widget, and others over it.
@MainActor public final class Overlay: Widget {
  /// - Parameter child: what others lie over.
  public convenience init(over child: Widget) {
    self.init(UnsafeMutableRawPointer(gtk_overlay_new()!))
    gtk_overlay_set_child(opaque, child.widget)
  }

  public func add(_ widget: Widget) { gtk_overlay_add_overlay(opaque, widget.widget) }
  public func remove(_ widget: Widget) { gtk_overlay_remove_overlay(opaque, widget.widget) }
}

/// Rows and columns of widgets.
@MainActor public final class Grid: Widget {
  public convenience init() { self.init(UnsafeMutableRawPointer(gtk_grid_new()!)) }

  /// Adds a child; children of one cell overlap, the last one in front.
  public func attach(_ child: Widget, column: Int, row: Int, width: Int = 1) {
    gtk_grid_attach(
      raw.assumingMemoryBound(to: GtkGrid.self), child.widget, gint(column), gint(row), gint(width), 1)
  }

  public func remove(_ child: Widget) {
    gtk_grid_remove(raw.assumingMemoryBound(to: GtkGrid.self), child.widget)
  }
}

/// A range of values, as for a scroll bar.
@MainActor public final class Adjustment: NativeObject {
  private var native: UnsafeMutablePointer<GtkAdjustment> { raw.assumingMemoryBound(to: GtkAdjustment.self) }

  public var value: Double {
    get { gtk_adjustment_get_value(native) }
    set { gtk_adjustment_set_value(native, newValue) }
  }

  /// From 0 to `upper`, or to the end of a page that is longer: GTK 4.24 takes no other one.
  public func configure(value: Double, upper: Double, step: Double, page: Double) {
    gtk_adjustment_configure(native, value, 0, max(upper, page), step, page, page)
  }
}

extension Widget {
  /// A vertical scroll bar and its adjustment.
  public static func verticalScrollbar() -> (Widget, Adjustment) {
    let adjustment = Adjustment(UnsafeMutableRawPointer(gtk_adjustment_new(0, 0, 1, 1, 1, 1)!))
    let scrollbar = gtk_scrollbar_new(
      GTK_ORIENTATION_VERTICAL, adjustment.raw.assumingMemoryBound(to: GtkAdjustment.self))!
    return (Widget(UnsafeMutableRawPointer(scrollbar)), adjustment)
  }
}

extension Widget {
  /// Shows `child`, with a vertical scroll bar when it is too tall.
  public static func scrolledVertically(_ child: Widget) -> (Widget, Adjustment) {
    let window = gtk_scrolled_window_new()!
    let viewport = gtk_viewport_new(nil, nil)!
    let port = OpaquePointer(viewport)
    // A lane that gets the focus must not scroll.
    gtk_viewport_set_scroll_to_focus(port, 0)
    gtk_viewport_set_child(port, child.widget)
    gtk_scrolled_window_set_policy(OpaquePointer(window), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(OpaquePointer(window), viewport)
    let adjustment = Adjustment(
      UnsafeMutableRawPointer(gtk_scrolled_window_get_vadjustment(OpaquePointer(window))!))
    return (Widget(UnsafeMutableRawPointer(window)), adjustment)
  }

  /// How wide it is at least, in logical pixels; 0 when it is hidden.
  public var leastWidth: Int {
    var least: gint = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
    return Int(least)
  }

  /// The least width, in logical pixels; nil: as wide as needed.
  public func setLeastWidth(_ width: Int?) { set("width-request", width ?? -1) }

  /// The least height, in logical pixels; nil: as high as needed.
  public func setLeastHeight(_ height: Int?) { gtk_widget_set_size_request(widget, -1, gint(height ?? -1)) }
}

/// An `AdwFlap`: contents, and a panel at their side.
@MainActor public final class Flap: Widget {
  public func setPanel(_ panel: Widget) { adw_flap_set_flap(opaque, panel.widget) }

  /// True when the panel lies over the contents, because there is no room beside them.
  public var isFolded: Bool { adw_flap_get_folded(opaque) != 0 }

  /// True when the panel is open, or is opening.
  public var isRevealed: Bool {
    get { adw_flap_get_reveal_flap(opaque) != 0 }
    set { if newValue != isRevealed { adw_flap_set_reveal_flap(opaque, newValue ? 1 : 0) } }
  }
}

/// The texts of a list.
@MainActor public final class StringList: NativeObject {
  public func append(_ text: String) { gtk_string_list_append(opaque, text) }

  public func replace(with texts: [String]) {
    gtk_string_list_splice(opaque, 0, g_list_model_get_n_items(opaque), nil)
    texts.forEach(append)
  }
}

/// A list of texts with an entry for other text.
@MainActor public final class ComboBoxText: Widget {
  public func append(_ text: String) { gtk_combo_box_text_append_text(opaque, text) }
}
