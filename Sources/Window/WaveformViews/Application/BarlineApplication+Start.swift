// BarlineApplication+Start.swift
// What the command line asks for, and what is said to it, before there is a window.

import Glibc
import Localization

extension BarlineApplication {
  /// What the command line asks a feature to begin (`StartOption`).
  package struct Start: Sendable {
    let option: String
    /// What stands there in place of files; nil: nothing.
    let word: String?

    package init(_ option: String, _ word: String?) {
      self.option = option
      self.word = word
    }
  }

  /// Another instance is stopped, or cannot end: nobody will hear of this in a window.
  static func tellOfReplacement() {
    say(localized("Another Barline does not answer, and this one takes its place."))
  }

  /// There will be no window.
  static func tellOfMissingDisplay() {
    say(missingDisplay { name in getenv(name).map { String(cString: $0) } }.localized)
  }

  /// Why there is no display, and what can be done without one.
  ///
  /// - Parameter environment: the value of a variable.
  nonisolated static func missingDisplay(environment: (String) -> String?) -> Sentence {
    let set = ["WAYLAND_DISPLAY", "DISPLAY", "GDK_BACKEND"].compactMap { name -> String? in
      guard let value = environment(name), !value.isEmpty else { return nil }
      return "\(name)=\(value)"
    }
    guard set.contains(where: { !$0.hasPrefix("GDK_BACKEND") }) else {
      return Sentence(
        """
        There is no display, as neither WAYLAND_DISPLAY nor DISPLAY is set: over SSH, “ssh -X” shows windows on your own \
        screen, and “barline-cli render” makes pictures of waveforms without one.
        """)
    }
    return Sentence(
      """
      No display can be opened with \(set.joined(separator: ", ")): over SSH, “ssh -X” shows windows on your own \
      screen, and “barline-cli render” makes pictures of waveforms without one.
      """)
  }

  /// An empty name, as a variable of a shell without a value gives it, is none of a file: the toolkit would take it for
  /// the present folder.
  ///
  /// - Returns: the exit status.
  public static func refuseEmptyName() -> Int32 {
    say(localized("The name of a file is empty. “barline --help” says how to name files."))
    return 1
  }

  private static func say(_ text: String) {
    let line = Array("barline: \(text)\n".utf8)
    // Nobody may be listening.
    _ = write(STDERR_FILENO, line, line.count)
  }
}
