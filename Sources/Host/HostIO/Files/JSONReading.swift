// JSONReading.swift
// Reads JSON (RFC 8259) strictly: no comments, no trailing commas, UTF-8 only. A file that somebody sent may be damaged,
// or made to do harm: depth is bounded, every byte is looked at once, and an error tells the line.

/// A text that is not one whole JSON object, or nests too deep.
package struct JSONDamage: Error, Equatable {
  /// Where reading ended, counted from 1.
  package let line: Int
}

extension JSONText {
  /// Objects and lists within each other that are accepted.
  package static let deepest = 16

  /// Reads one JSON object in UTF-8.
  ///
  /// - Complexity: O(n)
  package init(reading bytes: [UInt8]) throws(JSONDamage) {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw JSONDamage(line: 1) }
    var reader = JSONReader(bytes: bytes)
    guard let value = reader.object() else { throw JSONDamage(line: reader.line) }
    self = value
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  private var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The line of the byte that is read next.
  var line: Int { 1 + bytes.prefix(place).count { $0 == 0x0A } }

  /// An object with nothing but white space around it.
  mutating func object() -> JSONText? {
    guard next() == UInt8(ascii: "{"), let value = value(depth: 0), next() == nil else { return nil }
    return value
  }

  /// The byte after white space, which is not taken; nil at the end.
  private mutating func next() -> UInt8? {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return bytes[place]
      }
    }
    return nil
  }

  private mutating func takes(_ byte: UInt8) -> Bool {
    guard next() == byte else { return false }
    place += 1
    return true
  }

  private mutating func value(depth: Int) -> JSONText? {
    switch next() {
    case UInt8(ascii: "{"): members(depth: depth + 1)
    case UInt8(ascii: "["): list(depth: depth + 1)
    case UInt8(ascii: "\""): text().map { .string($0) }
    case UInt8(ascii: "t"): word("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): word("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): word("null") ? .null : nil
    case nil: nil
    default: number()
    }
  }

  private mutating func members(depth: Int) -> JSONText? {
    guard depth <= JSONText.deepest, takes(UInt8(ascii: "{")) else { return nil }
    var members: [(String, JSONText)] = []
    if takes(UInt8(ascii: "}")) { return .object([]) }
    repeat {
      guard next() == UInt8(ascii: "\""), let name = text(), takes(UInt8(ascii: ":")),
        let value = value(depth: depth)
      else { return nil }
      members.append((name, value))
    } while takes(UInt8(ascii: ","))
    return takes(UInt8(ascii: "}")) ? .object(members) : nil
  }

  private mutating func list(depth: Int) -> JSONText? {
    guard depth <= JSONText.deepest, takes(UInt8(ascii: "[")) else { return nil }
    var values: [JSONText] = []
    if takes(UInt8(ascii: "]")) { return .list([]) }
    repeat {
      guard let value = value(depth: depth) else { return nil }
      values.append(value)
    } while takes(UInt8(ascii: ","))
    return takes(UInt8(ascii: "]")) ? .list(values) : nil
  }

  private mutating func word(_ word: StaticString) -> Bool {
    guard bytes.has(word, at: place) else { return false }
    place += word.utf8CodeUnitCount
    return true
  }

  private mutating func digits() -> Int {
    let start = place
    while place < bytes.count, 0x30...0x39 ~= bytes[place] { place += 1 }
    return place - start
  }

  private mutating func skips(_ choices: UInt8...) -> Bool {
    guard place < bytes.count, choices.contains(bytes[place]) else { return false }
    place += 1
    return true
  }

  private mutating func number() -> JSONText? {
    let start = place
    _ = skips(UInt8(ascii: "-"))
    let first = place
    let count = digits()
    // No number begins with a needless zero.
    guard count == 1 || count > 1 && bytes[first] != UInt8(ascii: "0") else { return nil }
    var isWhole = true
    if skips(UInt8(ascii: ".")) {
      isWhole = false
      guard digits() > 0 else { return nil }
    }
    if skips(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      isWhole = false
      _ = skips(UInt8(ascii: "+"), UInt8(ascii: "-"))
      guard digits() > 0 else { return nil }
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if isWhole, let value = Int(text) { return .number(value) }
    guard let value = Double(text), value.isFinite else { return nil }
    return .decimal(value)
  }

  private mutating func text() -> String? {
    place += 1
    let start = place
    var decoded: [UInt8]?
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\""):
        let end = place
        place += 1
        return String(decoding: decoded ?? Array(bytes[start..<end]), as: UTF8.self)
      case UInt8(ascii: "\\"):
        if decoded == nil { decoded = Array(bytes[start..<place]) }
        guard let scalar = escaped() else { return nil }
        decoded?.append(contentsOf: String(scalar).utf8)
      case 0..<0x20: return nil
      default:
        decoded?.append(byte)
        place += 1
      }
    }
    return nil
  }

  /// The character that an escape stands for; one for two halves of a pair.
  private mutating func escaped() -> Character? {
    guard place + 1 < bytes.count else { return nil }
    let letter = bytes[place + 1]
    place += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Character(Unicode.Scalar(letter))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = unit() else { return nil }
      if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
      // Half of a pair: the other half has to follow.
      let back = place
      guard unit < 0xDC00, bytes.has("\\u", at: place) else { return "\u{FFFD}" }
      place += 2
      guard let low = self.unit() else { return nil }
      guard 0xDC00..<0xE000 ~= low,
        let scalar = Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      else {
        place = back
        return "\u{FFFD}"
      }
      return Character(scalar)
    default: return nil
    }
  }

  private mutating func unit() -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue, bytes[place] < 0x80 else {
        return nil
      }
      value = value << 4 | UInt32(digit)
      place += 1
    }
    return value
  }
}

// What is expected of a member; a member of another kind counts as none.
extension JSONText {
  /// The member of an object; nil when there is none of that name.
  package subscript(name: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.0 == name }?.1
  }

  /// A whole number.
  package var whole: Int? {
    switch self {
    case .number(let value): value
    case .decimal(let value): Int(exactly: value)
    default: nil
    }
  }

  /// Any number; finite.
  package var number: Double? {
    switch self {
    case .number(let value): Double(value)
    case .decimal(let value): value
    default: nil
    }
  }

  package var isTrue: Bool { if case .bool(true) = self { true } else { false } }
  package var text: String? { if case .string(let text) = self { text } else { nil } }
  package var list: [JSONText] { if case .list(let values) = self { values } else { [] } }
  package var members: [(String, JSONText)] { if case .object(let members) = self { members } else { [] } }
}
