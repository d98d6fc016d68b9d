// RangeNames.swift
// Names of files for the ranges of marks: what marks are called, as far as a file can be called so. A pure value.

/// The names of files that are made together.
struct RangeNames: Equatable, Sendable {
  private(set) var names: [String] = []
  /// How many got a number because another of these files is called so, and because the folder has such a file.
  private(set) var doubled = 0, taken = 0

  /// Bytes of a name without its number and suffix: file systems hold 255.
  private static let longest = 180

  /// - Parameters:
  ///   - marks: what the marks are called.
  ///   - stem: for marks that have no name, followed by their place in the list.
  ///   - isTaken: whether there is a file of a name.
  init(_ marks: [String], stem: String, suffix: String, isTaken: (String) -> Bool = { _ in false }) {
    var used: Set<String> = []
    var next: [String: Int] = [:]
    let digits = String(marks.count).count
    for (index, mark) in marks.enumerated() {
      let place = String(index + 1)
      let number = String(repeating: "0", count: digits - place.count) + place
      let safe = Self.safe(mark)
      let plain = safe.isEmpty ? "\(Self.safe(stem)) \(number)" : safe
      // Some file systems take two cases for one name.
      let key = plain.lowercased()
      var name = "\(plain).\(suffix)"
      var isUsed = used.contains(name.lowercased()), isThere = !isUsed && isTaken(name)
      if isUsed { doubled += 1 } else if isThere { taken += 1 }
      var count = next[key] ?? 2
      while isUsed || isThere {
        name = "\(plain) \(count).\(suffix)"
        count += 1
        isUsed = used.contains(name.lowercased())
        isThere = !isUsed && isTaken(name)
      }
      next[key] = count
      used.insert(name.lowercased())
      names.append(name)
    }
  }

  /// A text as a part of a name: without what Linux, Windows or a shell of people would stumble over.
  private static func safe(_ text: String) -> String {
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
