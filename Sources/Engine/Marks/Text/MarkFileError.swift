// MarkFileError.swift
// Why a file holds no marks that can be read: a sentence, with the line where there is one.

import Localization

/// A file of marks that is damaged, or is none.
public struct MarkFileError: Error, Equatable, Sendable {
  /// Counted from 1; nil where the file has no lines.
  public let line: Int?
  private let cause: Sentence

  /// - Parameter problem: what is wrong, as a part of a sentence.
  public init(line: Int? = nil, _ problem: Sentence) {
    self.line = line
    cause = problem
  }

  /// What is wrong, as a part of a sentence, for people.
  public var problem: String { cause.localized }

  /// One line that does not name the file.
  public var sentence: Sentence { line.map { Sentence("line \($0): \(cause)") } ?? cause }
  public var reason: String { sentence.localized }

  /// Text of a file for a message: short, in quotation marks.
  static func quoted(_ bytes: some Collection<UInt8>) -> Sentence {
    let text = MarkText.oneLine(String(decoding: bytes.prefix(40), as: UTF8.self))
    // Translators: a name, or what stands in a file; only the quotation marks are translated
    return Sentence("“\((bytes.isEmpty ? "" : text) + (bytes.count > 40 ? "…" : ""))”")
  }

  /// Of a recording with chapters.
  public static let unknownToFFmpeg = MarkFileError(
    Sentence("ffmpeg does not know it, or finds no recording in it"))

  static let tooMany = Sentence(
    "more than \(MarkDocument.mostMarks) marks or \(MarkDocument.mostTiers) tiers are not read")
}
