// MarkTier.swift
// Marks of one kind, such as words or takes: a row above the waveform. A value; its marks are always sorted.

import WaveformCore

/// A named row of marks.
public struct MarkTier: Sendable, Identifiable {
  /// A number that is unique in its document, and never used again there.
  public struct ID: Hashable, Comparable, Sendable {
    let number: Int
    public static func < (one: ID, other: ID) -> Bool { one.number < other.number }
  }

  public let id: ID
  public var name: String
  /// The place in the palette of lanes, ≥ 0.
  public var color: Int
  /// By start, then end, then in the order of being added.
  public private(set) var marks: [Mark] = []
  private var reach = MarkReach([])
  /// Where the marks begin: looking through numbers alone costs a tenth of looking through marks.
  private var starts: [Int] = []

  init(id: ID, name: String, color: Int, marks: [Mark] = []) {
    self.id = id
    self.name = name
    self.color = color
    add(marks)
  }

  /// What tiers are called that have no name in their file.
  public static let plainName = "Marks"

  /// - Complexity: O(n + m log m) for m marks
  mutating func add(_ added: [Mark]) {
    guard !added.isEmpty else { return }
    if added.count == 1 {
      marks.insert(added[0], at: place(of: added[0]))
    } else {
      let added = added.sorted(by: Mark.precedes)
      if let last = marks.last, Mark.precedes(added[0], last) {
        var merged: [Mark] = []
        merged.reserveCapacity(marks.count + added.count)
        var next = 0
        for mark in marks {
          while next < added.count, Mark.precedes(added[next], mark) {
            merged.append(added[next])
            next += 1
          }
          merged.append(mark)
        }
        marks = merged + added[next...]
      } else {
        marks += added
      }
    }
    index()
  }

  /// - Complexity: O(n + m)
  mutating func remove(_ removed: [Mark]) {
    guard !removed.isEmpty else { return }
    if removed.count == 1 {
      let place = place(of: removed[0])
      if place < marks.count, marks[place].id == removed[0].id { marks.remove(at: place) }
    } else {
      let all = Set(removed.map(\.id))
      marks.removeAll { all.contains($0.id) }
    }
    index()
  }

  /// The place of the first mark that does not precede `mark`.
  private func place(of mark: Mark) -> Int { marks.boundary { !Mark.precedes($0, mark) } }

  /// The place of the first mark that begins at `frame` or later.
  ///
  /// - Complexity: O(log n)
  public func place(from frame: Int) -> Int { starts.boundary { $0 >= frame } }

  private mutating func index() {
    reach = MarkReach(marks)
    starts = marks.map(\.range.lowerBound)
  }

  /// Calls `body` with the places of all marks that touch a stretch, in order, until it returns false. A point touches
  /// the frame that it stands before.
  ///
  /// - Complexity: O(found · log n)
  public func forEachPlace(touching range: FrameRange, _ body: (Int) -> Bool) {
    guard !range.isEmpty else { return }
    reach.forEach(in: marks, first: place(from: range.upperBound), beyond: range.lowerBound, body)
  }

  /// The first mark that comes behind another one, or behind all that begin at a frame.
  ///
  /// - Complexity: O(log n)
  func mark(behind mark: Mark) -> Mark? {
    let place = marks.boundary { Mark.precedes(mark, $0) }
    return place < marks.count ? marks[place] : nil
  }

  /// The last mark that comes before another one.
  func mark(before mark: Mark) -> Mark? {
    let place = place(of: mark)
    return place > 0 ? marks[place - 1] : nil
  }

  /// The marks that touch a stretch, in order.
  public func marks(touching range: FrameRange) -> [Mark] {
    var found: [Mark] = []
    forEachPlace(touching: range) {
      found.append(marks[$0])
      return true
    }
    return found
  }
}

extension MarkTier: Equatable {
  public static func == (one: MarkTier, other: MarkTier) -> Bool {
    one.id == other.id && one.name == other.name && one.color == other.color && one.marks == other.marks
  }
}
