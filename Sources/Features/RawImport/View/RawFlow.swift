// RawFlow.swift
// The command "Open as Raw Data" of a window: asks for the format of its file, and opens that again.

import AudioFormats
import GtkBridge
import Localization
import WaveformModel
import WaveformViews

/// Opens the file of a window as raw data.
@MainActor final class RawFlow {
  private let diagram: DiagramViewModel
  private let window: Window
  private let messages: Messages
  private let file: @MainActor () -> FileReference?, isProject: @MainActor () -> Bool
  private let open: @MainActor (FileReference, PlotViewModel) -> Void
  /// The dialog while it is open.
  private var dialog: RawDialog?

  init(_ parts: WindowParts) {
    diagram = parts.diagram
    window = parts.window
    messages = parts.messages
    file = parts.file
    isProject = parts.isProject
    open = parts.open
    parts.actions.add(
      .openRaw, when: { [weak diagram = parts.diagram] in diagram.map(Self.isOffered) ?? false }
    ) { [weak self] in self?.ask() }
  }

  /// True when the first waveform is of a file, which may be read otherwise.
  static func isOffered(for diagram: DiagramViewModel) -> Bool {
    diagram.plots.first?.hasFile == true && !diagram.live.isOn
  }

  func close() { dialog?.close() }

  /// Asks for the format of the present file.
  private func ask() {
    guard let file = file() else { return }
    guard !isProject() else {
      return messages.show(localized("Open the recording by itself to choose how it is read."))
    }
    guard dialog == nil, let plot = diagram.plots.first, plot.hasFile else { return }
    let path = plot.path
    let isUnknown = if case .failed(let error) = plot.state { error.code == .unknownFormat } else { false }
    let model = RawImportViewModel(path: path, style: diagram.look.style)
    let dialog = RawDialog(
      model,
      chosen: { [open] format in
        RawChoices.remember(format, for: path, isOnlyWay: isUnknown)
        open(file, PlotViewModel(path: path, options: OpenOptions(raw: format)))
      }, closed: { [weak self] in self?.dialog = nil })
    self.dialog = dialog
    model.start(with: plot.options.raw ?? RawChoices.format(of: path))
    dialog.present(over: window)
  }
}
