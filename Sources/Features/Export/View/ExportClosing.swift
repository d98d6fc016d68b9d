// ExportClosing.swift
// The question before exports that are under way are dropped: of one window that closes, or of all when the program quits.

import GtkBridge
import Localization
import WaveformModel
import WaveformViews

extension ClosingQuestion {
  /// - Parameter exports: those of the windows that would close.
  /// - Returns: nil when none is under way.
  init?(stopping exports: [ExportProgress]) {
    let running = exports.filter(\.isRunning)
    guard let first = running.first, case .running(let name, _) = first.state else { return nil }
    let count = running.count
    self.init(
      heading: localized("Stop the Export?", plural: "Stop the Exports?", count: count),
      body: count == 1
        ? localized("“\(name)” is still being exported. Nothing is left of a file that is not complete.")
        : localized(
          "\(count) export is still under way. Nothing is left of a file that is not complete.",
          plural: "\(count) exports are still under way. Nothing is left of files that are not complete.",
          count: count),
      responses: [
        .init("keep", localized("Keep Exporting"), .suggested),
        .init("stop", localized("Stop and Close"), .destructive),
      ],
      answered: { _, close in
        running.forEach { $0.cancel() }
        close()
      })
  }
}
