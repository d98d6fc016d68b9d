// MainWindow+Export.swift
// Exporting from a window: the dialog, the place, and the row that says how far it is. The window stays as usable as
// ever meanwhile.

import GtkBridge
import HostIO
import SystemPackage
import WaveformCore
import WaveformModel

/// What a window exports, and what shows it.
@MainActor final class WindowExport {
  let progress = ExportProgress()
  fileprivate var dialog: ExportDialog?
  fileprivate var folder: FilePath?
  /// Says why the last export came to nothing, or what is missing in it, until the next one.
  fileprivate var failure: Toast?
  private let revealer: Widget, label: Widget

  init(_ builder: Builder) {
    revealer = builder.get("export_revealer")
    label = builder.get("export_label")
  }

  fileprivate func show(_ state: ExportProgress.State, _ figures: WindowFigures) {
    if case .running(let name, let fraction) = state {
      label.set("label", "Exporting “\(name)”… \(Int(fraction * 100)) %")
      figures.exported = fraction
      revealer.set("reveal-child", true)
    } else {
      figures.exported = nil
      revealer.set("reveal-child", false)
    }
  }

  /// The window goes: what is not finished is given up.
  func close() {
    dialog?.close()
    progress.cancel()
  }
}

extension MainWindow {
  func addExportActions() {
    add(.export) { $0.askWhatToExport() }
    add(.cancelExport) { $0.export.progress.cancel() }
    let progress = export.progress
    observer.follow({ progress.state }) { [weak self] in self?.exportBecame($0) }
  }

  private func exportBecame(_ state: ExportProgress.State) {
    export.show(state, figures)
    switch state {
    case .idle, .running:
      export.failure?.dismiss()
      export.failure = nil
    case .done(let text, let isWhole):
      if isWhole { showToast(text) } else { showUntilNext(text) }
      trace?.write("exported")
    case .failed(let text):
      showUntilNext(text)
      trace?.write("export-failed")
    }
  }

  /// One is shown at a time, and this one stays; all of it can be read.
  private func showUntilNext(_ text: String) {
    export.failure?.dismiss()
    let toast = Toast(lines: text)
    toast.setTimeout(0)
    export.failure = toast
    showToast(toast)
  }

  private func askWhatToExport() {
    guard export.dialog == nil, !export.progress.isRunning, let plot = diagram.exportedPlot,
      let model = ExportViewModel(diagram)
    else { return }
    // Only containers that ffmpeg opens have pictures.
    guard plot.description?.audioTracks.isEmpty == false else { return show(model) }
    Task { [weak self] in
      await model.lookForPictures(plot.options)
      self?.show(model)
    }
  }

  private func show(_ model: ExportViewModel) {
    guard export.dialog == nil, diagram.exportedPlot?.path == model.path else { return }
    let dialog = ExportDialog(
      model, chosen: { [weak self] in self?.askWhereToExport(model) },
      closed: { [weak self] in self?.export.dialog = nil })
    export.dialog = dialog
    dialog.present(over: window)
    trace?.write("export-dialog", "\"format\":\"\(model.kind.label)\"")
  }

  private func askWhereToExport(_ model: ExportViewModel) {
    let folder = export.folder ?? model.path.removingLastComponent()
    FileDialog.save(
      title: "Export", parent: window, name: model.suggestedName,
      folder: Array(folder.string.utf8)
    ) { [weak self] file in
      guard let self else { return }
      export.failure?.dismiss()
      export.failure = nil
      guard let path = file.filePath else { return showToast("Choose a place on this computer.") }
      export.folder = path.removingLastComponent()
      model.inputs = diagram.openPaths
      let named = model.named(path)
      // The dialog has asked about the name that was typed, not about this one.
      guard named == path || FileState(of: named) == nil else {
        return showToast("“\(named.displayName)” exists already: choose another name.")
      }
      export.progress.start(model, to: named)
    }
  }
}
