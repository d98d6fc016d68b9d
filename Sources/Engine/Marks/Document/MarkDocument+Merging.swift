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

  /// The colour of the first tier of each name: neither the order of tiers nor a second one of a name is taken over from
  /// others. Two windows that insisted on either would write the file in turns, for ever.
  private var colors: [String: Int] {
    Dictionary(tiers.map { ($0.name, $0.color) }, uniquingKeysWith: { first, _ in first })
  }

  /// True when the same marks stand in tiers of the same names and colours, in whatever order.
  public func hasContent(of other: MarkDocument) -> Bool {
    colors == other.colors && contents == other.contents
  }

  /// This document with the marks that another one has beside a common ancestor, and without those that it took out.
  /// Numbers stay, so that undo does.
  ///
  /// - Parameters:
  ///   - other: what the file holds now; of the same rate.
  ///   - base: what it held when both were the same.
  /// - Complexity: O(n log n)
  public func adopting(_ other: MarkDocument, since base: MarkDocument) -> MarkDocument {
    var merged = self
    if let change = adoption(of: other, since: base) { merged.apply(change) }
    return merged
  }

  /// The change that `adopting` makes; nil when there is nothing to be done.
  ///
  /// - Complexity: O(n log n)
  public func adoption(of other: MarkDocument, since base: MarkDocument) -> MarkChange? {
    var difference = other.contents
    for (content, count) in base.contents { difference[content, default: 0] -= count }
    var change = MarkChange()
    // Marks that stay, by their tiers.
    var left: [MarkTier.ID: Int] = [:]
    for tier in tiers {
      left[tier.id] = tier.marks.count
      for mark in tier.marks {
        let content = Self.content(mark, tier.name)
        guard let count = difference[content], count < 0 else { continue }
        difference[content] = count + 1
        change.remove(mark, from: tier.id)
        left[tier.id, default: 0] -= 1
      }
    }
    var heads = heads, next = firstFree, names: Set<String> = []
    for tier in other.tiers {
      let isFirst = names.insert(tier.name).inserted
      let place = heads.firstIndex { $0.name == tier.name }
      if isFirst, let place, let before = base.tiers.first(where: { $0.name == tier.name }),
        before.color != tier.color,
        before.color == heads[place].color
      {
        heads[place].color = tier.color
      }
      let missing = tier.marks.filter { mark in
        let content = Self.content(mark, tier.name)
        guard let count = difference[content], count > 0 else { return false }
        difference[content] = count - 1
        return true
      }
      // A tier may be added before its marks.
      let isNew = place == nil && !base.tiers.contains { $0.name == tier.name }
      guard !missing.isEmpty || isNew else { continue }
      var id = place.map { heads[$0].id }
      if id == nil {
        let head = MarkTierHead(id: MarkTier.ID(number: next), name: tier.name, color: tier.color)
        next += 1
        heads.append(head)
        id = head.id
      }
      guard let id else { continue }
      left[id, default: 0] += missing.count
      for mark in missing {
        change.add(
          Mark(
            id: Mark.ID(number: next), range: mark.range, name: mark.name, note: mark.note, band: mark.band),
          to: id)
        next += 1
      }
    }
    // A tier that the other one took out, and that has nothing else.
    let gone = Set(base.tiers.map(\.name)).subtracting(other.tiers.map(\.name))
    heads.removeAll { gone.contains($0.name) && left[$0.id] == 0 }
    if heads != self.heads { (change.headsBefore, change.headsAfter) = (self.heads, heads) }
    return change.isEmpty ? nil : change
  }
}
