// ByteCoding.swift
// Numbers and texts as little-endian bytes and back. The bytes that are read may hold
// anything: every value is checked before use, and no more memory is allocated than there are bytes.

import SystemPackage

/// Writes values one after the other.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func number<Number: FixedWidthInteger>(_ value: Number) {
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }

  package mutating func flag(_ value: Bool) { number(UInt8(value ? 1 : 0)) }

  package mutating func number(orNil value: Int?) {
    flag(value != nil)
    number(Int64(value ?? 0))
  }

  /// The length, then UTF-8.
  package mutating func text(_ value: String) { sequence(Array(value.utf8)) }

  package mutating func texts(_ values: [String]) {
    number(UInt32(values.count))
    for value in values { text(value) }
  }

  /// The length, then the bytes.
  package mutating func sequence(_ value: [UInt8]) {
    number(UInt32(value.count))
    bytes += value
  }
}

/// Reads values in the order in which a `ByteWriter` wrote them.
package struct ByteReader {
  /// The bytes end too early, or hold an impossible value.
  package struct Damage: Error { package init() {} }

  private var left: ArraySlice<UInt8>
  private let isStrangers: Bool

  /// Bytes of a text that a stranger has written, at most.
  private static let longestText = 1024

  /// - Parameter isStrangers: true for bytes of a program that may be in the hands of what it reads. Its texts are short
  ///   and of one line, and no terminal takes them for orders.
  package init(_ bytes: [UInt8], isStrangers: Bool = false) {
    left = bytes[...]
    self.isStrangers = isStrangers
  }

  package var isAtEnd: Bool { left.isEmpty }

  package mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(Damage)
    -> Number
  {
    let size = MemoryLayout<Number>.size
    guard left.count >= size else { throw Damage() }
    let value = left.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
    left = left.dropFirst(size)
    return value
  }

  package mutating func flag() throws(Damage) -> Bool {
    let value = try number(UInt8.self)
    guard value <= 1 else { throw Damage() }
    return value == 1
  }

  /// A number that is not negative.
  package mutating func count() throws(Damage) -> Int {
    guard let value = Int(exactly: try number(Int64.self)), value >= 0 else { throw Damage() }
    return value
  }

  package mutating func countOrNil() throws(Damage) -> Int? {
    let isThere = try flag()
    let value = try count()
    return isThere ? value : nil
  }

  package mutating func text() throws(Damage) -> String {
    let bytes = try sequence()
    guard isStrangers, !bytes.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
    return FilePath.oneLine(String(decoding: bytes.prefix(Self.longestText), as: UTF8.self))
  }

  package mutating func texts() throws(Damage) -> [String] {
    let count = Int(try number(UInt32.self))
    // Each text takes at least four bytes.
    guard count <= left.count / 4 else { throw Damage() }
    var values: [String] = []
    for _ in 0..<count { values.append(try text()) }
    return values
  }

  package mutating func sequence() throws(Damage) -> [UInt8] {
    let count = Int(try number(UInt32.self))
    guard count <= left.count else { throw Damage() }
    defer { left = left.dropFirst(count) }
    return Array(left.prefix(count))
  }
}
