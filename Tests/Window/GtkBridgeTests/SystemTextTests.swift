// SystemTextTests.swift
// What the C library says of an error, in each language that it speaks: GLib has to be able to make UTF-8 of it, or it has
// no text, and whoever asks for one ends. Each language is tried in a process of its own.

import CGtk
import Foundation
import GtkBridge
import Localization
import Testing

@Suite struct `What the system says of an error` {
  /// Those of the machine, by the folders of their catalogs.
  static let languages: [String] = {
    let root = "/usr/share/locale"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.filter { FileManager.default.fileExists(atPath: "\(root)/\($0)/LC_MESSAGES/libc.mo") }
      .sorted()
  }()

  @Test func `has text in every language`() async {
    #expect(Self.languages.contains("ru"), "the catalogs of the C library: \(Self.languages)")
    for language in Self.languages {
      await #expect(processExitsWith: .success, "\(language)") { [language = language as String] in
        setenv("LANGUAGE", language, 1)
        // glibc's C.UTF-8 heeds LANGUAGE; no language need be installed.
        setenv("LC_ALL", "C.UTF-8", 1)
        await MainActor.run {
          Language.choose(isForToolkit: true)
          Application.keepLocale()
        }
        for number: Int32 in 1...133 {
          let text = g_strerror(number)
          precondition(text != nil && !String(cString: text!).contains("??"), "\(language): \(number)")
        }
        // Numbers stay as files and other programs want them.
        precondition(String(cString: localeconv().pointee.decimal_point) == ".", language)
      }
    }
  }
}
