// FileBar.swift
// The bar above the diagram that says what happened to the file, and offers to reload it: a substitute for
// AdwBanner, which needs libadwaita 1.3. Its button is the action `win.reload`.

import GtkBridge
import HostIO
import Localization
import Resources
import WaveformModel

/// A line with a button that slides in.
@MainActor final class FileBar {
  let revealer: Widget
  private let bar: Widget
  private let label: Widget

  init() {
    let builder = Builder(Resources.fileBar)
    revealer = builder.get("file_bar_revealer")
    bar = builder.get("file_bar")
    label = builder.get("file_bar_label")
    builder.get("file_bar_close").connect("clicked") { [weak revealer] in
      revealer?.set("reveal-child", false)
    }
  }

  /// Shows a text; nil hides the bar. A bar that was closed stays closed until the text changes.
  func show(_ text: FileBarText?) {
    if let text {
      label.set("label", text.title)
      label.setTooltip(text.detail)
      bar.setAccessibleLabel(text.title)
      bar.setAccessibleDescription(text.detail)
    }
    revealer.set("reveal-child", text != nil)
  }
}

/// The texts of the bar.
struct FileBarText: Equatable, Sendable {
  /// One line that fits beside the button in a narrow window.
  let title: String
  /// The whole text, with the whole name.
  let detail: String
  /// False when there is no file to read.
  let canReload: Bool

  /// - Parameters:
  ///   - change: what happened to the file since it was read.
  ///   - failure: why it could not be read again.
  ///   - name: of the file, as one line.
  init?(_ change: FileChange, failure: AudioFileError?, name: String) {
    if let failure, change != .deleted {
      title = localized("“\(Self.short(name))” could not be reloaded.")
      detail = "\(failure.message) \(Self.rest)"
      canReload = true
      return
    }
    guard let title = Self.text(of: change, Self.short(name)), let whole = Self.text(of: change, name) else {
      return nil
    }
    self.title = title
    detail = "\(whole) \(Self.rest)"
    canReload = change != .deleted
  }

  /// What happened; nil while there is nothing to say.
  private static func text(of change: FileChange, _ name: String) -> String? {
    switch change {
    case .unchanged, .grown, .touched: nil
    case .truncated: localized("“\(name)” has become shorter.")
    case .rewritten: localized("“\(name)” has changed on disk.")
    case .replaced: localized("“\(name)” has been replaced.")
    case .deleted: localized("“\(name)” has been deleted.")
    case .permissionLost: localized("“\(name)” may not be read any more.")
    }
  }

  /// The text for the first waveform of a diagram; nil while there is nothing to say.
  @MainActor init?(_ diagram: DiagramViewModel) {
    guard let plot = diagram.plots.first else { return nil }
    self.init(plot.change, failure: diagram.reloader.failure, name: plot.path.displayName)
  }

  private static let rest = localized("What was read before is still shown.")

  /// A long name without its middle, because the end tells takes apart.
  private static func short(_ name: String) -> String {
    name.count <= 20 ? name : "\(name.prefix(8))…\(name.suffix(11))"
  }
}
