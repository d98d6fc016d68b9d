// NameEntry.swift
// An entry for one short text over what it names. Enter ends, Escape takes back, and leaving it ends as well; Tab goes on
// to the next one.

import CGtk

/// An entry that appears where something is named.
@MainActor public final class NameEntry: Widget {
  private final class State { var isEditing = false }
  private let state = State()

  /// - Parameters:
  ///   - stepped: called for Tab, and with false for Shift+Tab, with the text. The entry stays for the next `edit`.
  ///   - ended: called once for each `edit`, with the text, or nil when it does not count; not after `stepped`.
  public convenience init(
    stepped: @escaping @MainActor (String, _ isForward: Bool) -> Void,
    ended: @escaping @MainActor (String?) -> Void
  ) {
    self.init(UnsafeMutableRawPointer(gtk_entry_new()!))
    let entry = opaque, widget = widget
    isVisible = false
    gtk_widget_set_halign(widget, GTK_ALIGN_START)
    gtk_widget_set_valign(widget, GTK_ALIGN_START)
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
    for (key, isForward) in [("Tab", true), ("<Shift>Tab", false), ("<Shift>ISO_Left_Tab", false)] {
      takeKey(key) {
        if state.isEditing { stepped(String(cString: gtk_editable_get_text(entry)), isForward) }
        return true
      }
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
  /// - Parameter place: in logical pixels; the entry is as large at least.
  public func edit(_ text: String, at place: Rect) {
    gtk_editable_set_text(opaque, text)
    move(to: place)
    isVisible = true
    state.isEditing = true
    grabFocus()
    gtk_editable_select_region(opaque, 0, -1)
  }

  /// Puts the entry where what it names has gone.
  public func move(to place: Rect) {
    set("margin-start", Int(place.x))
    set("margin-top", Int(place.y))
    set("width-request", Int(place.width))
    set("height-request", Int(place.height))
  }
}
