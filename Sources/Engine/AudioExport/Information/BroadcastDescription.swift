// BroadcastDescription.swift
// Reads the broadcast extension of a WAV file (EBU Tech 3285, version 2, section 2.3: 602 bytes and a coding history). A
// pure function of any bytes: fields that are not there are empty.

import AudioFormats
import HostIO

/// The broadcast description of a recording (`bext`).
public struct BroadcastDescription: Hashable, Sendable {
  public let description: String
  /// Who made it, and that organisation's number for it.
  public let originator: String, originatorReference: String
  /// "2024-05-06" and "10:11:12"; the separators are those of the file.
  public let date: String, time: String
  /// The first frame, counted from midnight in frames of the recording's rate; nil when the number is impossible.
  public let timeReference: Int?
  /// 0, 1 or 2.
  public let version: Int
  /// 64 or 32 bytes in hexadecimal digits; empty without an identifier (SMPTE 330M).
  public let materialIdentifier: String
  /// From version 2 on: LUFS, LU, dBTP; nil where the file leaves it open.
  public let loudness: Loudness?
  /// A line for each coding so far.
  public let codingHistory: String

  /// The time reference as a time of day; nil for one of more than four days, which cannot be meant as such.
  public func timeReference(sampleRate: Int) -> Int? {
    timeReference.flatMap { $0 / max(sampleRate, 1) < 4 * 86_400 ? $0 : nil }
  }

  /// Loudness as the file has it, not as it was measured here.
  public struct Loudness: Hashable, Sendable {
    public let integrated: Double?, range: Double?, truePeak: Double?, momentary: Double?, shortTerm: Double?
  }

  /// - Parameter chunk: the content of `bext`.
  /// - Returns: nil when it ends before the time reference.
  init?(_ chunk: [UInt8]) {
    guard chunk.count >= 346 else { return nil }
    func field(_ start: Int, _ size: Int) -> String {
      ShownText.line(TextBytes.text(chunk[start..<start + size]), limit: size)
    }
    description = ShownText.text(TextBytes.text(chunk[0..<256])).text
    originator = field(256, 32)
    originatorReference = field(288, 32)
    date = field(320, 10)
    time = field(330, 8)
    timeReference = chunk.number(at: 338, size: 8, bigEndian: false)
    version = chunk.number(at: 346, size: 2, bigEndian: false) ?? 0
    let identifier = version >= 1 && chunk.count >= 412 ? chunk[348..<412] : []
    let isShort = identifier.dropFirst(32).allSatisfy { $0 == 0 }
    materialIdentifier =
      identifier.allSatisfy { $0 == 0 } ? "" : hexadecimal(isShort ? identifier.prefix(32) : identifier)
    loudness = version >= 2 ? Loudness(chunk) : nil
    codingHistory = chunk.count > 602 ? ShownText.text(TextBytes.text(chunk[602...])).text : ""
  }
}

extension BroadcastDescription.Loudness {
  /// - Returns: nil when all five are left open.
  fileprivate init?(_ chunk: [UInt8]) {
    // Hundredths, signed; 7FFF means that there is none.
    func value(_ index: Int) -> Double? {
      guard let bits = chunk.number(at: 412 + 2 * index, size: 2, bigEndian: false), bits != 0x7FFF else {
        return nil
      }
      return Double(Int16(truncatingIfNeeded: bits)) / 100
    }
    let values = (0..<5).map { value($0) }
    // Programs that do not measure write zeros.
    guard values.contains(where: { $0 != nil && $0 != 0 }) else { return nil }
    (integrated, range, truePeak) = (values[0], values[1], values[2])
    (momentary, shortTerm) = (values[3], values[4])
  }
}

/// Two digits for each byte.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
