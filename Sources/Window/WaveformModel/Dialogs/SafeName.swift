// SafeName.swift
// What people and files call something, as far as a file can be called so. A pure value.

/// Texts as parts of names of files.
package enum SafeName {
  /// Bytes of a name without its number and suffix: file systems hold 255.
  private static let longest = 180

  /// A text as a part of a name: without what Linux, Windows or a shell of people would stumble over.
  package static func of(_ text: String) -> String {
    var name = String.UnicodeScalarView()
    var bytes = 0
    for scalar in text.unicodeScalars {
      var next = scalar
      switch scalar {
      case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": next = "-"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": next = " "
      // They turn the direction of the text around them.
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": continue
      default: break
      }
      let size = UTF8.width(next)
      guard bytes + size <= longest else { break }
      bytes += size
      name.append(next)
    }
    // A dot in front hides a file, spaces at the ends are not seen, and Windows drops a dot at the end.
    let isLoose: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "." || $0 == "\u{A0}" }
    let kept = name.drop(while: isLoose).reversed().drop(while: isLoose).reversed()
    return String(String.UnicodeScalarView(kept))
  }
}
