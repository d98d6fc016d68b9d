// Toast.swift
// Short messages over a window that disappear by themselves.

import CGtk

/// The widget over which messages are shown, one after the other.
///
/// Toasts wait here and not in libadwaita 1.2: there a toast that takes the place of another comes in 500 ms and goes in 300.
/// If it is dismissed while it comes, which Escape does, it is freed before it has come. So one begins to come when the last
/// one is gone.
@MainActor public final class ToastOverlay: Widget {
  private var waiting: [Toast] = []
  /// Which is shown, or on its way out.
  private var current: Toast?
  private let departure = Timer()

  /// Seconds that a toast needs to go, and between two looks at whether it is gone. A busy machine takes longer.
  private static let leaving = 0.3, look = 0.05

  /// Shows one line of plain text for some seconds, after those that are waiting.
  public func show(_ text: String) { add(Toast(text)) }

  /// Shows `toast` until it is dismissed or times out, after those that are waiting.
  public func add(_ toast: Toast) {
    waiting.append(toast)
    if current == nil { showNext() }
  }

  private func showNext() {
    current = nil
    waiting.removeAll { $0.isDismissed }
    guard !waiting.isEmpty else { return }
    let toast = waiting.removeFirst()
    current = toast
    toast.onDismissal = { [weak self] in self?.depart(after: Self.leaving) }
    // The overlay takes over a reference.
    adw_toast_overlay_add_toast(opaque, OpaquePointer(g_object_ref(toast.raw)))
  }

  /// Shows the next one when libadwaita holds the last one no more.
  private func depart(after seconds: Double, looks: Int = 20) {
    departure.schedule(after: seconds) { [weak self] in
      guard let self else { return }
      guard let current, current.referenceCount > 1, looks > 0 else { return showNext() }
      depart(after: Self.look, looks: looks - 1)
    }
  }
}

/// One short message.
@MainActor public final class Toast: NativeObject {
  /// True from `dismiss` on, or since a button, a key or the end of its time took it away.
  public private(set) var isDismissed = false
  /// True until it is shown.
  public var isWaiting: Bool { onDismissal == nil && !isDismissed }
  fileprivate var onDismissal: Action0?

  /// - Parameter text: one line of plain text.
  public convenience init(_ text: String) {
    // The title is markup.
    self.init(owned: UnsafeMutableRawPointer(adw_toast_new(escapeMarkup(text))!))
    connect("dismissed") { [weak self] in
      guard let self, !isDismissed else { return }
      isDismissed = true
      onDismissal?()
    }
  }

  /// Changes the text, also of a toast that is shown: one line of plain text.
  public func setText(_ text: String) { adw_toast_set_title(opaque, escapeMarkup(text)) }

  /// - Parameter text: plain text, shown as a whole on several lines if needed.
  public convenience init(lines text: String) {
    self.init(text)
    let label = gtk_label_new(text)!
    gtk_label_set_wrap(OpaquePointer(label), 1)
    gtk_label_set_wrap_mode(OpaquePointer(label), PANGO_WRAP_WORD_CHAR)
    gtk_label_set_max_width_chars(OpaquePointer(label), 64)
    gtk_label_set_xalign(OpaquePointer(label), 0)
    gtk_widget_add_css_class(label, "heading")
    // The toast takes over the floating reference of the label.
    adw_toast_set_custom_title(opaque, label)
  }

  /// Adds a button.
  public func setButton(_ label: String, action: String) {
    adw_toast_set_button_label(opaque, label)
    adw_toast_set_action_name(opaque, action)
  }

  /// Seconds until it disappears; 0: it stays.
  public func setTimeout(_ seconds: Int) { adw_toast_set_timeout(opaque, guint(clamping: seconds)) }

  /// Dismisses it now, or before it is shown; may be called several times.
  public func dismiss() {
    guard !isDismissed else { return }
    // One that was never shown tells nobody.
    if onDismissal == nil { isDismissed = true } else { adw_toast_dismiss(opaque) }
  }
}

/// A readable number of bytes: "27.3 MB".
public func sizeText(_ bytes: Int) -> String {
  let text = g_format_size(guint64(max(0, bytes)))!
  defer { g_free(text) }
  return String(cString: text)
}
