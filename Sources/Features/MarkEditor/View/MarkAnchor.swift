// MarkAnchor.swift
// Where what is asked about a mark or a tier is asked: above the waveform, or in the list.

import GtkBridge

/// Where a popover about marks points.
@MainActor struct MarkAnchor {
  let widget: Widget
  /// Of the widget, in logical pixels; nil: all of it.
  let area: Rect?
}
