// MarkChange.swift
// What an edit takes out of a document and puts into it. It costs the memory of what changed, not of a hundred thousand
// marks, and its inverse is itself turned round: that is what undo keeps.

/// An edit of a document.
public struct MarkChange: Equatable, Sendable {
  /// Marks that go, and marks that come, by their tiers. A mark that changes is among both.
  private(set) var removed: [MarkTier.ID: [Mark]] = [:], added: [MarkTier.ID: [Mark]] = [:]
  /// All tiers before and after the edit, where they change.
  var headsBefore: [MarkTierHead]?, headsAfter: [MarkTierHead]?

  init() {}

  mutating func remove(_ mark: Mark, from tier: MarkTier.ID) { removed[tier, default: []].append(mark) }
  mutating func add(_ mark: Mark, to tier: MarkTier.ID) { added[tier, default: []].append(mark) }

  /// True for an edit that changes nothing.
  public var isEmpty: Bool { removed.isEmpty && added.isEmpty && headsBefore == headsAfter }

  /// The edit that takes this one back.
  public var inverted: MarkChange {
    var inverse = self
    swap(&inverse.removed, &inverse.added)
    swap(&inverse.headsBefore, &inverse.headsAfter)
    return inverse
  }

  /// How many marks go for good, come, and change.
  public var counts: (removed: Int, added: Int, changed: Int) {
    let old = Set(removed.values.joined().map(\.id)), new = Set(added.values.joined().map(\.id))
    let both = old.intersection(new).count
    return (old.count - both, new.count - both, both)
  }

  /// The marks that go and do not come again.
  public var lostMarks: Set<Mark.ID> {
    Set(removed.values.joined().map(\.id)).subtracting(added.values.joined().map(\.id))
  }

  /// The marks that come, in no order.
  public var newMarks: [Mark] { added.values.flatMap { $0 } }
}

extension MarkDocument {
  /// Makes an edit of this document, or takes back its last one by the inverse.
  ///
  /// - Complexity: O(n + m log m) for m marks in the edit
  public mutating func apply(_ change: MarkChange) {
    replace(change.removed, by: change.added, known: change.headsBefore, heads: change.headsAfter)
  }
}

extension MarkChange {
  /// The same change with another name for what comes.
  public func renamed(_ name: String) -> MarkChange {
    var change = self
    for (tier, marks) in change.added {
      change.added[tier] = marks.map { mark in
        var mark = mark
        mark.name = name
        return mark
      }
    }
    return change
  }
}
