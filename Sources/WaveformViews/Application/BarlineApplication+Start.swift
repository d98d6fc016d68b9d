// BarlineApplication+Start.swift
// What the command line asks for, and what is said to it, before there is a window.

import Glibc
import Localization

extension BarlineApplication {
  /// What the command line asks to listen to.
  public struct Listens: Sendable {
    /// The name of a source; nil: the desktop's own choice.
    let source: String?
    public init(to source: String?) { self.source = source }
  }

  /// Another instance is stopped, or cannot end: nobody will hear of this in a window.
  static func tellOfReplacement() {
    let text = localized("Another Barline does not answer, and this one takes its place.")
    let line = Array("barline: \(text)\n".utf8)
    // Nobody may be listening.
    _ = write(STDERR_FILENO, line, line.count)
  }
}
