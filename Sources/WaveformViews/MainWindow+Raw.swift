// MainWindow+Raw.swift
// Opening a file as samples without a header.

import AudioFormats
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

extension MainWindow {
  /// Asks what the samples of the present file are.
  func openAsRaw() {
    guard rawDialog == nil, let file, let plot = diagram.plots.first else { return }
    let path = plot.path
    let isUnknown = if case .failed(let error) = plot.state { error.code == .unknownFormat } else { false }
    let model = RawImportViewModel(path: path, style: diagram.look.style)
    let dialog = RawDialog(
      model,
      chosen: { [weak self] format in
        RawChoices.remember(format, for: path, isOnlyWay: isUnknown)
        self?.open(file, as: PlotViewModel(path: path, options: OpenOptions(raw: format)))
      }, closed: { [weak self] in self?.rawDialog = nil })
    rawDialog = dialog
    model.start(with: plot.options.raw ?? RawChoices.format(of: path))
    dialog.present(over: window)
  }
}
