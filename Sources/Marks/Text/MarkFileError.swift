// MarkFileError.swift
// Why a file holds no marks that can be read: a sentence, with the line where there is one.

/// A file of marks that is damaged, or is none.
public struct MarkFileError: Error, Equatable, Sendable {
  /// Counted from 1; nil where the file has no lines.
  public let line: Int?
  /// What is wrong, as a part of a sentence.
  public let problem: String

  public init(line: Int? = nil, _ problem: String) {
    self.line = line
    self.problem = problem
  }

  /// One line that does not name the file.
  public var reason: String { (line.map { "line \($0): " } ?? "") + problem }

  /// Text of a file for a message: short, in quotation marks.
  static func quoted(_ bytes: some Collection<UInt8>) -> String {
    let text = MarkText.oneLine(String(decoding: bytes.prefix(40), as: UTF8.self))
    return "“\(bytes.isEmpty ? "" : text)\(bytes.count > 40 ? "…" : "")”"
  }

  static let tooMany =
    "more than \(MarkDocument.mostMarks) marks or \(MarkDocument.mostTiers) tiers are not read"
}
