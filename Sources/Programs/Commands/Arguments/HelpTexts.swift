// HelpTexts.swift
// What options do, in the reader's language. The parser makes the options of a command a hundred times for one call, and
// shows their texts in few: they are looked up only then.

import ArgumentParser
import Localization
import Synchronization

enum HelpTexts {
  private static let areWanted = Atomic(false)

  /// From now on texts are there: help, completions or what was wrong will be shown.
  static func show() { areWanted.store(true, ordering: .relaxed) }

  fileprivate static var areShown: Bool { areWanted.load(ordering: .relaxed) }
}

extension Sentence {
  /// The help text of an option.
  ///
  /// - Parameter valueName: stands for its value; the same in every language.
  func help(valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(HelpTexts.areShown ? localized : "", valueName: valueName)
  }
}
