// MarkReach.swift
// Which marks of a sorted list touch a stretch: found without looking at the others, though some are long. A tree over
// the list: each node holds the furthest end of the marks below it.

import WaveformCore

/// The furthest ends in parts of a sorted list of marks.
struct MarkReach: Sendable {
  /// Marks below a node of the lowest level, and nodes below one of a higher level.
  private static let fan = 32
  /// From the lowest level up; the last has one node. Empty for no marks.
  private var levels: [[Int]] = []

  /// - Complexity: O(n)
  init(_ marks: [Mark]) {
    guard !marks.isEmpty else { return }
    var level = stride(from: 0, to: marks.count, by: Self.fan).map { start in
      marks[start..<min(start + Self.fan, marks.count)].reduce(Int.min) { max($0, Self.end($1)) }
    }
    levels.append(level)
    while level.count > 1 {
      level = stride(from: 0, to: level.count, by: Self.fan).map { start in
        level[start..<min(start + Self.fan, level.count)].reduce(Int.min, max)
      }
      levels.append(level)
    }
  }

  /// The first frame that the mark does not touch: a point touches the frame that it stands before.
  private static func end(_ mark: Mark) -> Int {
    mark.isPoint ? mark.range.upperBound + 1 : mark.range.upperBound
  }

  /// Calls `body` with the places of the first `count` marks that reach beyond `frame`, in order, until it returns false.
  ///
  /// - Complexity: O(found · log n)
  func forEach(in marks: [Mark], first count: Int, beyond frame: Int, _ body: (Int) -> Bool) {
    guard !levels.isEmpty else { return }
    _ = walk(levels.count - 1, 0, marks, min(count, marks.count), frame, body)
  }

  /// - Parameter node: of the level; its marks begin at `node` · `fan`^(level + 1).
  private func walk(
    _ level: Int, _ node: Int, _ marks: [Mark], _ count: Int, _ frame: Int, _ body: (Int) -> Bool
  ) -> Bool {
    guard levels[level][node] > frame else { return true }
    let first = node * Self.fan
    guard level > 0 else {
      for index in first..<max(first, min(first + Self.fan, count)) where Self.end(marks[index]) > frame {
        guard body(index) else { return false }
      }
      return true
    }
    var span = Self.fan
    for _ in 1..<level { span *= Self.fan }
    for child in first..<min(first + Self.fan, levels[level - 1].count) {
      guard child * span < count else { return true }
      guard walk(level - 1, child, marks, count, frame, body) else { return false }
    }
    return true
  }
}
