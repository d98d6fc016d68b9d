// SentenceParts.swift
// A sentence as a list of texts: what is kept in a file of our own is translated when it is shown, whatever the language
// was when it was written.

extension Sentence {
  /// All there is to it, for a cache; `init(parts:)` makes it again.
  public var parts: [String] {
    let form = [text] + (plural.map { [$0] } ?? [])
    return [context.map { ":\($0)" } ?? "", String(count), String(form.count)] + form.flatMap(\.parts)
  }

  /// - Returns: nil for texts that are no sentence.
  public init?(parts: [String]) {
    var rest = parts[...]
    guard let sentence = Sentence(&rest, depth: 0), rest.isEmpty else { return nil }
    self = sentence
  }

  /// Sentences in sentences. Those of ours are three deep.
  private static let deepest = 8

  /// - Parameter depth: of the sentence in which this one stands.
  fileprivate init?(_ rest: inout ArraySlice<String>, depth: Int) {
    guard depth < Self.deepest, rest.count >= 4, let context = rest.popFirst(),
      let count = rest.popFirst().flatMap({ Int($0) }),
      let forms = rest.popFirst().flatMap({ Int($0) }), (1...2).contains(forms),
      let text = Text(&rest, depth: depth)
    else { return nil }
    var plural: Text?
    if forms == 2 {
      guard let other = Text(&rest, depth: depth) else { return nil }
      plural = other
    }
    self.init(
      text, plural: plural, count: count, context: context.isEmpty ? nil : String(context.dropFirst()))
  }
}

extension Sentence.Text {
  fileprivate var parts: [String] { [key, String(arguments.count)] + arguments.flatMap(\.parts) }

  fileprivate init?(_ rest: inout ArraySlice<String>, depth: Int) {
    guard let key = rest.popFirst(), let count = rest.popFirst().flatMap({ Int($0) }),
      // Each has two texts at least.
      count >= 0, count <= rest.count / 2
    else { return nil }
    var arguments: [Sentence.Argument] = []
    for _ in 0..<count {
      guard let argument = Sentence.Argument(&rest, depth: depth) else { return nil }
      arguments.append(argument)
    }
    self.init(key: key, arguments: arguments)
  }
}

extension Sentence.Argument {
  fileprivate var parts: [String] {
    switch self {
    case .text(let text): ["text", text]
    case .sentence(let sentence): ["sentence"] + sentence.parts
    case .clause(let sentence): ["clause"] + sentence.parts
    case .error(let errno): ["error", String(errno)]
    }
  }

  fileprivate init?(_ rest: inout ArraySlice<String>, depth: Int) {
    let kind = rest.popFirst()
    switch kind {
    case "text":
      guard let text = rest.popFirst() else { return nil }
      self = .text(text)
    case "sentence", "clause":
      guard let sentence = Sentence(&rest, depth: depth + 1) else { return nil }
      self = kind == "clause" ? .clause(sentence) : .sentence(sentence)
    case "error":
      guard let errno = rest.popFirst().flatMap({ Int32($0) }) else { return nil }
      self = .error(errno)
    default: return nil
    }
  }
}
