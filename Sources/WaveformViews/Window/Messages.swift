// Messages.swift
// Short messages over a window that need no answer.

import GtkBridge

/// What is said in passing.
@MainActor final class Messages {
  private let overlay: ToastOverlay
  /// The latest of those that give way to the next.
  private var short: Toast?

  init(_ overlay: ToastOverlay) { self.overlay = overlay }

  /// Says something for some seconds, after what is waiting to be said.
  func show(_ text: String) { overlay.show(text) }

  func show(_ toast: Toast) { overlay.add(toast) }

  /// Says something short; the latest only.
  func say(_ text: String) {
    short?.dismiss()
    let toast = Toast(text)
    toast.setTimeout(2)
    short = toast
    show(toast)
  }
}
