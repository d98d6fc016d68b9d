// Hints.swift
// What a new user is told over the first waveform: three hints, each of which goes for good when what it tells has been
// done. Nothing of this exists once all are gone.

import GtkBridge
import Resources
import WaveformModel

/// The hints in one window; they are in one window at a time.
@MainActor final class Hints {
  /// The name of a hint is that of its setting and of its widget.
  private enum Hint: String, CaseIterable {
    case zoom = "hint-zoom", select = "hint-select", play = "hint-play"
  }

  private static weak var shown: Hints?

  private let diagram: DiagramViewModel
  private let overlay: Overlay
  private let settings: Settings
  private var observer: ModelObserver?
  private var pending: Set<Hint>
  private var parts: (card: Widget, revealers: [Hint: Widget])?
  private let removal = Timer()

  init(_ diagram: DiagramViewModel, in overlay: Overlay, _ settings: Settings) {
    self.diagram = diagram
    self.overlay = overlay
    self.settings = settings
    pending = Set(Hint.allCases.filter { settings.bool($0.rawValue, default: false) })
    guard !pending.isEmpty else { return }
    let observer = ModelObserver()
    self.observer = observer
    observer.follow({ diagram.viewport != nil }) { [weak self] in if $0 { self?.show() } }
    observer.follow({ diagram.navigation.hasZoomed }) { [weak self] in
      if $0 { self?.forget(.zoom) }
    }
    observer.follow({ diagram.hasSelected }) { [weak self] in
      if $0 { self?.forget(.select) }
    }
    observer.follow({ diagram.isPlaying }) { [weak self] in if $0 { self?.forget(.play) } }
  }

  private func show() {
    // Another window may have told of them since.
    pending = pending.filter { settings.bool($0.rawValue, default: false) }
    guard parts == nil, Self.shown == nil, !pending.isEmpty else { return }
    Self.shown = self
    let builder = Builder(Resources.hints)
    let card = builder.get("hints")
    var revealers: [Hint: Widget] = [:]
    for hint in Hint.allCases {
      let revealer = builder.get(hint.rawValue)
      revealer.isVisible = pending.contains(hint)
      revealers[hint] = revealer
    }
    builder.get("hints_close").connect("clicked") { [weak self] in
      for hint in Hint.allCases { self?.forget(hint) }
    }
    parts = (card, revealers)
    overlay.add(card)
  }

  private func forget(_ hint: Hint) {
    guard pending.remove(hint) != nil else { return }
    settings.set(hint.rawValue, false)
    guard pending.isEmpty else {
      parts?.revealers[hint]?.set("reveal-child", false)
      return
    }
    // Not within the signal of the card's own button, nor of a model.
    removal.schedule(after: 0) { [weak self] in self?.end() }
  }

  private func end() {
    if let card = parts?.card { overlay.remove(card) }
    parts = nil
    observer = nil
    if Self.shown === self { Self.shown = nil }
  }
}
