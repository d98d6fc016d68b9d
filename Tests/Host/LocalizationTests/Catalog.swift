// Catalog.swift
// Catalogs that are made for one test, in a process of its own.

import CLinux
import Glibc

/// A catalog, in the place and the language of the process.
enum Catalog {
  static let text = #"""
    msgid ""
    msgstr ""
    "Content-Type: text/plain; charset=UTF-8\n"
    "Plural-Forms: nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2;\n"
    msgid "Open"
    msgstr "Öffnen"
    msgctxt "state"
    msgid "Open"
    msgstr "Offen"
    #, c-format
    msgid "%1$s over %2$s, 5 %%"
    msgstr "5 %% von %2$s unter %1$s"
    #, c-format
    msgid "%1$s now"
    msgstr "Jetzt %1$s"
    #, c-format
    msgid "The rate is %1$s."
    msgstr "Rate ist %1$s."
    #, c-format
    msgid "%1$s file"
    msgid_plural "%1$s files"
    msgstr[0] "%1$s fajl"
    msgstr[1] "%1$s fajla"
    msgstr[2] "%1$s fajlow"
    """#

  /// Compiles a catalog with gettext's own compiler, for this process alone, and takes it away again.
  ///
  /// - Parameter words: a catalog for what the system says; nil: that of the machine.
  static func use(_ text: String = text, ofSystem words: String? = nil, _ body: () throws -> Void) throws {
    var template = Array("/tmp/barline-catalog.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Errors.noFolder }
    let folder = String(cString: made)
    try compile(text, to: "\(folder)/xx/LC_MESSAGES", as: "barline")
    if let words {
      try compile(words, to: "\(folder)/xx/LC_MESSAGES", as: "libc")
      bindtextdomain("libc", folder)
    }
    setenv("BARLINE_LOCALE_DIR", folder, 1)
    setenv("LC_ALL", "C.UTF-8", 1)
    setenv("LANGUAGE", "xx", 1)
    try body()
    guard system("rm -r \(folder)") == 0 else { throw Errors.noFolder }
  }

  private static func compile(_ text: String, to folder: String, as domain: String) throws {
    guard let pipe = popen("mkdir -p \(folder) && msgfmt --check-format -o \(folder)/\(domain).mo -", "w")
    else { throw Errors.noCompiler }
    fputs(text, pipe)
    guard pclose(pipe) == 0 else { throw Errors.noCompiler }
  }

  enum Errors: Error { case noFolder, noCompiler }
}
