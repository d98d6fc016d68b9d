// RawImport.swift
// Opening a file as samples without a header.

import AudioFormats
import GtkBridge
import SystemPackage
import WaveformModel

/// How files were opened as raw data since the program was started.
@MainActor enum RawChoices {
  private static var formats: [FilePath: (format: RawFormat, isOnlyWay: Bool)] = [:]

  /// What was chosen for a file; nil when nothing was.
  static func format(of path: FilePath) -> RawFormat? { formats[path]?.format }

  /// How a file is opened: as before, where it is nothing known.
  static func options(for path: FilePath) -> OpenOptions {
    OpenOptions(raw: formats[path].flatMap { $0.isOnlyWay ? $0.format : nil })
  }

  /// - Parameter isOnlyWay: true when the file cannot be opened otherwise.
  static func remember(_ format: RawFormat, for path: FilePath, isOnlyWay: Bool) {
    formats[path] = (format, isOnlyWay || formats[path]?.isOnlyWay == true)
  }
}

/// Asks what raw samples are.
@MainActor final class RawImport {
  private let diagram: DiagramViewModel
  private let window: Window
  /// The dialog, while it is open.
  private var dialog: RawDialog?

  init(_ diagram: DiagramViewModel, in window: Window) {
    self.diagram = diagram
    self.window = window
  }

  func close() { dialog?.close() }

  /// Asks what the samples of the present file are.
  ///
  /// - Parameter open: called with the recording as it was chosen to be.
  func ask(_ open: @escaping @MainActor (PlotViewModel) -> Void) {
    guard dialog == nil, let plot = diagram.plots.first else { return }
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
