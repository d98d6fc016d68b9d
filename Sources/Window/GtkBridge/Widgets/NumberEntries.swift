// NumberEntries.swift
// Entries of numbers write and read them as the rest of the program does. GTK's own way is the C library's, which takes one
// sign before decimals only, that of a locale, whatever the language of the window.

import CGtk

/// How numbers are written for people, and read from them.
public struct NumberStyle: Sendable {
  let shown: @Sendable (String) -> String
  let typed: @Sendable (String) -> String?

  /// - Parameters:
  ///   - shown: a number with a decimal point, as people of this language write it.
  ///   - typed: what was typed with a decimal point; nil where it is not clear.
  public init(
    shown: @escaping @Sendable (String) -> String, typed: @escaping @Sendable (String) -> String?
  ) {
    self.shown = shown
    self.typed = typed
  }
}

extension Builder {
  /// How entries write numbers: as in English, until it is set.
  public static var numbers = NumberStyle {
    $0
  } typed: {
    $0
  }

  /// Lets all entries of numbers do so.
  func writeNumbers() {
    forEach(gtk_spin_button_get_type()) { entry in
      // It would let through the sign of the locale alone.
      gtk_spin_button_set_numeric(OpaquePointer(entry), 0)
      g_signal_connect_data(
        entry, "output", unsafeBitCast(writeNumber as Output, to: GCallback.self), nil, nil,
        GConnectFlags(rawValue: 0))
      g_signal_connect_data(
        entry, "input", unsafeBitCast(readNumber as Input, to: GCallback.self), nil, nil,
        GConnectFlags(rawValue: 0))
      gtk_spin_button_update(OpaquePointer(entry))
    }
  }
}

private typealias Output = @convention(c) (OpaquePointer, gpointer?) -> gboolean
private typealias Input = @convention(c) (OpaquePointer, UnsafeMutablePointer<Double>, gpointer?) -> gint

private func writeNumber(_ entry: OpaquePointer, _: gpointer?) -> gboolean {
  let number = gtk_adjustment_get_value(gtk_spin_button_get_adjustment(entry))
  var buffer = [CChar](repeating: 0, count: 64)
  let format = "%.\(gtk_spin_button_get_digits(entry))f"
  var text = String(cString: g_ascii_formatd(&buffer, gint(buffer.count), format, number))
  if text.hasPrefix("-") {
    // Rounded to nothing, it is no negative number.
    let digits = text.dropFirst()
    text = digits.allSatisfy { $0 == "0" || $0 == "." } ? String(digits) : "\u{2212}" + digits
  }
  let shown = MainActor.assumeIsolated { Builder.numbers.shown }(text)
  let editable = UnsafeMutableRawPointer(entry)
  if String(cString: gtk_editable_get_text(OpaquePointer(editable))) != shown {
    gtk_editable_set_text(OpaquePointer(editable), shown)
  }
  return 1
}

private func readNumber(
  _ entry: OpaquePointer, _ number: UnsafeMutablePointer<Double>, _: gpointer?
) -> gint {
  let text = String(cString: gtk_editable_get_text(entry)).filter { !$0.isWhitespace }
  let plain = MainActor.assumeIsolated { Builder.numbers.typed }(text)?.replacing("\u{2212}", with: "-")
  guard let plain, let value = Double(plain), value.isFinite else { return GTK_INPUT_ERROR }
  number.pointee = value
  return 1
}
