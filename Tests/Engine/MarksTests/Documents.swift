// Documents.swift
// Random documents, the same in every run, and what is compared of two documents.

import HostIO
import SystemPackage
import TestSupport
import WaveformCore

@testable import Marks

extension MarkDocument {
  /// Tiers of a name with marks; a mark begins at most `spread` frames behind the one before.
  static func random(
    seed: UInt64, tiers: Int, marks: Int, rate: Int = 44_100, overlapping: Bool = true,
    kinds: Set<RandomKind> = Set(RandomKind.allCases), names: [String]? = nil
  ) -> MarkDocument {
    var random = RandomNumbers(seed: seed)
    var document = MarkDocument(sampleRate: rate)
    for row in 0..<tiers {
      let tier = document.addTier(tiers == 1 ? MarkTier.plainName : "tier \(row) “,\t\"")
      var place = 0
      let all = (0..<marks / tiers).map { index in
        place += 1 + random.below(2 * rate)
        let isPoint = kinds.contains(.points) && (!kinds.contains(.ranges) || random.below(3) == 0)
        let end = isPoint ? place : place + 1 + random.below(rate)
        let mark = Mark(
          id: Mark.ID(number: 0), range: place..<end,
          name: names.map { $0[random.below($0.count)] } ?? "mark \(index) \(random.below(100))",
          note: kinds.contains(.notes) && random.below(4) == 0 ? "note, “\(index)”" : "",
          band: kinds.contains(.bands) && random.below(4) == 0
            ? FrequencyBand(low: Double(random.below(20_000)) / 8, high: 4000.1 + Double(random.below(100)))
            : nil)
        if !overlapping { place = end }
        return mark
      }
      document.add(all, to: tier)
    }
    return document
  }

  /// Everything but numbers, as values that can be compared.
  var content: [[String]] {
    tiers.map { tier in
      ["\(tier.name)"]
        + tier.marks.map {
          "\($0.range) \($0.name) | \($0.note) | \($0.band.map { "\($0.low)–\($0.high)" } ?? "")"
        }
    }
  }
}

enum RandomKind: CaseIterable { case points, ranges, notes, bands }

extension MarkFileKind {
  /// What a text of this kind means.
  func read(_ text: String, rate: Int? = 44_100) throws -> MarkReading {
    try read(Array(text.utf8), rate: rate)
  }

  func read(_ bytes: [UInt8], rate: Int? = 44_100) throws -> MarkReading {
    try MarkFileKind.read(bytes, named: self, rate: rate).0
  }

  /// The error of reading a text; nil when it is read.
  func problem(_ text: String) -> MarkFileError? {
    do {
      _ = try read(text)
      return nil
    } catch { return error as? MarkFileError }
  }
}
