// BroadcastCheck.swift
// The rules of the broadcast extension (`bext`; EBU Tech 3285, version 2, 2011, section 2.3). Pure functions of any bytes.

import AudioFormats
import HostIO
import Localization
import Measures

/// A `bext` chunk, against the rules and against what was measured.
struct BroadcastCheck {
  private let chunk: [UInt8]

  init(_ chunk: [UInt8]) { self.chunk = chunk }

  /// Bytes before the coding history.
  private static let fixed = 602

  func findings(in recording: CheckedRecording) -> [Finding] {
    guard chunk.count >= Self.fixed else {
      return [
        Finding(
          .bext, Sentence("the chunk has \(chunk.count) bytes, fewer than the \(Self.fixed) of its fields"))
      ]
    }
    let rules: [Sentence?] = [
      texts, date, time, reference(recording), version, history, loudness(recording), truePeak(recording),
    ]
    return rules.compactMap { $0 }.map { Finding(.bext, $0) }
  }

  /// What stands in a field before the first zero.
  private func field(_ start: Int, _ size: Int) -> ArraySlice<UInt8> {
    chunk[start..<start + size].prefix { $0 != 0 }
  }

  private func number(_ start: Int, _ size: Int) -> Int? {
    chunk.number(at: start, size: size, bigEndian: false)
  }

  /// Fields are ASCII.
  private var texts: Sentence? {
    let fields = [("Description", 0, 256), ("Originator", 256, 32), ("OriginatorReference", 288, 32)]
    for (name, start, size) in fields where field(start, size).contains(where: { $0 >= 0x7F }) {
      return Sentence("\(name) is not ASCII")
    }
    return nil
  }

  /// The numbers of a field that is made of digits and separators; nil when it is not.
  ///
  /// - Parameter widths: of the numbers; between them stands one of `-_: .` each, as the standard has it.
  private static func numbers(_ text: ArraySlice<UInt8>, _ widths: [Int]) -> [Int]? {
    var left = text
    var numbers: [Int] = []
    for (index, width) in widths.enumerated() {
      if index > 0 {
        guard let separator = left.popFirst(), "-_: .".utf8.contains(separator) else { return nil }
      }
      let digits = left.prefix(width)
      guard digits.count == width, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
      numbers.append(digits.reduce(0) { $0 * 10 + Int($1) - 48 })
      left = left.dropFirst(width)
    }
    return left.isEmpty ? numbers : nil
  }

  /// An empty date is one that nobody knew.
  private var date: Sentence? {
    let text = field(320, 10)
    guard !text.isEmpty else { return nil }
    let parts = Self.numbers(text, [4, 2, 2])
    let isReal = parts.map { 1...12 ~= $0[1] && 1...Self.days($0[1], of: $0[0]) ~= $0[2] } ?? false
    return isReal ? nil : Sentence("OriginationDate is no date: “\(Self.shown(text))”")
  }

  private static func days(_ month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  private var time: Sentence? {
    let text = field(330, 8)
    guard !text.isEmpty else { return nil }
    let parts = Self.numbers(text, [2, 2, 2])
    let isReal = parts.map { $0[0] < 24 && $0[1] < 60 && $0[2] < 60 } ?? false
    return isReal ? nil : Sentence("OriginationTime is no time: “\(Self.shown(text))”")
  }

  /// Frames since midnight.
  private func reference(_ recording: CheckedRecording) -> Sentence? {
    guard let frames = number(338, 8), frames < 86_400 * recording.sampleRate else {
      return Sentence("TimeReference is more than a day after midnight")
    }
    return nil
  }

  private var version: Sentence? {
    let version = number(346, 2) ?? 0
    if version > 2 { return Sentence("there is no Version \(version)") }
    // Each version took its fields from what was reserved.
    let reserved = [348, 412, 422][version]
    return chunk[reserved..<Self.fixed].allSatisfy { $0 == 0 }
      ? nil : Sentence("what Version \(version) reserves is not 0")
  }

  /// Lines of `A=PCM,F=48000,W=24` (EBU R 98).
  private var history: Sentence? {
    let text = chunk[Self.fixed...].prefix { $0 != 0 }
    let lines = text.split { $0 == 0x0A || $0 == 0x0D }
    let isOrdered = lines.allSatisfy { line in
      line.split(separator: UInt8(ascii: ",")).allSatisfy { $0.contains(UInt8(ascii: "=")) }
    }
    if !isOrdered { return Sentence("CodingHistory is not made of lines such as “A=PCM,F=48000”") }
    return nil
  }

  // MARK: Against what was measured

  /// A value of version 2 in hundredths; nil where it is left open.
  private func measured(_ start: Int) -> Double? {
    guard number(346, 2) == 2, let bits = number(start, 2), bits != 0x7FFF else { return nil }
    // Programs that do not measure write zeros.
    guard chunk[412..<422].contains(where: { $0 != 0 }) else { return nil }
    let value = Double(Int16(truncatingIfNeeded: bits)) / 100
    return value.magnitude <= 99.99 ? value : nil
  }

  /// Meters differ by 0.1 LU (EBU Tech 3341); more than a unit is another programme.
  private static let tolerance = 1.0

  private func loudness(_ recording: CheckedRecording) -> Sentence? {
    let measured = recording.measures.whole.loudness.integrated
    return self.measured(412).flatMap { told in
      measured.flatMap { measured in
        (told - measured).magnitude <= Self.tolerance
          ? nil
          : Sentence(
            "LoudnessValue is \(Levels.text(told)) LUFS, but \(Levels.text(measured)) were measured")
      }
    }
  }

  private func truePeak(_ recording: CheckedRecording) -> Sentence? {
    let measured = recording.measures.whole.truePeak
    return self.measured(416).flatMap { told in
      measured.flatMap { measured in
        (told - measured).magnitude <= Self.tolerance
          ? nil
          : Sentence(
            "MaxTruePeakLevel is \(Levels.text(told)) dBTP, but \(Levels.text(measured)) were measured")
      }
    }
  }

  private static func shown(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: text.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}
