// EditableLabel.swift
// A `GtkEditableLabel` that may go at any moment, and whose text is not dragged away.

import CGtk

extension Widget {
  /// Takes over two things that this `GtkEditableLabel` does by itself; once for each label.
  ///
  /// - 100 ms after the focus has left it, GTK 4.8 asks a controller of the label where the focus is, whether label and
  ///   controller are still there or not: that ends the program when the label goes meanwhile. Here nothing is asked of
  ///   a label that is gone.
  /// - Its text can be dragged to other labels, which it renames. Here drags belong to whatever the label stands in.
  public func calmEditableLabel() {
    let own = controllers(of: gtk_event_controller_focus_get_type())
    precondition(own.count == 1, "no GtkEditableLabel")
    // By its data, the label: GTK's own handler has no other mark.
    let removed = g_signal_handlers_disconnect_matched(own[0].raw, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, raw)
    precondition(removed == 1, "GTK does something else when the focus leaves a label")
    let controller = own[0].opaque
    let timer = Timer()
    own[0].connect("leave") { [weak self] in
      guard let label = self else { return }
      // The menu of the text takes the focus for a moment and gives it back.
      timer.schedule(after: 0.1) { [weak label] in
        guard let label, gtk_event_controller_get_widget(controller) == label.widget,
          gtk_event_controller_focus_contains_focus(controller) == 0
        else { return }
        gtk_editable_label_stop_editing(label.opaque, 1)
      }
    }
    leaveDragsAlone()
  }

  private func leaveDragsAlone() {
    for type in [gtk_drag_source_get_type(), gtk_drop_target_get_type()] {
      for controller in controllers(of: type) { gtk_widget_remove_controller(widget, controller.opaque) }
    }
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      // Text that is being edited keeps its own.
      if g_type_check_instance_is_a(
        UnsafeMutableRawPointer(next).assumingMemoryBound(to: GTypeInstance.self), gtk_text_get_type()) == 0
      {
        Widget(UnsafeMutableRawPointer(next)).leaveDragsAlone()
      }
      child = gtk_widget_get_next_sibling(next)
    }
  }

  /// The event controllers of a kind that the widget has.
  private func controllers(of type: GType) -> [NativeObject] {
    let list = OpaquePointer(UnsafeMutableRawPointer(gtk_widget_observe_controllers(widget)!))
    defer { g_object_unref(UnsafeMutableRawPointer(list)) }
    return (0..<g_list_model_get_n_items(list)).compactMap { index in
      guard let item = g_list_model_get_item(list, index) else { return nil }
      let object = NativeObject(owned: item)
      let isOne = g_type_check_instance_is_a(item.assumingMemoryBound(to: GTypeInstance.self), type) != 0
      return isOne ? object : nil
    }
  }
}
