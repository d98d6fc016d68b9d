// RawArguments.swift
// The command line byte for byte. A file name need not be UTF-8, but the command-line parser takes only
// Strings, so other bytes are passed through it as private characters.

import ArgumentParser
import HostIO
import SystemPackage

enum RawArguments {
  /// U+10FF00 + b stands for byte b.
  private static let first: UInt32 = 0x10_FF00

  /// The arguments after the program's name.
  static func arguments() -> [String] {
    ProgramArguments.pointers.dropFirst().map { pointer in
      var bytes: [UInt8] = []
      var position = 0
      while pointer[position] != 0 {
        bytes.append(UInt8(bitPattern: pointer[position]))
        position += 1
      }
      return text(bytes)
    }
  }

  /// Text that stands for `bytes`; different bytes give different texts.
  static func text(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var position = 0
    while position < bytes.count {
      let length = (1...4).first { length in
        position + length <= bytes.count
          && String(validating: bytes[position..<position + length], as: UTF8.self)?.unicodeScalars.count == 1
      }
      if let length,
        let scalar = String(decoding: bytes[position..<position + length], as: UTF8.self).unicodeScalars
          .first,
        !isStandIn(scalar)
      {
        text.append(scalar)
        position += length
      } else {
        text.append(Unicode.Scalar(first + UInt32(bytes[position]))!)
        position += 1
      }
    }
    return String(text)
  }

  /// The bytes that `text` stands for.
  static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      isStandIn(scalar) ? [UInt8(scalar.value - first)] : Array(String(scalar).utf8)
    }
  }

  /// The name of a file, of which a file manager or a browser may have made an address: `file:///a%20b` (RFC 8089).
  ///
  /// - Returns: nil for an address of another machine, or one that is none.
  static func name(_ argument: [UInt8]) -> [UInt8]? {
    guard argument.starts(with: "file://".utf8) else { return argument }
    var rest = argument.dropFirst("file://".utf8.count)
    if rest.starts(with: "localhost/".utf8) { rest = rest.dropFirst("localhost".utf8.count) }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    var name: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        name.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2, digits != [0, 0] else { return nil }
      name.append(UInt8(digits[0] << 4 | digits[1]))
      rest = rest.dropFirst(2)
    }
    return name
  }

  private static func isStandIn(_ scalar: Unicode.Scalar) -> Bool {
    (first...first + 255).contains(scalar.value)
  }
}

extension FilePath: @retroactive ExpressibleByArgument {
  public init?(argument: String) {
    guard !argument.isEmpty, let name = RawArguments.name(RawArguments.bytes(argument)) else { return nil }
    let bytes = name.map { CInterop.PlatformChar(bitPattern: $0) } + [0]
    self = bytes.withUnsafeBufferPointer { FilePath(platformString: $0.baseAddress!) }
  }
}
