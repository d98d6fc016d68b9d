// MarkChange+Summary.swift
// Changes and errors of marks, in words.

import HostIO
import Localization
import Marks

extension MarkChange {
  /// What happens to how many marks.
  var summary: String {
    let counts = counts
    let (added, removed, changed) = (counts.added, counts.removed, counts.changed)
    let parts = [
      (added, Sentence("\(added) added", plural: "\(added) added", count: added, context: "marks")),
      (
        removed,
        Sentence("\(removed) removed", plural: "\(removed) removed", count: removed, context: "marks")
      ),
      (
        changed,
        Sentence("\(changed) changed", plural: "\(changed) changed", count: changed, context: "marks")
      ),
    ]
    let texts = parts.filter { $0.0 > 0 }.map(\.1.localized)
    return texts.isEmpty ? localized("their tiers") : texts.joined(separator: ", ")
  }
}

extension MarkError {
  /// What is wrong, as a part of a sentence.
  public var reason: String {
    switch self {
    case .file(let error): error.message
    case .content(let error, _): error.reason
    }
  }

  /// What is wrong, for people.
  ///
  /// - Parameter content: the sentence about the content of a file, of its end; other sentences name it themselves.
  package func sentence(_ content: (String) -> String) -> String {
    switch self {
    case .file(let error): error.message
    case .content(let error, _): content(error.reason)
    }
  }
}
