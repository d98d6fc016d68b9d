// Toast.swift
// Short messages over a window that go away by themselves.

import CGtk

/// The widget over which messages appear.
@MainActor public final class ToastOverlay: Widget {
  /// Shows one line of plain text for some seconds, after those that are waiting.
  public func show(_ text: String) {
    // The overlay takes the only reference; the title is markup.
    adw_toast_overlay_add_toast(opaque, adw_toast_new(escapeMarkup(text)))
  }
}

/// A number of bytes for people: "27.3 MB".
public func sizeText(_ bytes: Int) -> String {
  let text = g_format_size(guint64(max(0, bytes)))!
  defer { g_free(text) }
  return String(cString: text)
}
