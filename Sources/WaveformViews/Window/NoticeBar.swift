// NoticeBar.swift
// What is wrong with the recording, above the diagram: it can be read, copied and put away.

import GtkBridge
import Resources

/// A notice that slides in.
@MainActor final class NoticeBar {
  let revealer: Widget
  private let label: Widget

  init() {
    let builder = Builder(Resources.notice)
    revealer = builder.get("notice_revealer")
    label = builder.get("notice_label")
    builder.get("notice_close").connect("clicked") { [weak revealer] in
      revealer?.set("reveal-child", false)
    }
  }

  func show(_ lines: [String]) {
    label.set("label", lines.joined(separator: "\n"))
    revealer.set("reveal-child", true)
  }

  func hide() { revealer.set("reveal-child", false) }
}
