// StrictXML.swift
// The part of XML 1.0 that files of data use: elements, attributes, text, CDATA, comments, and the entities that need
// no declaration. A document type may be there, but declares nothing that is used. Read once from the front; depth is
// bounded.

import Localization

/// Elements and texts of a document, in their order.
struct StrictXML {
  enum Event {
    case start(name: String, attributes: [String: String])
    /// Of an element without content as well.
    case end(name: String)
    case text(String)
  }

  private let bytes: [UInt8]
  private var place = 0
  private var open: [String] = []
  private var waiting: Event?
  private var hasRoot = false
  private static let deepest = 32

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func damage(_ problem: Sentence) -> MarkFileError { MarkFileError(line: line, problem) }

  /// A place whose line is known, so that lines are counted once.
  private var known = (place: 0, line: 1)
  /// The line that is read.
  var line: Int {
    mutating get {
      known.line += bytes[known.place..<place].count { $0 == 0x0A }
      known.place = place
      return known.line
    }
  }

  /// - Returns: nil behind the end of the root element.
  mutating func next() throws(MarkFileError) -> Event? {
    if let event = waiting {
      waiting = nil
      return event
    }
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "<") else {
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
        let text = bytes[start..<place]
        guard !open.isEmpty else {
          guard text.allSatisfy({ $0 <= 0x20 }) else {
            throw damage(Sentence("text stands there outside of the root element"))
          }
          continue
        }
        guard let decoded = Self.decoded(text) else {
          throw damage(Sentence("an unknown entity stands there"))
        }
        return .text(decoded)
      }
      if skips("<?") {
        try skip(past: "?>")
      } else if skips("<!--") {
        try skip(past: "-->")
      } else if skips("<![CDATA[") {
        let start = place
        try skip(past: "]]>")
        return .text(String(decoding: bytes[start..<place - 3], as: UTF8.self))
      } else if skips("<!DOCTYPE") {
        let start = place
        try skip(past: ">")
        guard !bytes[start..<place].contains(UInt8(ascii: "[")) else {
          throw damage(Sentence("a document type with declarations of its own is not read"))
        }
      } else if skips("</") {
        let name = try name()
        skipSpace()
        guard skips(">"), open.popLast() == name else {
          throw damage(Sentence("“</\(name)>” closes what is not open there"))
        }
        return .end(name: name)
      } else {
        place += 1
        return try element()
      }
    }
    guard open.isEmpty, hasRoot else {
      throw damage(Sentence("the file ends within its elements: it is cut off"))
    }
    return nil
  }

  private mutating func element() throws(MarkFileError) -> Event {
    guard !open.isEmpty || !hasRoot else { throw damage(Sentence("a second root element begins there")) }
    hasRoot = true
    let name = try name()
    var attributes: [String: String] = [:]
    while true {
      skipSpace()
      if skips("/>") {
        waiting = .end(name: name)
        break
      }
      if skips(">") {
        guard open.count < Self.deepest else { throw damage(Sentence("elements are nested too deeply")) }
        open.append(name)
        break
      }
      let key = try self.name()
      skipSpace()
      guard skips("=") else { throw damage(Sentence("“=” was expected behind “\(key)”")) }
      skipSpace()
      guard place < bytes.count, case let quote = bytes[place],
        quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      else {
        throw damage(Sentence("a quotation mark was expected behind “\(key)=”"))
      }
      place += 1
      let start = place
      while place < bytes.count, bytes[place] != quote { place += 1 }
      guard place < bytes.count, let value = Self.decoded(bytes[start..<place]) else {
        throw damage(Sentence("the value of “\(key)” is cut off or damaged"))
      }
      place += 1
      attributes[key] = value
    }
    return .start(name: name, attributes: attributes)
  }

  private mutating func name() throws(MarkFileError) -> String {
    let start = place
    while place < bytes.count, !" \t\r\n=<>/\"'&".utf8.contains(bytes[place]) { place += 1 }
    guard place > start, place - start <= 200 else { throw damage(Sentence("a name was expected")) }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func skipSpace() {
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
  }

  private mutating func skips(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  private mutating func skip(past text: String) throws(MarkFileError) {
    var begun = self
    let end = Array(text.utf8)
    while place < bytes.count {
      if bytes[place] == end[0], skips(text) { return }
      place += 1
    }
    throw begun.damage(Sentence("what begins there does not end: the file is cut off"))
  }

  /// A text with its entities as characters; nil for an unknown one.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = [], place = bytes.startIndex
    while place < bytes.endIndex {
      guard bytes[place] == UInt8(ascii: "&") else {
        text.append(bytes[place])
        place += 1
        continue
      }
      guard let end = bytes[place...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
      let name = String(decoding: bytes[place + 1..<end], as: UTF8.self)
      switch name {
      case "amp": text.append(UInt8(ascii: "&"))
      case "lt": text.append(UInt8(ascii: "<"))
      case "gt": text.append(UInt8(ascii: ">"))
      case "quot": text.append(UInt8(ascii: "\""))
      case "apos": text.append(UInt8(ascii: "'"))
      default:
        let isHex = name.hasPrefix("#x")
        guard name.hasPrefix("#"), let code = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10),
          code > 0,
          let scalar = Unicode.Scalar(code)
        else { return nil }
        text += String(scalar).utf8
      }
      place = end + 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}
