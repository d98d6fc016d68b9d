// Language.swift
// The reader's language: glibc's gettext, in one place. A program chooses once, at its start; whoever does not choose,
// as tests do not, reads English wherever it runs.

import CLinux
import Glibc
import Synchronization

/// The language in which sentences are shown (ADR 19).
public enum Language {
  /// What our catalogs are called.
  public static let domain = "barline"
  private static let isChosen = Atomic(false)

  /// Takes the language from the environment (`LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, `LANG`).
  ///
  /// To be called once, before there are other threads: they might read the locale while it changes. Numbers are ours:
  /// parsers of this process and ffmpeg rely on a decimal point.
  ///
  /// - Parameter isForToolkit: true for a window, whose entries of numbers and dates are the toolkit's; else only messages
  ///   follow the locale.
  public static func choose(isForToolkit: Bool = false) {
    if isForToolkit { setlocale(LC_ALL, "") }
    setlocale(LC_MESSAGES, "")
    speakUTF8()
    bindtextdomain(domain, catalogs)
    bind_textdomain_codeset(domain, "UTF-8")
    // What the system says of an error.
    bind_textdomain_codeset("libc", "UTF-8")
    isChosen.store(true, ordering: .releasing)
  }

  /// Makes UTF-8 the encoding of texts, whatever the user's locale has: by it GLib turns what the C library says into UTF-8,
  /// and has no text at all where that fails.
  private static func speakUTF8() {
    for name in ["", "C.UTF-8", "en_US.UTF-8"] {
      if setlocale(LC_CTYPE, name) != nil, strcmp(nl_langinfo(nl_item(CODESET)), "UTF-8") == 0 { return }
    }
  }

  /// The folder with `de/LC_MESSAGES/barline.mo`: `BARLINE_LOCALE_DIR`, or `share/locale` below the folder in whose
  /// `bin` this program lies, so that an installation can be moved.
  private static var catalogs: String {
    if let told = getenv("BARLINE_LOCALE_DIR"), told.pointee != 0 { return String(cString: told) }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard readlink("/proc/self/exe", &buffer, buffer.count - 1) > 0 else { return "/usr/share/locale" }
    // dirname(3) writes into what it is given, and answers with the same place.
    return buffer.withUnsafeMutableBufferPointer {
      String(cString: dirname(dirname($0.baseAddress!))) + "/share/locale"
    }
  }

  /// The translation of `key`; nil: there is none.
  /// - Parameter plural: the English for any number but one, and that number.
  static func translation(of key: String, plural: (key: String, count: Int)? = nil) -> String? {
    // The translation of nothing is the head of the catalog.
    guard isChosen.load(ordering: .acquiring), !key.isEmpty else { return nil }
    return key.withCString { key in
      guard let plural else { return translated(dgettext(domain, key), unless: key) }
      return plural.key.withCString {
        translated(dngettext(domain, key, $0, plural.count.magnitude), unless: key, or: $0)
      }
    }
  }

  /// What the system says of an error. It has a catalog of its own.
  static func text(ofError errno: Int32) -> String {
    isChosen.load(ordering: .acquiring) ? String(cString: strerror(errno)) : englishText(ofError: errno)
  }

  static func englishText(ofError errno: Int32) -> String {
    String(cString: strerror_l(errno, plain))
  }

  // Never changes, and lives as long as the program.
  nonisolated(unsafe) private static let plain = newlocale(1 << LC_MESSAGES, "C", nil)

  /// Gettext answers with its own argument where it knows no better.
  private static func translated(
    _ answer: UnsafePointer<CChar>?, unless key: UnsafePointer<CChar>, or plural: UnsafePointer<CChar>? = nil
  ) -> String? {
    answer == key || answer == plural ? nil : answer.map { String(cString: $0) }
  }
}
