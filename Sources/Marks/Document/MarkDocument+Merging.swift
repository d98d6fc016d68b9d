// MarkDocument+Merging.swift
// What somebody else did to the same marks, done here as well: another window, or another program that changed the file.

import WaveformCore

extension MarkDocument {
  /// What of a mark tells whether two programs mean the same one: they know no numbers of each other.
  private struct Content: Hashable {
    let tier: String, range: FrameRange, name: String, note: String, band: FrequencyBand?
  }

  private var contents: [Content: Int] {
    var counts: [Content: Int] = [:]
    for tier in tiers {
      for mark in tier.marks { counts[Self.content(mark, tier.name), default: 0] += 1 }
    }
    return counts
  }

  private static func content(_ mark: Mark, _ tier: String) -> Content {
    Content(tier: tier, range: mark.range, name: mark.name, note: mark.note, band: mark.band)
  }

  /// This document with the marks that another one has beside a common ancestor, and without those that it took out.
  /// Numbers stay, so that undo does.
  ///
  /// - Parameters:
  ///   - other: what the file holds now; of the same rate.
  ///   - base: what it held when both were the same.
  /// - Complexity: O(n log n)
  public func adopting(_ other: MarkDocument, since base: MarkDocument) -> MarkDocument {
    var difference = other.contents
    for (content, count) in base.contents { difference[content, default: 0] -= count }
    var merged = self
    var change = MarkChange()
    for tier in tiers {
      for mark in tier.marks {
        let content = Self.content(mark, tier.name)
        guard let count = difference[content], count < 0 else { continue }
        difference[content] = count + 1
        change.remove(mark, from: tier.id)
      }
    }
    merged.apply(change)
    for tier in other.tiers {
      let missing = tier.marks.filter { mark in
        let content = Self.content(mark, tier.name)
        guard let count = difference[content], count > 0 else { return false }
        difference[content] = count - 1
        return true
      }
      guard !missing.isEmpty else { continue }
      let id = merged.tiers.first { $0.name == tier.name }?.id ?? merged.addTier(tier.name, color: tier.color)
      merged.add(missing, to: id)
    }
    return merged
  }
}
