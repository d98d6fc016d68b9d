// FileBar.swift
// The bar above the diagram that says what became of the file and offers to read it again: what AdwBanner is from
// libadwaita 1.3 on. Its button is the action `win.reload`.

import GtkBridge
import Resources

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
