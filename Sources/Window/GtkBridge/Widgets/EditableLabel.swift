// EditableLabel.swift
// A `GtkEditableLabel` that may be removed at any moment, and whose text cannot be dragged.

import CGtk

extension Widget {
  /// Replaces two functions of this `GtkEditableLabel`; call it once for each label.
  ///
  /// - 100 ms after it lost the focus, GTK 4.8 asks a controller of the label for the focus, even if the
  ///   label and the controller are gone; that ends the program. Here a label that is gone is not asked.
  /// - Its text can be dragged to other labels, which are then renamed. Here drags belong to the widget
  ///   around the label.
  public func calmEditableLabel() {
    let own = controllers(of: gtk_event_controller_focus_get_type())
    precondition(own.count == 1, "no GtkEditableLabel")
    // GTK's own handler can be found only by its data, the label.
    let removed = g_signal_handlers_disconnect_matched(own[0].raw, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, raw)
    precondition(removed == 1, "GTK does something else when the focus leaves a label")
    let controller = own[0].opaque
    let timer = Timer()
    own[0].connect("leave") { [weak self] in
      guard let label = self else { return }
      // The menu of the text takes the focus for a moment and returns it.
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
      // The editable text keeps its own controllers.
      if g_type_check_instance_is_a(
        UnsafeMutableRawPointer(next).assumingMemoryBound(to: GTypeInstance.self), gtk_text_get_type()) == 0
      {
        Widget.of(next).leaveDragsAlone()
      }
      child = gtk_widget_get_next_sibling(next)
    }
  }

  /// The event controllers of this type that the widget has.
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
