// MarkPopover.swift
// Name, note and frequencies of one mark, typed beside it. All is one step of undo, made when the popover closes; Escape
// takes it back.

import GtkBridge
import Marks
import Resources
import WaveformCore
import WaveformModel
import WaveformViews

/// What is typed about the selected mark.
@MainActor final class MarkPopover {
  private let diagram: DiagramViewModel
  private let popover: Popover
  private let name: Widget, low: Widget, high: Widget, problem: Widget
  private let note: NativeObject
  private var mark: Mark?
  private var release: (() -> Void)?

  /// - Parameter host: a container with a layout of its own.
  init(_ diagram: DiagramViewModel, in host: Widget) {
    self.diagram = diagram
    let builder = Builder(Resources.mark)
    popover = builder.get("mark", as: Popover.self)
    name = builder.get("name")
    low = builder.get("low")
    high = builder.get("high")
    problem = builder.get("problem")
    note = builder.get("note_buffer", as: NativeObject.self)
    popover.attach(to: host)
    for entry in [name, low, high] { entry.connect("activate") { [weak self] in self?.enter() } }
    for entry in [low, high] { entry.connect("changed") { [weak self] in self?.show(problem: nil) } }
    popover.takeKey("Escape") { [weak self] in
      self?.mark = nil
      self?.popover.close()
      return true
    }
    popover.connect("closed") { [weak self] in self?.take() }
    popover.onRelease { [weak self] in self?.release?() }
  }

  /// Asks about the selected mark.
  ///
  /// - Parameter release: gives the focus back.
  func open(at anchor: MarkAnchor, release: @escaping () -> Void) {
    guard let mark = diagram.marks.selectedMark else { return }
    self.mark = mark
    self.release = release
    name.set("text", mark.name)
    note.set("text", mark.note)
    low.set("text", mark.band.map { decimalText($0.low) } ?? "")
    high.set("text", mark.band.map { decimalText($0.high) } ?? "")
    show(problem: nil)
    popover.open(at: anchor.area, of: anchor.widget)
    name.grabFocus()
  }

  private func enter() {
    if case .problem(let text) = typed { return show(problem: text) }
    popover.close()
  }

  /// Frequencies that cannot be are left as they were: the popover may have been closed by a click elsewhere.
  private func take() {
    guard let mark else { return }
    self.mark = nil
    let band = if case .band(let band) = typed { band } else { mark.band }
    diagram.marks.edit(
      mark.id, name: name.string("text") ?? "", note: note.string("text") ?? "", band: band)
  }

  private var typed: TypedBand {
    TypedBand(
      low: low.string("text") ?? "", high: high.string("text") ?? "",
      highest: Double(max(diagram.marks.document?.sampleRate ?? 0, 2)) / 2)
  }

  private func show(problem text: String?) {
    problem.set("label", text ?? "")
    problem.isVisible = text != nil
  }
}
