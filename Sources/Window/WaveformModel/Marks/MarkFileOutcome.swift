// MarkFileOutcome.swift
// What became of a file of marks, in words. A pure value.

/// What became of a file of marks.
package struct MarkFileOutcome: Equatable, Sendable {
  /// Sentences.
  package let text: String
  /// False when nothing was read or written.
  package let isDone: Bool
  /// True when something could not be held, or was odd.
  package let isIncomplete: Bool

  package init(text: String, isDone: Bool, isIncomplete: Bool) {
    self.text = text
    self.isDone = isDone
    self.isIncomplete = isIncomplete
  }

  package static func failed(_ text: String) -> MarkFileOutcome {
    MarkFileOutcome(text: text, isDone: false, isIncomplete: true)
  }
}
