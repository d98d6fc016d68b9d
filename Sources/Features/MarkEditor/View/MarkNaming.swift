// MarkNaming.swift
// The entry in which the name of a mark is typed: over the strip or over the list, wherever the model says. Tab goes on to
// the next mark.

import GtkBridge
import Localization
import Marks
import WaveformModel
import WaveformViews

/// The typing of names in one place.
@MainActor final class MarkNaming {
  /// What it asks of the place that it belongs to.
  struct Host {
    /// Where the name of a mark is drawn, in logical pixels of the overlay; nil: nowhere.
    let place: @MainActor (Mark) -> Rect?
    /// Ends naming with a text, and names the next mark, or the one before.
    let step: @MainActor (String, _ isForward: Bool) -> Void
    /// Gives the focus back.
    let release: @MainActor () -> Void
  }

  private let diagram: DiagramViewModel
  private let place: RecordingMarks.Naming.Place
  private let entry: NameEntry
  private let host: Host
  private let observer = ModelObserver()
  /// What is typed here now.
  private var shown: RecordingMarks.Naming?

  /// - Parameter style: the class of the entry.
  init(
    _ diagram: DiagramViewModel, in place: RecordingMarks.Naming.Place, over widget: Overlay, style: String,
    _ host: Host
  ) {
    self.diagram = diagram
    self.place = place
    self.host = host
    // The entry is told by widgets, which must not hold this.
    let handlers = Handlers()
    entry = NameEntry(
      stepped: { handlers.stepped?($0, $1) },
      ended: { [weak diagram] name in
        diagram?.marks.endNaming(name)
        handlers.ended?()
      })
    entry.addStyleClass(style)
    entry.setAccessibleLabel(localized("Name of the mark"))
    widget.add(entry)
    handlers.stepped = { [weak self] in self?.step($0, isForward: $1) }
    handlers.ended = { [weak self] in
      self?.shown = nil
      self?.host.release()
    }
    observer.follow({ diagram.marks.naming }) { [weak self] in self?.show($0) }
    observer.follow({ diagram.navigation.restingViewport }) { [weak self] _ in self?.follow() }
  }

  @MainActor private final class Handlers {
    var stepped: ((String, Bool) -> Void)?
    var ended: (() -> Void)?
  }

  private func show(_ naming: RecordingMarks.Naming?) {
    guard naming != shown else { return }
    guard let naming, naming.place == place, let mark = diagram.marks.document?.mark(naming.id)?.mark else {
      shown = nil
      return entry.cancel()
    }
    guard let place = host.place(mark) else { return diagram.marks.endNaming(mark.name) }
    shown = naming
    entry.edit(mark.name, at: place)
  }

  /// Puts the entry where the name is drawn now.
  func follow() {
    guard let shown, let mark = diagram.marks.document?.mark(shown.id)?.mark, let place = host.place(mark)
    else { return }
    entry.move(to: place)
  }

  private func step(_ name: String, isForward: Bool) {
    host.step(name, isForward)
    // At once: the next key may be there already.
    show(diagram.marks.naming)
    if shown == nil { host.release() }
  }
}
