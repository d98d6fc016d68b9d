// MarkText.swift
// The text of a file as lines of UTF-8: whatever its encoding, its line ends and its byte order mark are. Bytes, not
// characters: "\r\n" is one character for Swift, and bytes are read in linear time.

import Localization
import AudioFormats
import HostIO

/// A line of a text, without its end.
struct TextLine {
  /// Counted from 1.
  let number: Int
  let bytes: ArraySlice<UInt8>

  var text: String { String(decoding: bytes, as: UTF8.self) }
  /// True when nothing but white space is in it.
  var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
  var trimmed: ArraySlice<UInt8> { MarkText.trimmed(bytes) }
}

/// A whole text.
struct MarkText {
  /// UTF-8 without a byte order mark; no NUL is in it.
  let bytes: [UInt8]
  /// What was odd about it.
  private(set) var remarks: [Sentence] = []

  init(_ file: [UInt8]) throws(MarkFileError) {
    if file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) {
      guard file.count % 2 == 0 else {
        throw MarkFileError(Sentence("the text is cut off within a character"))
      }
      let isBig = file[0] == 0xFE
      var units: [UInt16] = []
      units.reserveCapacity(file.count / 2)
      for place in stride(from: 2, to: file.count, by: 2) {
        units.append(UInt16(file[isBig ? place : place + 1]) << 8 | UInt16(file[isBig ? place + 1 : place]))
      }
      bytes = Array(String(decoding: units, as: UTF16.self).utf8)
    } else if String(validating: file, as: UTF8.self) != nil {
      bytes = file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
    } else {
      bytes = Array(TextBytes.western(file).utf8)
      remarks.append(Sentence("The text is not UTF-8; it was read in Windows' Western code page."))
    }
    if let place = bytes.firstIndex(of: 0) {
      throw MarkFileError(
        line: line(at: place), Sentence("a NUL stands there: this is no text, or it is damaged"))
    }
  }

  /// The number of the line in which a byte stands.
  func line(at place: Int) -> Int {
    var number = 1
    for index in 0..<min(place, bytes.count)
    where bytes[index] == 0x0A
      || bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
    {
      number += 1
    }
    return number
  }

  /// All lines; ended by LF, CR LF or CR.
  var lines: Lines { Lines(bytes: bytes) }

  /// A remark for a list of lines whose last line has no end; every program writes one.
  var cutRemark: Sentence? {
    guard let last = bytes.last, last != 0x0A, last != 0x0D else { return nil }
    return Sentence("The last line has no end: the file may be cut off.")
  }

  struct Lines: Sequence, IteratorProtocol {
    fileprivate let bytes: [UInt8]
    private var place = 0, number = 0

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> TextLine? {
      guard place < bytes.count else { return nil }
      let start = place
      while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
      let end = place
      if place < bytes.count {
        place += bytes[place] == 0x0D && place + 1 < bytes.count && bytes[place + 1] == 0x0A ? 2 : 1
      }
      number += 1
      return TextLine(number: number, bytes: bytes[start..<end])
    }
  }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return bytes
  }

  /// A name in one line, for formats with one line for each mark and for messages.
  static func oneLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl =
        scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value || scalar == "\u{2028}" || scalar == "\u{2029}"
      line.append(isControl ? " " : scalar)
    }
    return String(line)
  }

  /// A text without NUL, which no text file can hold, and with line ends of one kind.
  static func plainLines(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0 || $0 == 0x0D }) else { return text }
    var bytes: [UInt8] = []
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == 0x0D || byte == 0x0A && last != 0x0D {
        bytes.append(0x0A)
      } else if byte != 0, byte != 0x0A {
        bytes.append(byte)
      }
      last = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The lines of a text with something in them: formats with blocks end one at an empty line.
  static func filledLines(_ text: String) -> String {
    plainLines(text).utf8.split(separator: 0x0A).filter {
      !TextLine(number: 0, bytes: Array($0)[...]).isBlank
    }
    .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }
}
