// StrayLetters.swift
// Letters that somebody types on while a dialog goes: they were meant for it, and are no commands of the window below.

import CGtk

extension Window {
  /// Ignores letters, digits and signs that come within a moment after a dialog of this window has gone, and those that
  /// follow them as fast. Space, keys with Ctrl or Alt and what is typed into an entry are not meant.
  public func ignoreStrayLetters() {
    let stray = StrayLetters(window)
    connectNotify("is-active") { stray.activityChanged() }
    let controller = gtk_event_controller_key_new()!
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    g_signal_connect_data(
      UnsafeMutableRawPointer(controller), "key-pressed",
      unsafeBitCast(callKeyPressed as KeyPressed, to: GCallback.self), Box(stray.takes).retained,
      { data, _ in releaseBox(data) }, GConnectFlags(rawValue: 0))
    gtk_widget_add_controller(widget, controller)
  }
}

/// What becomes of the keys of one window.
@MainActor private final class StrayLetters {
  /// It holds this object, by its signals.
  private let window: UnsafeMutablePointer<GtkWindow>
  /// The dialogs that there were when the window was left for one of them.
  private var dialogs: Set<UnsafeMutableRawPointer> = []
  /// Microseconds of the monotonic clock up to which letters are ignored.
  private var end: gint64 = 0

  /// In microseconds: who reads that a dialog has gone takes longer to press a key.
  private static let moment: gint64 = 300_000

  init(_ window: UnsafeMutablePointer<GtkWindow>) { self.window = window }

  func activityChanged() {
    let now = present
    if gtk_window_is_active(window) == 0 {
      dialogs = now
    } else if !dialogs.subtracting(now).isEmpty {
      dialogs = now
      end = g_get_monotonic_time() + Self.moment
    }
  }

  /// The visible dialogs of the window.
  private var present: Set<UnsafeMutableRawPointer> {
    let toplevels = gtk_window_get_toplevels()
    var found: Set<UnsafeMutableRawPointer> = []
    for index in 0..<g_list_model_get_n_items(toplevels) {
      guard let item = g_list_model_get_item(toplevels, index) else { continue }
      let other = item.assumingMemoryBound(to: GtkWindow.self)
      if gtk_window_get_transient_for(other) == window,
        gtk_widget_get_visible(item.assumingMemoryBound(to: GtkWidget.self)) != 0
      {
        found.insert(item)
      }
      g_object_unref(item)
    }
    return found
  }

  /// True for a key that is not to be heeded.
  func takes(_ key: guint, _ modifiers: GdkModifierType) -> Bool {
    let now = g_get_monotonic_time()
    guard now < end else { return false }
    let held = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
    let letter = gdk_keyval_to_unicode(key)
    guard modifiers.rawValue & held == 0, g_unichar_isgraph(letter) != 0 else { return false }
    if let focus = gtk_window_get_focus(window), isEditable(focus) { return false }
    end = now + Self.moment
    return true
  }

  private func isEditable(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
    let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
    return g_type_check_instance_is_a(instance, gtk_editable_get_type()) != 0
      || g_type_check_instance_is_a(instance, gtk_text_view_get_type()) != 0
  }
}

private typealias KeyPressed =
  @convention(c) (Data, guint, guint, GdkModifierType, Data) -> gboolean

private func callKeyPressed(
  _: Data, _ key: guint, _: guint, _ modifiers: GdkModifierType, _ data: Data
) -> gboolean {
  let closure = UncheckedSendable(Box<@MainActor (guint, GdkModifierType) -> Bool>.closure(data))
  return MainActor.assumeIsolated { closure.value(key, modifiers) } ? 1 : 0
}
