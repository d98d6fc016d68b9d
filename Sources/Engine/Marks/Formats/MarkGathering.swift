// MarkGathering.swift
// Puts marks together while a file is read, with what is the same for all formats: a range whose end stands before its
// start is turned round, and there is a limit.

import Localization
import WaveformCore

/// A document in the making.
struct MarkGathering {
  private let clock: MarkClock
  private var tiers: [(name: String, color: Int?, marks: [Mark])] = []
  private var places: [String: Int] = [:]
  private var count = 0
  private var turned = 0, firstTurned: Int?
  private(set) var remarks: [Sentence]

  init(_ clock: MarkClock, remarks: [Sentence] = []) {
    self.clock = clock
    self.remarks = remarks
  }

  mutating func remark(_ sentence: Sentence?) { if let sentence { remarks.append(sentence) } }

  /// A new tier, even if there is one of that name.
  mutating func addTier(_ name: String, color: Int? = nil, line: Int? = nil) throws(MarkFileError) -> Int {
    guard tiers.count < MarkDocument.mostTiers else { throw MarkFileError(line: line, MarkFileError.tooMany) }
    tiers.append((name, color, []))
    if places[name] == nil { places[name] = tiers.count - 1 }
    return tiers.count - 1
  }

  /// The tier of a name, which is made where there is none.
  mutating func tier(_ name: String, line: Int? = nil) throws(MarkFileError) -> Int {
    if let place = places[name] { return place }
    return try addTier(name, line: line)
  }

  /// - Parameters:
  ///   - tier: its place; nil: the only one of a format without tiers.
  ///   - line: where it stands.
  mutating func add(
    from start: Int, to end: Int, name: String, note: String = "", band: FrequencyBand? = nil,
    tier: Int? = nil, line: Int?
  ) throws(MarkFileError) {
    guard count < MarkDocument.mostMarks else { throw MarkFileError(line: line, MarkFileError.tooMany) }
    count += 1
    if end < start {
      turned += 1
      firstTurned = firstTurned ?? line
    }
    let place: Int
    if let tier { place = tier } else { place = try self.tier(MarkTier.plainName) }
    tiers[place].marks.append(
      Mark(
        id: Mark.ID(number: 0), range: min(start, end)..<max(start, end), name: name, note: note, band: band))
  }

  /// What was gathered.
  ///
  /// - Parameter length: frames of the recording, where the file tells.
  func reading(length: Int? = nil) -> MarkReading {
    var document = MarkDocument(sampleRate: clock.sampleRate, length: length)
    for tier in tiers { document.add(tier.marks, to: document.addTier(tier.name, color: tier.color)) }
    var remarks = remarks
    if turned > 0 {
      remarks.append(
        firstTurned.map { line in
          // Translators: the number of marks, and the line of the first one
          Sentence(
            "\(turned) mark ends before it begins (line \(line)): both ends were exchanged.",
            plural:
              "\(turned) marks end before they begin (the first in line \(line)): both ends were exchanged.",
            count: turned)
        }
          ?? Sentence(
            "\(turned) mark ends before it begins: both ends were exchanged.",
            plural: "\(turned) marks end before they begin: both ends were exchanged.", count: turned))
    }
    return MarkReading(document: document, sentences: remarks)
  }
}
