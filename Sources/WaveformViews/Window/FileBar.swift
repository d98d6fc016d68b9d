// FileBar.swift
// The bar above the diagram that says what became of the file and offers to read it again: what AdwBanner is
// from libadwaita 1.3 on. Its button is the action `win.reload`.

import GtkBridge
import HostIO
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

  /// Shows a text, or goes; one that was closed stays so until there is another text.
  func show(_ text: FileBarText?) {
    if let text {
      label.set("label", text.title)
      label.set("tooltip-text", text.detail)
      bar.setAccessibleLabel(text.title)
      bar.setAccessibleDescription(text.detail)
    }
    revealer.set("reveal-child", text != nil)
  }
}

/// The words of the bar.
struct FileBarText: Equatable, Sendable {
  /// One line that fits beside the button in a narrow window.
  let title: String
  /// All of it, with the whole name.
  let detail: String
  /// False when there is nothing to read.
  let canReload: Bool

  /// - Parameters:
  ///   - change: since the recording was read.
  ///   - failure: why it could not be read again.
  ///   - name: of the file, as one line.
  init?(_ change: FileChange, failure: AudioFileError?, name: String) {
    if let failure, change != .deleted {
      title = "“\(Self.short(name))” could not be reloaded."
      detail = "\(failure.message) \(Self.rest)"
      canReload = true
      return
    }
    let what: String
    switch change {
    case .unchanged, .grown, .touched: return nil
    case .truncated: what = "has become shorter."
    case .rewritten: what = "has changed on disk."
    case .replaced: what = "has been replaced."
    case .deleted: what = "has been deleted."
    case .permissionLost: what = "may not be read any more."
    }
    title = "“\(Self.short(name))” \(what)"
    detail = "“\(name)” \(what) \(Self.rest)"
    canReload = change != .deleted
  }

  /// What the window shows of `plot`; nil while there is nothing to say.
  @MainActor init?(_ diagram: DiagramViewModel) {
    guard let plot = diagram.plots.first else { return nil }
    self.init(plot.change, failure: diagram.reloader.failure, name: plot.path.displayName)
  }

  private static let rest = "What was read before is still shown."

  /// A long name without its middle: the end tells takes apart.
  private static func short(_ name: String) -> String {
    name.count <= 20 ? name : "\(name.prefix(8))…\(name.suffix(11))"
  }
}
