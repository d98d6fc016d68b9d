// ExportFlow.swift
// Exporting from a window: the dialog, the destination, and the row that shows the progress. The window stays
// usable meanwhile.

import GtkBridge
import HostIO
import Resources
import SystemPackage
import WaveformCore
import WaveformModel

/// Runs the exports of a window.
@MainActor final class ExportFlow {
  /// The row that shows the progress of an export.
  let row: Widget
  let progress = ExportProgress()

  private let diagram: DiagramViewModel
  private let window: Window
  private let messages: Messages
  private let trace: Trace?
  private let observer = ModelObserver()
  private let label: Widget
  private let figure: WindowFigure
  private var exported: Double?
  private var dialog: ExportDialog?
  /// The folder of the last export.
  private var folder: FilePath?
  /// Tells why the last export failed, or what is missing in it; stays until the next export.
  private var failure: Toast?

  init(
    _ diagram: DiagramViewModel, _ actions: CommandActions, _ contents: WindowContents, _ trace: Trace?
  ) {
    self.diagram = diagram
    window = contents.window
    messages = contents.messages
    self.trace = trace
    let builder = Builder(Resources.exportRow)
    row = builder.get("export_revealer")
    label = builder.get("export_label")
    figure = WindowFigure(
      "exporting", in: builder.get("export_box", as: BoxWidget.self), size: (48, 24), trace: trace)
    figure.motion = { [weak self] in .activity(after: $0, progress: self?.exported) }
    actions.add(.export) { [weak self] in self?.askWhat() }
    actions.add(.exportSelection) { [weak self] in self?.askWhat(isSelectionOnly: true) }
    actions.add(.cancelExport) { [weak progress] in progress?.cancel() }
    observer.follow({ [progress] in progress.state }) { [weak self] in self?.became($0) }
  }

  /// The window is closing: cancels an unfinished export.
  func close() {
    dialog?.close()
    progress.cancel()
  }

  private func became(_ state: ExportProgress.State) {
    show(state)
    switch state {
    case .idle, .running: forgetFailure()
    case .done(let text, let isWhole):
      if isWhole { messages.show(text) } else { showUntilNext(text) }
      trace?.write("exported")
    case .failed(let text):
      showUntilNext(text)
      trace?.write("export-failed")
    }
  }

  private func show(_ state: ExportProgress.State) {
    if case .running(let name, let fraction) = state {
      label.set("label", "Exporting “\(name)”… \(Int(fraction * 100)) %")
      exported = fraction
    } else {
      exported = nil
    }
    figure.isActive = exported != nil
    row.set("reveal-child", exported != nil)
  }

  /// Shows a message that stays until the next one, in as many lines as it needs.
  private func showUntilNext(_ text: String) {
    forgetFailure()
    let toast = Toast(lines: text)
    toast.setTimeout(0)
    failure = toast
    messages.show(toast)
  }

  private func forgetFailure() {
    failure?.dismiss()
    failure = nil
  }

  // MARK: What is asked

  private func askWhat(isSelectionOnly: Bool = false) {
    guard dialog == nil, !progress.isRunning, let plot = diagram.exportedPlot,
      let model = ExportViewModel(diagram)
    else { return }
    if isSelectionOnly { model.isSelectionOnly = true }
    // Only containers that ffmpeg opens have pictures.
    guard plot.description?.audioTracks.isEmpty == false else { return show(model) }
    Task { [weak self] in
      await model.lookForPictures(plot.options)
      self?.show(model)
    }
  }

  private func show(_ model: ExportViewModel) {
    guard dialog == nil, diagram.exportedPlot?.path == model.path else { return }
    let dialog = ExportDialog(
      model, chosen: { [weak self] in self?.askWhere(model) }, closed: { [weak self] in self?.dialog = nil })
    self.dialog = dialog
    dialog.present(over: window)
    trace?.write("export-dialog", ["format": model.kind.label])
  }

  private func askWhere(_ model: ExportViewModel) {
    let folder = folder ?? model.path.removingLastComponent()
    FileDialog.save(
      title: "Export", parent: window, name: model.suggestedName, folder: Array(folder.string.utf8)
    ) { [weak self] file in
      guard let self else { return }
      forgetFailure()
      guard let path = file.filePath else { return messages.show("Choose a place on this computer.") }
      self.folder = path.removingLastComponent()
      model.inputs = diagram.lanes.openPaths
      let named = model.adopt(path)
      if let problem = model.problem { return messages.show(problem) }
      // The dialog has asked about overwriting the name that was typed, not this one.
      guard named == path || FileState(of: named) == nil else {
        return messages.show("“\(named.displayName)” exists already: choose another name.")
      }
      progress.start(model, to: named)
    }
  }
}
