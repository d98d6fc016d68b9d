// XMLText.swift
// Text as it stands in XML and HTML. A pure function.

/// Text in XML.
public enum XMLText {
  /// `text` as it may stand in an element or an attribute (XML 1.0, 2.2 and 2.4): a character that no document may hold
  /// is replaced by U+FFFD.
  ///
  /// - Parameter keepsLines: whether line breaks and tabs stay; else they are spaces.
  public static func escaped(_ text: String, keepsLines: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n": result.unicodeScalars.append(keepsLines ? scalar : " ")
      case "\r": result += " "
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
