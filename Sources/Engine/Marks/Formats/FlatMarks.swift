// FlatMarks.swift
// The marks of all tiers as one list, for formats that know no tiers, with what that and the format's other limits lose.

import WaveformCore

/// What a format can hold of a mark and its tier.
struct MarkAbilities: OptionSet {
  let rawValue: Int
  static let notes = Self(rawValue: 1), bands = Self(rawValue: 2), tiers = Self(rawValue: 4)
  static let colors = Self(rawValue: 8), lines = Self(rawValue: 16), early = Self(rawValue: 32)
}

extension MarkLosses {
  /// Counts what a format loses of every mark.
  init(_ format: String, of document: MarkDocument, abilities: MarkAbilities) {
    self.init(format)
    add(of: document, abilities: abilities)
  }

  mutating func add(of document: MarkDocument, abilities: MarkAbilities) {
    if !abilities.contains(.tiers) {
      let names = document.tiers.map(\.name)
      if !names.isEmpty, names != [MarkTier.plainName] { add(.tier, count: names.count) }
    } else if !abilities.contains(.colors) {
      add(.color, count: document.tiers.enumerated().count { $0.offset != $0.element.color })
    }
    for tier in document.tiers {
      for mark in tier.marks {
        if !abilities.contains(.notes), !mark.note.isEmpty { add(.note) }
        if !abilities.contains(.bands), mark.band != nil { add(.band) }
        if !abilities.contains(.lines), mark.name.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
          add(.lines)
        }
      }
    }
  }
}

extension MarkLosses {
  /// A name for a format with a line for each mark; line ends are counted by `abilities`.
  mutating func oneLine(_ name: String) -> String {
    let line = MarkText.oneLine(name)
    let joined = name.utf8.lazy.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    if !line.utf8.elementsEqual(joined) { add(.name) }
    return line
  }
}

extension MarkDocument {
  /// All marks in the order of their starts.
  func flat() -> [Mark] {
    guard tiers.count != 1 else { return tiers[0].marks }
    return tiers.flatMap(\.marks).sorted(by: Mark.precedes)
  }

  /// All marks that do not end before the beginning, cut there, in the order of their starts.
  func flat(cuttingEarly losses: inout MarkLosses) -> [Mark] {
    flat().compactMap { mark in
      guard mark.range.lowerBound < 0 else { return mark }
      guard mark.range.upperBound > 0 else {
        losses.add(.outside)
        return nil
      }
      losses.add(.early)
      var mark = mark
      mark.range = 0..<mark.range.upperBound
      return mark
    }
  }
}
