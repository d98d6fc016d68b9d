// MarkDocument+Edits.swift
// The edits of marks: each is found as a value, for undo, and applied by the caller. What comes to nothing is nil.

import WaveformCore

extension MarkDocument {
  /// A new mark.
  ///
  /// - Parameter wanted: the tier; nil: the first one, which is added where there is none.
  public func adding(
    _ range: FrameRange, name: String = "", note: String = "", band: FrequencyBand? = nil,
    to wanted: MarkTier.ID? = nil
  ) -> (change: MarkChange, id: Mark.ID)? {
    var change = MarkChange()
    var id = Mark.ID(number: firstFree)
    let tier: MarkTier.ID
    if let chosen = wanted ?? tiers.first?.id {
      guard self.tier(chosen) != nil else { return nil }
      tier = chosen
    } else {
      (change, tier) = addingTier(MarkTier.plainName)
      id = Mark.ID(number: firstFree + 1)
    }
    change.add(Mark(id: id, range: Self.limited(range), name: name, note: note, band: band), to: tier)
    return (change, id)
  }

  /// Other names, notes or places for marks.
  public func changing(_ ids: Set<Mark.ID>, _ body: (inout Mark) -> Void) -> MarkChange? {
    var change = MarkChange()
    for (mark, tier) in all(ids) {
      var other = mark
      body(&other)
      other.range = Self.limited(other.range)
      guard other != mark else { continue }
      change.remove(mark, from: tier)
      change.add(other, to: tier)
    }
    return change.isEmpty ? nil : change
  }

  public func renaming(_ id: Mark.ID, to name: String) -> MarkChange? { changing([id]) { $0.name = name } }

  public func resizing(_ id: Mark.ID, to range: FrameRange) -> MarkChange? {
    changing([id]) { $0.range = range }
  }

  /// All of them earlier or later by the same time, as far as the recording goes for each of them.
  public func moving(_ ids: Set<Mark.ID>, by frames: Int) -> MarkChange? {
    let marks = all(ids).map(\.mark)
    guard let first = marks.map(\.range.lowerBound).min(), let last = marks.map(\.range.upperBound).max()
    else {
      return nil
    }
    // What lies outside already does not hold the others back.
    let low = min(0, -first), high = max(0, (length ?? Mark.furthest) - last)
    let step = min(max(frames, first < 0 ? -Mark.furthest : low), high)
    return changing(ids) { mark in
      mark.range = mark.range.lowerBound + step..<mark.range.upperBound + step
    }
  }

  /// Two ranges of the same name instead of one.
  public func splitting(_ id: Mark.ID, at frame: Int) -> MarkChange? {
    guard let (mark, tier) = mark(id), mark.range.lowerBound < frame, frame < mark.range.upperBound else {
      return nil
    }
    var change = MarkChange()
    var left = mark
    left.range = mark.range.lowerBound..<frame
    change.remove(mark, from: tier)
    change.add(left, to: tier)
    change.add(
      Mark(
        id: Mark.ID(number: firstFree), range: frame..<mark.range.upperBound, name: mark.name,
        note: mark.note,
        band: mark.band), to: tier)
    return change
  }

  /// One range from the first beginning to the last end, in the tier of the first; the names follow one another.
  public func merging(_ ids: Set<Mark.ID>) -> MarkChange? {
    let marks = all(ids).sorted { Mark.precedes($0.mark, $1.mark) }
    guard marks.count > 1, var merged = marks.first?.mark, let tier = marks.first?.tier else { return nil }
    var change = MarkChange()
    for (mark, tier) in marks { change.remove(mark, from: tier) }
    let end = marks.map(\.mark.range.upperBound).max() ?? merged.range.upperBound
    merged.range = merged.range.lowerBound..<end
    merged.name = Self.joined(marks.map(\.mark.name), by: " ")
    merged.note = Self.joined(marks.map(\.mark.note), by: "\n")
    let bands = marks.map(\.mark.band)
    merged.band =
      bands.contains(nil)
      ? nil
      : bands.compactMap { $0 }.reduce(merged.band) { sum, band in
        sum.flatMap { FrequencyBand(low: min($0.low, band.low), high: max($0.high, band.high)) }
      }
    change.add(merged, to: tier)
    return change
  }

  /// One range of a mark and the one that comes next in its tier; nil for the last one.
  public func merging(withNext id: Mark.ID) -> MarkChange? {
    guard let (mark, tier) = mark(id), let next = self.tier(tier)?.mark(behind: mark) else { return nil }
    return merging([id, next.id])
  }

  public func removing(_ ids: Set<Mark.ID>) -> MarkChange? {
    var change = MarkChange()
    for (mark, tier) in all(ids) { change.remove(mark, from: tier) }
    return change.isEmpty ? nil : change
  }

