// MarkFormat.swift
// What every format of marks can do: become a document, and be written from one. Each format is a type in a file of its
// own; `MarkFileKind` lists them.

import Localization

/// What was read from a file.
public struct MarkReading: Sendable {
  public var document: MarkDocument
  /// What was odd about the file, or left out.
  public var sentences: [Sentence] = []
  /// The same, for people.
  public var remarks: [String] { sentences.map(\.localized) }

  public init(document: MarkDocument, sentences: [Sentence] = []) {
    self.document = document
    self.sentences = sentences
  }
}

/// What a file of marks will hold.
public struct WrittenMarks: Sendable {
  public var bytes: [UInt8]
  /// What the format cannot hold: sentences for people.
  public var losses: [String]
}

/// A format of marks.
protocol MarkFormat {
  /// Its name for people, as the beginning of a sentence.
  static var name: String { get }

  /// Reads a whole file.
  ///
  /// - Parameter clock: how frames are counted where the file itself counts in another unit.
  /// - Throws: what is wrong, with the line; half a list is never taken for the whole where the file shows it.
  /// - Complexity: O(n)
  static func read(_ text: MarkText, clock: MarkClock) throws(MarkFileError) -> MarkReading
}

/// A format that can be written as well.
protocol WritableMarkFormat: MarkFormat {
  /// - Complexity: O(n log n)
  static func write(_ document: MarkDocument) -> WrittenMarks
}

extension String {
  var bytes: [UInt8] { Array(utf8) }
}
