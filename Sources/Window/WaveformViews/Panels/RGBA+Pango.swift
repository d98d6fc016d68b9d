// RGBA+Pango.swift
// Colors in the markup of texts.

import GtkBridge

extension RGBA {
  /// As Pango reads it.
  package var hexadecimal: String {
    "#"
      + [red, green, blue].map { value in
        let text = String(Int((min(max(value, 0), 1) * 255).rounded()), radix: 16)
        return text.count < 2 ? "0" + text : text
      }.joined()
  }
}
