// MessageDialog.swift
// A question that has to be answered before the program goes on.

import CGtk

/// An `AdwMessageDialog`.
@MainActor public final class MessageDialog: NativeObject {
  /// One of the answers.
  public struct Response: Sendable {
    public enum Appearance: Sendable { case plain, suggested, destructive }
    public let name: String
    let label: String
    let appearance: Appearance

    /// - Parameters:
    ///   - name: given to the caller.
    ///   - label: of the button; without a mnemonic, whose underscore libadwaita 1.2 lets screen readers say.
    public init(_ name: String, _ label: String, _ appearance: Appearance = .plain) {
      self.name = name
      self.label = label
      self.appearance = appearance
    }
  }

  /// Asks over a window.
  ///
  /// - Parameters:
  ///   - heading, body: plain text.
  ///   - responses: the first one also stands for Escape, the suggested one for Enter.
  ///   - answered: called once with the name of the answer.
  public static func ask(
    _ heading: String, _ body: String, over parent: Window, _ responses: [Response],
    answered: @escaping @MainActor (String) -> Void
  ) {
    let dialog = MessageDialog(
      UnsafeMutableRawPointer(adw_message_dialog_new(parent.window, heading, body)!))
    let native = dialog.raw.assumingMemoryBound(to: AdwMessageDialog.self)
    for response in responses {
      adw_message_dialog_add_response(native, response.name, response.label)
      let appearance =
        switch response.appearance {
        case .plain: ADW_RESPONSE_DEFAULT
        case .suggested: ADW_RESPONSE_SUGGESTED
        case .destructive: ADW_RESPONSE_DESTRUCTIVE
        }
      adw_message_dialog_set_response_appearance(native, response.name, appearance)
    }
    if let first = responses.first { adw_message_dialog_set_close_response(native, first.name) }
    if let suggested = responses.first(where: { $0.appearance == .suggested }) {
      adw_message_dialog_set_default_response(native, suggested.name)
    }
    // A window without a title has no name for lists of windows and screen readers.
    gtk_window_set_title(dialog.raw.assumingMemoryBound(to: GtkWindow.self), heading)
    let box = Box<@MainActor (String) -> Void>(answered)
    _ = dialog.attach(
      "response",
      unsafeBitCast(
        callAnswer as @convention(c) (Data, UnsafePointer<CChar>?, Data) -> Void, to: GCallback.self), box)
    gtk_window_present(dialog.raw.assumingMemoryBound(to: GtkWindow.self))
  }
}

private func callAnswer(_: Data, _ name: UnsafePointer<CChar>?, _ data: Data) {
  let closure = UncheckedSendable(Box<@MainActor (String) -> Void>.closure(data))
  let answer = name.map { String(cString: $0) } ?? ""
  MainActor.assumeIsolated {
    // The dialog closes itself behind this handler, and must not lose its parent before.
    let answered = closure.value
    Task { @MainActor in answered(answer) }
  }
}
