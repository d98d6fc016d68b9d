// Toast.swift
// Short messages over a window that disappear by themselves.

import CGtk

/// The widget over which messages are shown.
@MainActor public final class ToastOverlay: Widget {
  /// Shows one line of plain text for some seconds, after those that are waiting.
  public func show(_ text: String) { add(Toast(text)) }

  /// Shows `toast` until it is dismissed or times out.
  public func add(_ toast: Toast) {
    // The overlay takes over a reference.
    adw_toast_overlay_add_toast(opaque, OpaquePointer(g_object_ref(toast.raw)))
  }
}

/// One short message.
@MainActor public final class Toast: NativeObject {
  /// - Parameter text: one line of plain text.
  public convenience init(_ text: String) {
    // The title is markup.
    self.init(owned: UnsafeMutableRawPointer(adw_toast_new(escapeMarkup(text))!))
  }

  /// - Parameter text: plain text, shown as a whole on several lines if needed.
  public convenience init(lines text: String) {
    self.init(text)
    let label = gtk_label_new(text)!
    gtk_label_set_wrap(OpaquePointer(label), 1)
    gtk_label_set_wrap_mode(OpaquePointer(label), PANGO_WRAP_WORD_CHAR)
    gtk_label_set_max_width_chars(OpaquePointer(label), 64)
    gtk_label_set_xalign(OpaquePointer(label), 0)
    gtk_widget_add_css_class(label, "heading")
    // The toast takes over the floating reference of the label.
    adw_toast_set_custom_title(opaque, label)
  }

  /// Adds a button.
  public func setButton(_ label: String, action: String) {
    adw_toast_set_button_label(opaque, label)
    adw_toast_set_action_name(opaque, action)
  }

  /// Seconds until it disappears; 0: it stays.
  public func setTimeout(_ seconds: Int) { adw_toast_set_timeout(opaque, guint(clamping: seconds)) }

  /// Dismisses it now; may be called several times.
  public func dismiss() { adw_toast_dismiss(opaque) }
}

/// A readable number of bytes: "27.3 MB".
public func sizeText(_ bytes: Int) -> String {
  let text = g_format_size(guint64(max(0, bytes)))!
  defer { g_free(text) }
  return String(cString: text)
}
