// PlacePopover.swift
// Where places are typed: one entry at the read-out that it is about. What was typed and cannot be stays, with the
// reason below it.

import GtkBridge
import Resources
import WaveformCore
import WaveformModel

/// The entry for the playhead and the selection of a window.
@MainActor final class PlacePopover {
  private let diagram: DiagramViewModel
  private let popover: Popover
  private let title: Widget, entry: Widget, note: Widget
  private var field = TypedField.playhead
  /// What the entry said at first: that is rounded, so it changes nothing.
  private var shown = ""

  /// Where the read-out of another field stands, to which Tab goes on.
  var readout: ((TypedField) -> Widget?)?

  private static let hint = Numerals.shown("1:02.5 · 12.5 s · 600f · +1.5 · 50%")

  /// - Parameters:
  ///   - host: holds the read-outs, and the popover.
  ///   - closed: gives the focus to the diagram.
  init(_ diagram: DiagramViewModel, in host: Widget, closed: @escaping @MainActor () -> Void) {
    self.diagram = diagram
    let builder = Builder(Resources.place)
    popover = builder.get("place", as: Popover.self)
    title = builder.get("place_title")
    entry = builder.get("place_entry")
    note = builder.get("place_note")
    popover.attach(to: host)
    // "+0.5" would be written "0.5+".
    entry.runLeftToRight()
    entry.connect("activate") { [weak self] in
      if self?.enter() == true { self?.popover.close() }
    }
    for (key, isForward) in [("Tab", true), ("<Shift>Tab", false), ("<Shift>ISO_Left_Tab", false)] {
      entry.takeKey(key) { [weak self] in self?.goOn(isForward: isForward) ?? false }
    }
    entry.connect("changed") { [weak self] in self?.show(problem: nil) }
    popover.onRelease(closed)
  }

  /// Asks for what a read-out says.
  func open(_ field: TypedField, at readout: Widget) {
    guard let text = diagram.text(of: field) else { return }
    self.field = field
    shown = text
    title.set("label", field.title)
    entry.set("text", text)
    entry.setAccessibleLabel(field.title)
    show(problem: nil)
    popover.open(of: readout)
    // Takes all of the text.
    entry.grabFocus()
  }

  /// From one field of the selection to the next; what was typed counts.
  ///
  /// - Returns: false for a field that stands alone.
  private func goOn(isForward: Bool) -> Bool {
    guard let next = field.next(isForward: isForward) else { return false }
    if enter(), let view = readout?(next) { open(next, at: view) }
    return true
  }

  /// - Returns: false when what was typed cannot be.
  private func enter() -> Bool {
    guard let text = entry.string("text"), text != shown else { return true }
    do throws(TypedTimeError) {
      try diagram.type(text, into: field)
      return true
    } catch {
      let isLength = field == .length
      show(
        problem: error.message { [diagram] in
          isLength ? diagram.time(ofLength: $0) : diagram.time(ofFrame: $0)
        })
      return false
    }
  }

  private func show(problem: String?) {
    note.set("label", problem ?? Self.hint)
    if problem == nil {
      entry.removeStyleClass("error")
      note.removeStyleClass("error")
      note.addStyleClass("dim-label")
    } else {
      entry.addStyleClass("error")
      note.addStyleClass("error")
      note.removeStyleClass("dim-label")
    }
  }
}
