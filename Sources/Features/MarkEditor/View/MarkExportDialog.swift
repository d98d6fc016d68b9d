// MarkExportDialog.swift
// Asks which marks to write and as what, and tells what that cannot hold. Modal to its window, which owns it; all
// decisions are the model's.

import GtkBridge
import Localization
import Resources
import WaveformViews

/// The dialog "Export Marks".
@MainActor final class MarkExportDialog {
  private let window: Window
  private let observer = ModelObserver()

  /// - Parameters:
  ///   - chosen: called when the user has confirmed.
  ///   - closed: called when the dialog is gone, confirmed or not.
  init(
    _ model: MarkExportViewModel, chosen: @escaping () -> Void, closed: @escaping @MainActor () -> Void
  ) {
    // The rows of the export of sounds.
    let builder = Builder(Resources.export)
    window = builder.get("export", as: Window.self)
    window.set("title", localized("Export Marks"))
    let tier = builder.get("tier"), format = builder.get("format"), summary = builder.get("summary")
    let tiers = builder.get("tiers", as: StringList.self)
    let formats = builder.get("formats", as: StringList.self)
    for row in ["source", "range"] { builder.get(row).isVisible = false }
    tier.isVisible = model.tiers.count > 1
    for name in [localized("All Tiers")] + model.tiers { tiers.append(name) }
    for target in model.targets { formats.append(target.label) }
    tier.selected = 0
    format.selected = model.target
    tier.connectNotify("selected") { [weak tier] in
      model.tier = tier?.selected.flatMap { $0 > 0 ? $0 - 1 : nil }
    }
    format.connectNotify("selected") { [weak format] in model.target = format?.selected ?? 0 }
    builder.get("export_button").connect("clicked") { [weak window] in
      window?.close()
      chosen()
    }
    window.addShortcuts([("Escape", "window.close")])
    window.connectBool("close-request") {
      closed()
      return false
    }
    observer.follow({ [model.summary] + (model.losses.map { $0.isEmpty ? [] : [""] + $0 } ?? []) }) { lines in
      summary.set("label", lines.joined(separator: "\n"))
    }
  }

  func present(over parent: Window) { window.present(over: parent) }

  func close() { window.close() }
}
