// Clipboard.swift
// What other programs paste.

import CGtk

extension Widget {
  /// Puts text on the clipboard of the display that shows the widget.
  public func copyToClipboard(_ text: String) {
    gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text)
  }
}
