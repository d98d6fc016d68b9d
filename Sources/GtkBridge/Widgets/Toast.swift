// Toast.swift
// Short messages over a window that go away by themselves.

import CGtk

/// The widget over which messages appear.
@MainActor public final class ToastOverlay: Widget {
  /// Shows one line of plain text for some seconds, after those that are waiting.
  public func show(_ text: String) { add(Toast(text)) }

  /// Shows `toast` until it is dismissed or its time is over.
  public func add(_ toast: Toast) {
    // The overlay takes a reference.
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

  /// - Parameter text: plain text that is shown whole, on as many lines as it takes.
  public convenience init(lines text: String) {
    self.init(text)
    let label = gtk_label_new(text)!
    gtk_label_set_wrap(OpaquePointer(label), 1)
    gtk_label_set_wrap_mode(OpaquePointer(label), PANGO_WRAP_WORD_CHAR)
    gtk_label_set_max_width_chars(OpaquePointer(label), 64)
    gtk_label_set_xalign(OpaquePointer(label), 0)
    gtk_widget_add_css_class(label, "heading")
    // The toast takes the label, whose reference was floating.
    adw_toast_set_custom_title(opaque, label)
  }

  /// Offers something to do.
  public func setButton(_ label: String, action: String) {
    adw_toast_set_button_label(opaque, label)
    adw_toast_set_action_name(opaque, action)
  }

  /// Seconds until it goes by itself; 0: never.
  public func setTimeout(_ seconds: Int) { adw_toast_set_timeout(opaque, guint(clamping: seconds)) }

  /// Takes it away now; any number of times.
  public func dismiss() { adw_toast_dismiss(opaque) }
}

/// A number of bytes for people: "27.3 MB".
public func sizeText(_ bytes: Int) -> String {
  let text = g_format_size(guint64(max(0, bytes)))!
  defer { g_free(text) }
  return String(cString: text)
}
