// RawImport.swift
// The command "Open as Raw Data" of a window: asks for the format of its file, and opens that again.

import AudioFormats
import GtkBridge
import WaveformModel

/// Opens the file of a window as raw data.
@MainActor final class RawImport {
  private let diagram: DiagramViewModel
  private let window: Window
  /// The dialog while it is open.
  private var dialog: RawDialog?

  init(_ diagram: DiagramViewModel, in window: Window) {
    self.diagram = diagram
    self.window = window
  }

  func close() { dialog?.close() }

  /// Asks for the format of the present file.
  ///
  /// - Parameter open: called with the recording, opened in the chosen format.
  func ask(_ open: @escaping @MainActor (PlotViewModel) -> Void) {
    guard dialog == nil, let plot = diagram.plots.first, plot.hasFile else { return }
    let path = plot.path
    let isUnknown = if case .failed(let error) = plot.state { error.code == .unknownFormat } else { false }
    let model = RawImportViewModel(path: path, style: diagram.look.style)
    let dialog = RawDialog(
      model,
      chosen: { format in
        RawChoices.remember(format, for: path, isOnlyWay: isUnknown)
        open(PlotViewModel(path: path, options: OpenOptions(raw: format)))
      }, closed: { [weak self] in self?.dialog = nil })
    self.dialog = dialog
    model.start(with: plot.options.raw ?? RawChoices.format(of: path))
    dialog.present(over: window)
  }
}
