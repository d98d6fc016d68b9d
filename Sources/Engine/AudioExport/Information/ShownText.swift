// ShownText.swift
// Makes any text of a file fit to be shown. The bytes are from strangers: there may be megabytes of them, and characters
// that move the cursor or turn the direction of writing. Pure functions.

enum ShownText {
  /// The most characters (Unicode scalars) of a text that are shown.
  static let limit = 32_768
  /// Those of a name, and of a line in a title.
  static let lineLimit = 200

  /// The text without control characters, at most `limit` scalars of it. Lines are kept, and end with a line feed.
  ///
  /// - Returns: the text, and true when it goes on.
  /// - Complexity: O(limit)
  static func text(_ text: String, limit: Int = limit) -> (text: String, isCut: Bool) {
    var shown = String.UnicodeScalarView()
    var count = 0
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      // What is left out counts too: a text of control characters alone must end as well.
      guard count < limit else { return (String(shown).trimmed, true) }
      count += 1
      defer { isAfterReturn = scalar == "\r" }
      if scalar == "\n", isAfterReturn { continue }
      if scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}" {
        shown.append("\n")
      } else if scalar == "\n" || scalar == "\t" || !isControl(scalar) {
        shown.append(scalar)
      }
    }
    return (String(shown).trimmed, false)
  }

  /// The text in one line of at most `limit` scalars; an ellipsis ends one that goes on.
  static func line(_ text: String, limit: Int = lineLimit) -> String {
    let (text, isCut) = self.text(text, limit: limit)
    let line = text.split { $0.isWhitespace }.joined(separator: " ")
    return isCut ? line + "…" : line
  }

  /// Control characters, and those that override the direction of what follows them (Unicode Annex 9, section 2).
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB: true
    default: false
    }
  }
}

extension String {
  /// Without white space at both ends.
  fileprivate var trimmed: String {
    let rest = drop { $0.isWhitespace }
    return String(rest.reversed().drop { $0.isWhitespace }.reversed())
  }
}
