// StillWheel.swift
// The wheel over a slider or a number that stands in something that scrolls: it scrolls that, and changes no value that
// only happens to pass under the pointer.

import CGtk

extension Builder {
  /// Takes the wheel from all sliders and numbers that will stand in a `GtkScrolledWindow`; where nothing scrolls it
  /// changes them.
  func stillWheels() {
    for type in [gtk_range_get_type(), gtk_spin_button_get_type()] {
      forEach(type) {
        // Only then is it known what it stands in.
        g_signal_connect_data(
          $0, "realize", unsafeBitCast(stillWheel as RealizeCallback, to: GCallback.self), nil, nil,
          GConnectFlags(rawValue: 0))
      }
    }
  }
}

private typealias RealizeCallback = @convention(c) (UnsafeMutablePointer<GtkWidget>, gpointer?) -> Void

private func stillWheel(_ value: UnsafeMutablePointer<GtkWidget>, _: gpointer?) {
  guard standsInScroller(value) else { return }
  let controllers = gtk_widget_observe_controllers(value)
  defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
  for index in 0..<g_list_model_get_n_items(controllers) {
    guard let controller = g_list_model_get_item(controllers, index) else { continue }
    let instance = controller.assumingMemoryBound(to: GTypeInstance.self)
    if g_type_check_instance_is_a(instance, gtk_event_controller_scroll_get_type()) != 0 {
      gtk_event_controller_set_propagation_phase(OpaquePointer(controller), GTK_PHASE_NONE)
    }
    g_object_unref(controller)
  }
}

/// A popover is a surface of its own: what is below it does not scroll with the wheel.
private func standsInScroller(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
  var next = gtk_widget_get_parent(widget)
  while let parent = next {
    let instance = UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GTypeInstance.self)
    if g_type_check_instance_is_a(instance, gtk_native_get_type()) != 0 { return false }
    if g_type_check_instance_is_a(instance, gtk_scrolled_window_get_type()) != 0 { return true }
    next = gtk_widget_get_parent(parent)
  }
  return false
}
