// StatusPage.swift
// What a window shows while there is no diagram.

import GtkBridge
import Resources

/// A title, what there is to know, and what can be done.
@MainActor final class StatusPage {
  let page: Widget
  private let button: Widget, rawButton: Widget
  private let opening: WindowFigure, openingBox: BoxWidget

  init(trace: Trace?) {
    let builder = Builder(Resources.status)
    page = builder.get("status")
    button = builder.get("status_button")
    rawButton = builder.get("status_raw_button")
    openingBox = builder.get("opening_box", as: BoxWidget.self)
    opening = WindowFigure(
      "opening", in: openingBox, size: (240, 96), lineWidth: 3, framesPerSecond: nil, trace: trace)
    opening.motion = { .activity(after: $0) }
  }

  func show(_ text: StatusText) {
    page.set("icon-name", text.icon.isEmpty ? nil : text.icon)
    page.set("title", text.title)
    page.set("description", escapeMarkup(text.description))
    button.set("label", text.button)
    button.isVisible = !text.button.isEmpty
    openingBox.isVisible = text.isBusy
    opening.isActive = text.isBusy
    rawButton.isVisible = text.offersRaw
  }
}
