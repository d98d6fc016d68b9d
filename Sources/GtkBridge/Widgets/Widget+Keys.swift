// Widget+Keys.swift
// Keys that somebody wants before the widget that has the focus.

import CGtk

extension Widget {
  /// Calls `body` when `key` (as `gtk_shortcut_trigger_parse_string` has it) is pressed while this widget or one
  /// inside has the focus, before they get it.
  ///
  /// - Parameter body: false leaves the key to them.
  public func takeKey(_ key: String, _ body: @escaping @MainActor () -> Bool) {
    guard let trigger = gtk_shortcut_trigger_parse_string(key) else { fatalError("no key \(key)") }
    let controller = gtk_shortcut_controller_new()!
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    let action = gtk_callback_action_new(callKey, Box(body).retained, releaseBox)
    gtk_shortcut_controller_add_shortcut(
      OpaquePointer(UnsafeRawPointer(controller)), gtk_shortcut_new(trigger, action))
    gtk_widget_add_controller(widget, controller)
  }
}

private func callKey(
  _: UnsafeMutablePointer<GtkWidget>?, _: OpaquePointer?, _ data: UnsafeMutableRawPointer?
) -> gboolean {
  let body = UncheckedSendable(Box<@MainActor () -> Bool>.closure(data))
  return MainActor.assumeIsolated { body.value() } ? 1 : 0
}