  /// The same marks in another tier.
  public func moving(_ ids: Set<Mark.ID>, to tier: MarkTier.ID) -> MarkChange? {
    guard self.tier(tier) != nil else { return nil }
    var change = MarkChange()
    for (mark, old) in all(ids) where old != tier {
      change.remove(mark, from: old)
      change.add(mark, to: tier)
    }
    return change.isEmpty ? nil : change
  }

  /// A new tier below the others.
  public func addingTier(_ name: String, color: Int? = nil) -> (change: MarkChange, id: MarkTier.ID) {
    let id = MarkTier.ID(number: firstFree)
    let head = MarkTierHead(id: id, name: name, color: max(0, color ?? tiers.count))
    return (changing(to: heads + [head]), id)
  }

  /// The tiers of another document below those that there are, each with the next colour, and with a name that no other
  /// has.
  ///
  /// - Parameter name: for tiers that have none of their own.
  /// - Returns: nil when there is nothing in it, or too much for one document.
  public func importing(_ other: MarkDocument, named name: String) -> MarkChange? {
    let other = other.converted(to: sampleRate)
    guard !other.isEmpty, count + other.count <= Self.mostMarks,
      tiers.count + other.tiers.count <= Self.mostTiers
    else { return nil }
    var next = firstFree, names = Set(tiers.map(\.name)), heads = heads
    var change = MarkChange()
    for tier in other.tiers {
      let isPlain = tier.name.isEmpty || tier.name == MarkTier.plainName
      let wanted = isPlain ? name : tier.name
      let numbered = (2...).lazy.map { "\(wanted) \($0)" }.first { !names.contains($0) }
      let head = MarkTierHead(
        id: MarkTier.ID(number: next), name: names.contains(wanted) ? numbered ?? wanted : wanted,
        color: heads.count)
      next += 1
      names.insert(head.name)
      heads.append(head)
      for mark in tier.marks {
        change.add(
          Mark(
            id: Mark.ID(number: next), range: mark.range, name: mark.name, note: mark.note, band: mark.band),
          to: head.id)
        next += 1
      }
    }
    change.headsBefore = self.heads
    change.headsAfter = heads
    return change
  }

  /// A new tier below the others, with marks that were in others.
  public func moving(_ ids: Set<Mark.ID>, toNewTier name: String, color: Int? = nil) -> (
    change: MarkChange, id: MarkTier.ID
  ) {
    var (change, id) = addingTier(name, color: color)
    for (mark, old) in all(ids) {
      change.remove(mark, from: old)
      change.add(mark, to: id)
    }
    return (change, id)
  }

  /// A new tier below the others, with marks without names.
  ///
  /// - Parameter ranges: empty for points.
  public func adding(_ ranges: [FrameRange], toNewTier name: String) -> MarkChange {
    var (change, tier) = addingTier(name)
    for (index, range) in ranges.enumerated() {
      change.add(Mark(id: Mark.ID(number: firstFree + 1 + index), range: Self.limited(range)), to: tier)
    }
    return change
  }

  /// Another name or colour for a tier.
  public func changingTier(_ id: MarkTier.ID, name: String? = nil, color: Int? = nil) -> MarkChange? {
    var heads = heads
    guard let index = heads.firstIndex(where: { $0.id == id }) else { return nil }
    heads[index].name = name ?? heads[index].name
    heads[index].color = max(0, color ?? heads[index].color)
    let change = changing(to: heads)
    return change.isEmpty ? nil : change
  }

  /// Without a tier and its marks.
  public func removingTier(_ id: MarkTier.ID) -> MarkChange? {
    guard let tier = tier(id) else { return nil }
    var change = changing(to: heads.filter { $0.id != id })
    for mark in tier.marks { change.remove(mark, from: id) }
    return change
  }

  var heads: [MarkTierHead] { tiers.map { .init(id: $0.id, name: $0.name, color: $0.color) } }

  private func changing(to heads: [MarkTierHead]) -> MarkChange {
    var change = MarkChange()
    change.headsBefore = self.heads
    change.headsAfter = heads
    return change
  }

  private func all(_ ids: Set<Mark.ID>) -> [(mark: Mark, tier: MarkTier.ID)] {
    tiers.flatMap { tier in tier.marks.lazy.filter { ids.contains($0.id) }.map { ($0, tier.id) } }
  }

  private static func limited(_ range: FrameRange) -> FrameRange {
    range.clamped(to: -Mark.furthest..<Mark.furthest)
  }

  private static func joined(_ texts: [String], by separator: String) -> String {
    texts.filter { !$0.isEmpty }.joined(separator: separator)
  }
}
