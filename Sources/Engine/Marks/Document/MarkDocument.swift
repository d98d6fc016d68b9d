// MarkDocument.swift
// All marks of a recording. A value: views and files get a copy, and edits are values as well (`MarkChange`).

import WaveformCore

/// Tiers of marks.
public struct MarkDocument: Equatable, Sendable {
  /// Frames per second, 1 to `highestRate`.
  public let sampleRate: Int
  /// Frames of the recording; nil where it is not known.
  public var length: Int?
  /// From top to bottom.
  public private(set) var tiers: [MarkTier] = []
  /// The number of the next mark or tier.
  private var next = 1

  public init(sampleRate: Int, length: Int? = nil) {
    self.sampleRate = min(max(sampleRate, 1), Self.highestRate)
    self.length = length
  }

  /// Nanoseconds: what is no sound is counted in them.
  public static let highestRate = 1_000_000_000
  /// The most marks and tiers of a document that is read.
  public static let mostMarks = 1_000_000, mostTiers = 1000

  public var isEmpty: Bool { tiers.allSatisfy { $0.marks.isEmpty } }
  public var count: Int { tiers.reduce(0) { $0 + $1.marks.count } }

  public func tier(_ id: MarkTier.ID) -> MarkTier? { tiers.first { $0.id == id } }

  /// The mark of a number, and its tier.
  ///
  /// - Complexity: O(n)
  public func mark(_ id: Mark.ID) -> (mark: Mark, tier: MarkTier.ID)? {
    for tier in tiers {
      if let mark = tier.marks.first(where: { $0.id == id }) { return (mark, tier.id) }
    }
    return nil
  }

  /// The mark that comes next in any tier, in the order of starts; the one before, if not `forward`.
  ///
  /// - Parameters:
  ///   - mark: nil: from `frame`.
  ///   - frame: a mark that begins there is no next one.
  /// - Complexity: O(tiers · log n)
  public func neighbour(of mark: Mark?, at frame: Int, forward: Bool) -> Mark? {
    let place = frame..<frame
    let from = mark ?? Mark(id: Mark.ID(number: forward ? .max : .min), range: place)
    // All that begin at the frame are passed, whatever their length is.
    let far = mark == nil && forward ? Mark(id: from.id, range: frame..<max(frame, Mark.furthest)) : from
    let found = tiers.compactMap { forward ? $0.mark(behind: far) : $0.mark(before: from) }
    return forward ? found.min(by: Mark.precedes) : found.max(by: Mark.precedes)
  }

  /// A number that was not used yet.
  mutating func number() -> Int {
    defer { next += 1 }
    return next
  }

  /// Numbers that were not used yet begin here.
  var firstFree: Int { next }

  /// Adds a tier below the others.
  ///
  /// - Parameter color: nil: the next one.
  @discardableResult public mutating func addTier(_ name: String, color: Int? = nil) -> MarkTier.ID {
    let id = MarkTier.ID(number: number())
    tiers.append(MarkTier(id: id, name: name, color: max(0, color ?? tiers.count)))
    return id
  }

  /// Adds marks that have just been read; their numbers are given here.
  mutating func add(_ marks: [Mark], to tier: MarkTier.ID) {
    guard let index = tiers.firstIndex(where: { $0.id == tier }) else { return }
    tiers[index].add(
      marks.map { mark in
        Mark(
          id: Mark.ID(number: number()), range: mark.range, name: mark.name, note: mark.note, band: mark.band)
      })
  }

  /// Replaces marks and tiers; only `MarkChange` does.
  ///
  /// - Parameters:
  ///   - known: the tiers before.
  ///   - heads: the tiers afterwards. A tier that is not among them stays if it was not among `known` either, or still has
  ///     marks: somebody else's.
  mutating func replace(
    _ removed: [MarkTier.ID: [Mark]], by added: [MarkTier.ID: [Mark]], known: [MarkTierHead]?,
    heads: [MarkTierHead]?
  ) {
    for index in tiers.indices { tiers[index].remove(removed[tiers[index].id] ?? []) }
    if let heads {
      let before = Set((known ?? []).map(\.id)), after = Set(heads.map(\.id))
      let others = tiers.filter { !after.contains($0.id) && (!before.contains($0.id) || !$0.marks.isEmpty) }
      tiers =
        heads.map { head in
          guard var tier = tier(head.id) else {
            return MarkTier(id: head.id, name: head.name, color: head.color)
          }
          tier.name = head.name
          tier.color = head.color
          return tier
        } + others
    }
    for index in tiers.indices { tiers[index].add(added[tiers[index].id] ?? []) }
    let marks = added.values.joined().lazy.map(\.id.number).max() ?? 0
    let all = heads?.lazy.map(\.id.number).max() ?? 0
    next = max(next, marks + 1, all + 1)
  }

  /// The marks of a stretch of the recording, which begins at 0 then. What reaches beyond it is cut at its ends; tiers
  /// without marks are left out.
  public func part(_ range: FrameRange) -> MarkDocument {
    var document = MarkDocument(sampleRate: sampleRate)
    for tier in tiers {
      let marks = tier.marks.compactMap { mark -> Mark? in
        let isWithin =
          mark.isPoint
          ? range.lowerBound...range.upperBound ~= mark.range.lowerBound : mark.range.overlaps(range)
        guard isWithin else { return nil }
        var mark = mark
        let part = mark.range.clamped(to: range)
        mark.range = part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound
        return mark
      }
      if !marks.isEmpty { document.add(marks, to: document.addTier(tier.name, color: tier.color)) }
    }
    return document
  }

  /// The same marks in a recording of another rate.
  public func converted(to rate: Int) -> MarkDocument {
    guard rate != sampleRate else { return self }
    let clock = MarkClock(sampleRate: rate)
    func frame(_ frame: Int) -> Int {
      let scaled =
        clock.frame(of: frame, ticksPerSecond: sampleRate) ?? (frame < 0 ? -Mark.furthest : Mark.furthest)
      return min(max(scaled, -Mark.furthest), Mark.furthest)
    }
    var document = MarkDocument(sampleRate: rate, length: length.map(frame))
    for tier in tiers {
      let id = document.addTier(tier.name, color: tier.color)
      document.add(
        tier.marks.map { mark in
          var mark = mark
          mark.range = frame(mark.range.lowerBound)..<frame(mark.range.upperBound)
          return mark
        }, to: id)
    }
    return document
  }
}

/// What a tier is besides its marks.
public struct MarkTierHead: Hashable, Sendable {
  public let id: MarkTier.ID
  public var name: String
  public var color: Int
}
