// ExportDialog.swift
// Asks what to export and in which format. Modal to its window, which owns it; all decisions are the model's.

import GtkBridge
import Localization
import Resources
import WaveformModel
import WaveformViews

/// The dialog "Export".
@MainActor final class ExportDialog {
  private let window: Window
  private let model: ExportViewModel
  private let observer = ModelObserver()
  private let chosen: () -> Void
  private let source: Widget, range: Widget, tier: Widget, format: Widget
  private let formats: StringList, ranges: StringList
  private var shownParts: [ExportViewModel.Part] = []
  private let summary: Widget, export: Widget
  private var shownFormats = 0
  /// True while the program shows the model's values: signals that this causes must not change the model.
  private var isShowing = false

  /// - Parameters:
  ///   - chosen: called when the user has confirmed.
  ///   - closed: called when the dialog is gone, confirmed or not.
  init(_ model: ExportViewModel, chosen: @escaping () -> Void, closed: @escaping @MainActor () -> Void) {
    self.model = model
    self.chosen = chosen
    let builder = Builder(Resources.export)
    window = builder.get("export", as: Window.self)
    source = builder.get("source")
    range = builder.get("range")
    tier = builder.get("tier")
    ranges = builder.get("ranges", as: StringList.self)
    format = builder.get("format")
    formats = builder.get("formats", as: StringList.self)
    summary = builder.get("summary")
    export = builder.get("export_button")
    let sources = builder.get("sources", as: StringList.self)
    for source in model.sources { sources.append(source.name) }
    source.isVisible = model.sources.count > 1
    let tiers = builder.get("tiers", as: StringList.self)
    for name in [localized("All Tiers")] + model.tiers.map(\.name) { tiers.append(name) }
    window.addShortcuts([("Escape", "window.close")])
    connect()
    window.connectBool("close-request") {
      closed()
      return false
    }
    observer.follow({ model.kinds }) { [weak self] in self?.show($0) }
    observer.follow({
      [
        model.source, model.parts.firstIndex(of: model.part) ?? 0, model.tier ?? -1,
        model.kinds.firstIndex(of: model.kind) ?? 0,
      ]
    }) { [weak self] _ in self?.show() }
  }

  func present(over parent: Window) { window.present(over: parent) }

  func close() { window.close() }

  private func connect() {
    source.connectNotify("selected") { [weak self] in
      self?.take { $0.model.source = $0.source.selected ?? 0 }
    }
    range.connectNotify("selected") { [weak self] in
      self?.take { $0.model.part = $0.model.parts[$0.range.selected ?? 0] }
    }
    tier.connectNotify("selected") { [weak self] in
      self?.take { dialog in dialog.model.tier = dialog.tier.selected.flatMap { $0 > 0 ? $0 - 1 : nil } }
    }
    format.connectNotify("selected") { [weak self] in
      self?.take { $0.model.kind = $0.model.kinds[$0.format.selected ?? 0] }
    }
    export.connect("clicked") { [weak self] in
      guard let self else { return }
      window.close()
      chosen()
    }
  }

  private func take(_ change: (ExportDialog) -> Void) { if !isShowing { change(self) } }

  private func show(_ kinds: [ExportViewModel.Kind]) {
    isShowing = true
    for kind in kinds[shownFormats...] { formats.append(kind.label) }
    shownFormats = kinds.count
    isShowing = false
    show()
  }

  private func show() {
    isShowing = true
    defer { isShowing = false }
    source.selected = model.source
    let parts = model.parts
    if parts != shownParts {
      // What is chosen is set below.
      ranges.replace(with: parts.map(\.label))
      shownParts = parts
    }
    range.isVisible = parts.count > 1
    range.selected = parts.firstIndex(of: model.part)
    tier.isVisible = model.part == .ranges && model.tiers.count > 1
    tier.selected = model.tier.map { $0 + 1 } ?? 0
    format.selected = model.kinds.firstIndex(of: model.kind)
    let problem = model.problem
    summary.set("label", problem ?? model.summary)
    if problem == nil { summary.removeStyleClass("error") } else { summary.addStyleClass("error") }
    export.set("sensitive", problem == nil)
  }
}
