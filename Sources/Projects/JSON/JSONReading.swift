// JSONReading.swift
// Reads JSON with json-glib, which is called here only. A file that somebody sent may be damaged, or made to do harm:
// json-glib reads more than JSON (comments, assignments) and nests its calls as deep as the text does. So the text is
// looked at first, and only what has the shape of one JSON object of modest depth reaches the library.
//
// Sound: the nodes belong to the parser, which lives until they have been copied into values.

import CJSON
import HostIO

/// A text that is not one whole JSON object, or nests too deep.
struct JSONDamage: Error {}

extension JSONText {
  /// Objects and lists within each other that are accepted.
  static let deepest = 16

  /// Reads one JSON object in UTF-8.
  ///
  /// - Complexity: O(n)
  init(reading bytes: [UInt8]) throws(JSONDamage) {
    guard Self.hasShape(of: bytes), String(validating: bytes, as: UTF8.self) != nil else {
      throw JSONDamage()
    }
    let parser = json_parser_new()!
    defer { g_object_unref(parser) }
    let isRead = bytes.withUnsafeBytes {
      json_parser_load_from_data(
        parser, $0.bindMemory(to: CChar.self).baseAddress, gssize($0.count), nil) != 0
    }
    guard isRead, let root = json_parser_get_root(parser), let value = Self(root), case .object = value else {
      throw JSONDamage()
    }
    self = value
  }

  /// Nil for a number that cannot be told.
  private init?(_ node: OpaquePointer) {
    switch json_node_get_node_type(node) {
    case JSON_NODE_OBJECT:
      var members: [(String, JSONText)] = []
      var iterator = JsonObjectIter()
      json_object_iter_init_ordered(&iterator, json_node_get_object(node))
      var name: UnsafePointer<CChar>?, member: OpaquePointer?
      while json_object_iter_next_ordered(&iterator, &name, &member) != 0 {
        guard let name, let member, let value = Self(member) else { return nil }
        members.append((String(cString: name), value))
      }
      self = .object(members)
    case JSON_NODE_ARRAY:
      let list = json_node_get_array(node)
      var values: [JSONText] = []
      for index in 0..<json_array_get_length(list) {
        guard let value = json_array_get_element(list, index).flatMap({ Self($0) }) else { return nil }
        values.append(value)
      }
      self = .list(values)
    case JSON_NODE_VALUE: self.init(value: node)
    default: self = .null
    }
  }

  private init?(value node: OpaquePointer) {
    // The numbers of GLib's fundamental types, whose macros do not import: 5, 10, 15 and 16 << 2.
    switch json_node_get_value_type(node) {
    case 20: self = .bool(json_node_get_boolean(node) != 0)
    case 40: self = .number(Int(json_node_get_int(node)))
    case 60:
      let number = json_node_get_double(node)
      guard number.isFinite else { return nil }
      self = .decimal(number)
    case 64: self = .string(String(cString: json_node_get_string(node)))
    default: return nil
    }
  }

  /// True for braces that close, no deeper than is accepted, with nothing but white space around them, and between
  /// them only what JSON has outside of its strings.
  private static func hasShape(of bytes: [UInt8]) -> Bool {
    let outside = Set(" \t\r\n{}[],:+-.0123456789eEtrufalsn".utf8)
    var depth = 0, isOver = false, isText = false, isEscaped = false
    for byte in bytes {
      if isText {
        guard byte >= 0x20 else { return false }
        if isEscaped {
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else {
          isText = byte != 0x22
        }
        continue
      }
      if isOver || depth == 0 {
        if byte == 0x7B, !isOver { depth = 1 } else if byte > 0x20 { return false }
        continue
      }
      switch byte {
      case 0x22: isText = true
      case 0x7B, 0x5B:
        depth += 1
        guard depth <= deepest else { return false }
      case 0x7D, 0x5D:
        depth -= 1
        isOver = depth == 0
      default: guard outside.contains(byte) else { return false }
      }
    }
    return isOver
  }
}

// What is expected of a member; a member of another kind counts as none.
extension JSONText {
  /// The member of an object; nil when there is none of that name.
  subscript(name: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.0 == name }?.1
  }

  /// A whole number.
  var whole: Int? {
    switch self {
    case .number(let value): value
    case .decimal(let value): Int(exactly: value)
    default: nil
    }
  }

  /// Any number; finite.
  var number: Double? {
    switch self {
    case .number(let value): Double(value)
    case .decimal(let value): value
    default: nil
    }
  }

  var isTrue: Bool { if case .bool(true) = self { true } else { false } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var list: [JSONText] { if case .list(let values) = self { values } else { [] } }
  var members: [(String, JSONText)] { if case .object(let members) = self { members } else { [] } }
}
