// NameEntry.swift
// An entry for one short text over what it names. Enter ends, Escape takes back, and leaving it ends as well.

import CGtk

/// An entry that appears where something is named.
@MainActor public final class NameEntry: Widget {
  private final class State { var isEditing = false }
  private let state = State()

  /// - Parameter ended: called once for each `edit`, with the text, or nil when it does not count.
  public convenience init(_ ended: @escaping @MainActor (String?) -> Void) {
    self.init(UnsafeMutableRawPointer(gtk_entry_new()!))
    let entry = opaque, widget = widget
    isVisible = false
    gtk_widget_set_halign(widget, GTK_ALIGN_START)
    gtk_widget_set_valign(widget, GTK_ALIGN_START)
    set("max-length", 1000)
    let state = state
    let finish: @MainActor (Bool) -> Void = { isTaken in
      // Hiding it takes the focus away, which would end once more.
      guard state.isEditing else { return }
      state.isEditing = false
      let text = isTaken ? String(cString: gtk_editable_get_text(entry)) : nil
      gtk_widget_set_visible(widget, 0)
      ended(text)
    }
    connect("activate") { finish(true) }
    takeKey("Escape") {
      finish(false)
      return true
    }
    let focus = NativeObject(owned: UnsafeMutableRawPointer(gtk_event_controller_focus_new()!))
    focus.connect("leave") { finish(true) }
    gtk_widget_add_controller(widget, OpaquePointer(g_object_ref(focus.raw)))
  }

  /// Hides the entry; what was typed does not count, and nobody is told.
  public func cancel() {
    state.isEditing = false
    isVisible = false
  }

  /// Shows the entry with a text that is selected as a whole.
  ///
  /// - Parameter width: in logical pixels, at least.
  public func edit(_ text: String, x: Double, y: Double, width: Double) {
    gtk_editable_set_text(opaque, text)
    set("margin-start", Int(x))
    set("margin-top", Int(y))
    set("width-request", Int(width))
    isVisible = true
    state.isEditing = true
    grabFocus()
    gtk_editable_select_region(opaque, 0, -1)
  }
}
