// FilePath+DisplayName.swift
// A file name is bytes; people see one line of valid text. The text is for display only: files are opened by their
// bytes.

import SystemPackage

extension FilePath {
  /// The last component as one line of text for titles and messages.
  ///
  /// Bytes that are not UTF-8 become "�", line ends "␊" and other control characters "�"; the result is never
  /// empty and holds no line end, but may hold markup.
  public var displayName: String {
    let name = Self.oneLine(lastComponent?.string ?? string)
    guard name.utf8.count > Self.longestName else { return name }
    return "\(name.prefix(Self.longestName / 2))…\(name.suffix(Self.longestName / 4))"
  }

  /// In bytes, of a name that a file can have. What is longer comes from a list, and to lay out thousands of letters takes
  /// a window seconds.
  private static let longestName = 255

  /// The whole path as one line of text.
  public var displayPath: String { Self.oneLine(string) }

  /// Text from a file as one line of valid text.
  package static func oneLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": line.append("␊")
      // Control characters, and the marks that turn the direction of the text around them.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        line.append("\u{FFFD}")
      default: line.append(scalar)
      }
    }
    return line.isEmpty ? "�" : String(line)
  }
}
