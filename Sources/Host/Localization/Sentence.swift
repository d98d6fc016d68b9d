// Sentence.swift
// What is said to people: the English, from which the translation is found, and what stands in it. A value: errors and
// reports carry it, so that it can be shown in the reader's language and written in English.

/// A sentence, a title or a name, in English and in the reader's language.
///
///     Sentence("\(name) cannot be read")
///     Sentence("\(count) file", plural: "\(count) files", count: count)
///     Sentence("Open", context: "button")
///
/// `scripts/messages` finds them by this name and that of ``localized(_:plural:count:context:)``, and wants literals.
/// A literal alone is no sentence: translators would not be shown it.
public struct Sentence: Hashable, Sendable {
  let text: Text, plural: Text?
  let count: Int
  let context: String?

  /// - Parameters:
  ///   - text: what is said; with a plural, of one.
  ///   - plural: of any other number in English, with at least the placeholders of `text`, in the same order.
  ///   - count: decides the form, of which other languages have up to six.
  ///   - context: tells apart what is the same in English; only translators see it.
  public init(_ text: Text, plural: Text? = nil, count: Int = 1, context: String? = nil) {
    self.text = text
    self.plural = plural
    self.count = count
    self.context = context
  }

  /// What is no sentence of ours: a name, or what another program said. The same in every language.
  public init(verbatim text: String) { self.init("\(text)") }

  /// What the system says of an error, in words that fit into a sentence.
  ///
  /// - Parameter errno: as `errno` has it.
  public init(errno: Int32) { self.init(Text(.error(errno))) }

  /// The same for use within another sentence: without its point, and with a small letter where it is English.
  public var asClause: Sentence { Sentence(Text(.clause(self))) }

  /// For files, JSON and traces: the same everywhere.
  public var english: String {
    let form = count == 1 ? text : plural ?? text
    return form.filled(form.key, with: \.english)
  }

  /// For people; the English where there is no translation.
  public var localized: String {
    // As msgctxt is kept in catalogs.
    let key = context.map { "\($0)\u{4}\(text.key)" } ?? text.key
    guard let found = Language.translation(of: key, plural: plural.map { ($0.key, count) }) else {
      let form = count == 1 ? text : plural ?? text
      return form.filled(form.key, with: \.localized)
    }
    return (plural ?? text).filled(found, with: \.localized)
  }
}

extension Sequence where Element == Sentence {
  /// One after the other; nil when there are none.
  public var inOneLine: Sentence? {
    reduce(nil as Sentence?) { line, next in line.map { Sentence("\($0) \(next)") } ?? next }
  }
}

/// What is said, in the reader's language: see ``Sentence/init(_:plural:count:context:)``.
public func localized(
  _ text: Sentence.Text, plural: Sentence.Text? = nil, count: Int = 1, context: String? = nil
) -> String {
  Sentence(text, plural: plural, count: count, context: context).localized
}
