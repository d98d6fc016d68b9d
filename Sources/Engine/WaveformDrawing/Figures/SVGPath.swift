// SVGPath.swift
// Path data as short as it can be: whole numbers, relative, and one path for everything of one ink. A picture of bars is
// ten times smaller than Cairo's, which writes every corner with its place and three decimals.

import WaveformCore

/// The `d` of a path of SVG, as it grows.
struct SVGPath {
  private(set) var text = ""
  /// Where the current subpath began.
  private var x = 0, y = 0
  private var isBegun = false

  /// A new subpath begins there.
  private mutating func move(_ x: Int, _ y: Int) {
    if isBegun { write("m", x - self.x, y - self.y) } else { write("M", x, y) }
    (self.x, self.y, isBegun) = (x, y, true)
  }

  private mutating func write(_ letter: String, _ numbers: Int...) {
    text += letter
    for (index, number) in numbers.enumerated() {
      // A minus sign keeps two numbers apart.
      if index > 0, number >= 0 { text += " " }
      text += String(number)
    }
  }

  mutating func add(_ rect: PixelRect) {
    guard rect.width > 0, rect.height > 0 else { return }
    move(rect.x, rect.y)
    write("h", rect.width)
    write("v", rect.height)
    write("h", -rect.width)
    text += "z"
  }

  /// Columns that touch are one outline: along their tops, and back along their bottoms.
  ///
  /// - Parameter width: of a column; they stand side by side.
  mutating func add(_ spans: RowSpans, x: Int, y: Int, width: Int) {
    var first = 0
    while first < spans.count {
      guard !spans.isEmpty(at: first) else {
        first += 1
        continue
      }
      var end = first
      while end < spans.count, !spans.isEmpty(at: end) { end += 1 }
      move(x + first * width, y + Int(spans.tops[first]))
      edge(spans.tops, Array(first..<end), width)
      write("v", Int(spans.bottoms[end - 1]) - Int(spans.tops[end - 1]))
      edge(spans.bottoms, (first..<end).reversed(), -width)
      text += "z"
      first = end
    }
  }

  /// One step for each column, several of one height in one.
  private mutating func edge(_ rows: [Int16], _ columns: [Int], _ width: Int) {
    var run = 0
    for (index, column) in columns.enumerated() {
      run += width
      guard index + 1 < columns.count else { break }
      let step = Int(rows[columns[index + 1]]) - Int(rows[column])
      guard step != 0 else { continue }
      write("h", run)
      write("v", step)
      run = 0
    }
    write("h", run)
  }

  /// A line through points, without those on the way; a pen that is lifted begins a new one.
  mutating func add(line points: [(x: Int, y: Int)?]) {
    var last: (x: Int, y: Int)?
    var pending: (x: Int, y: Int)?
    func isStraight(_ next: (x: Int, y: Int)) -> Bool {
      guard let last, let pending else { return false }
      return (pending.x - last.x) * (next.y - last.y) == (next.x - last.x) * (pending.y - last.y)
    }
    func line(to point: (x: Int, y: Int), from: (x: Int, y: Int), into path: inout SVGPath) {
      path.write("l", point.x - from.x, point.y - from.y)
    }
    for point in points {
      guard let point else {
        if let last, let pending { line(to: pending, from: last, into: &self) }
        (last, pending) = (nil, nil)
        continue
      }
      if last == nil {
        // Not relative: the current point is not the start of a subpath here.
        write("M", point.x, point.y)
        // A single sample is a point.
        text += "h0"
        last = point
      } else if pending == nil || isStraight(point) {
        pending = point
      } else if let from = last, let corner = pending {
        line(to: corner, from: from, into: &self)
        (last, pending) = (corner, point)
      }
    }
    if let last, let pending { line(to: pending, from: last, into: &self) }
  }

  /// A point that a round pen makes a dot.
  mutating func addDot(_ x: Int, _ y: Int) { write("M", x, y); text += "h0" }
}
