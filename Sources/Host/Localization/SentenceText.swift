// SentenceText.swift
// A literal with interpolations as translators see it: "%1$s cannot be read". Numbered, because another language may
// want another order.

extension Sentence {
  /// The English of a sentence, written as a literal.
  public struct Text: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// With `%1$s` for the first interpolation; a percent sign is `%%`, but only beside a placeholder.
    let key: String
    let arguments: [Argument]

    public init(stringLiteral: String) {
      key = stringLiteral
      arguments = []
    }

    public init(stringInterpolation: Interpolation) {
      key = stringInterpolation.key
      arguments = stringInterpolation.arguments
    }

    /// One argument and nothing else.
    init(_ argument: Argument) { self.init(key: "%1$s", arguments: [argument]) }

    init(key: String, arguments: [Argument]) { (self.key, self.arguments) = (key, arguments) }

    /// Bytes from which on nothing is filled in. No sentence is so long, unless somebody made it to be: with the same
    /// argument a hundred times, and so again within that argument.
    private static let longest = 1 << 16

    /// `template` with the arguments in place of its placeholders. One that makes no sense stays as it is.
    func filled(_ template: String, with form: (Argument) -> String) -> String {
      guard !arguments.isEmpty else { return template }
      // Each once, however often it stands in the sentence.
      let forms = arguments.map(form)
      var result = ""
      var rest = template.unicodeScalars[...]
      while result.utf8.count < Self.longest, let percent = rest.firstIndex(of: "%") {
        result.unicodeScalars += rest[..<percent]
        rest = rest[percent...].dropFirst()
        if rest.first == "%" {
          result += "%"
          rest = rest.dropFirst()
        } else if let digit = rest.first, "1"..."9" ~= digit, case let place = Int(digit.value) - 0x31,
          place < forms.count, rest.dropFirst().starts(with: "$s".unicodeScalars)
        {
          result += forms[place]
          rest = rest.dropFirst(3)
        } else {
          result += "%"
        }
      }
      result.unicodeScalars += rest
      return result
    }
  }

  /// What stands in a sentence.
  enum Argument: Hashable, Sendable {
    case text(String)
    case sentence(Sentence)
    /// A sentence that stands in the middle of another one.
    case clause(Sentence)
    /// A number of errno.
    case error(Int32)

    var english: String {
      switch self {
      case .text(let text): text
      case .sentence(let sentence): sentence.english
      case .clause(let sentence): Self.clause(sentence.english, isEnglish: true)
      case .error(let errno): Language.englishText(ofError: errno)
      }
    }

    var localized: String {
      switch self {
      case .text(let text): text
      case .sentence(let sentence): sentence.localized
      case .clause(let sentence):
        Self.clause(sentence)
      case .error(let errno): Language.text(ofError: errno)
      }
    }

    private static func clause(_ sentence: Sentence) -> String {
      let text = sentence.localized
      return clause(text, isEnglish: text == sentence.english)
    }

    /// In other languages the first word may be one that always has a capital.
    private static func clause(_ text: String, isEnglish: Bool) -> String {
      let words = text.hasSuffix(".") ? text.dropLast() : text[...]
      return isEnglish ? words.prefix(1).lowercased() + words.dropFirst() : String(words)
    }
  }

  /// Collects the parts of a literal.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var arguments: [Argument] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      key.reserveCapacity(literalCapacity + 4 * interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) {
      for scalar in literal.unicodeScalars { key += scalar == "%" ? "%%" : String(scalar) }
    }

    public mutating func appendInterpolation(_ text: some StringProtocol) { append(.text(String(text))) }
    public mutating func appendInterpolation(_ number: some BinaryInteger) { append(.text(String(number))) }
    /// Is translated as well.
    public mutating func appendInterpolation(_ sentence: Sentence) { append(.sentence(sentence)) }

    private mutating func append(_ argument: Argument) {
      arguments.append(argument)
      key += "%\(arguments.count)$s"
    }
  }
}
