// CoverageColumn.swift
// How much of each pixel lies between the two edges of a curve, exactly: areas, not samples. Both ways to
// paint, pixels and Cairo, get the same list of spans. One column is reused for all.
// Unsafe: both arrays have `rows` + 2 places, and no row beyond that is ever touched.

import WaveformCore

/// The covered areas of a column of pixels, added up from pieces of edges.
struct CoverageColumn {
  private let rows: Int
  /// The covered part of each row, and what is added to all rows from there on.
  private var parts: [Float]
  private var steps: [Float]
  /// The range of rows that have been written.
  private var first = Int.max, last = -1

  init(rows: Int) {
    self.rows = rows
    parts = Array(repeating: 0, count: rows + 2)
    steps = parts
  }

  /// Covers everything below an edge that runs straight from one height to another over `share` of the
  /// column's width; a negative share uncovers it again.
  ///
  /// The area below the edge and above height y is 0 for y ≤ a, (y − a)² / 2(b − a) up to b, and then grows
  /// like y. A row gets the growth within it.
  ///
  /// - Parameters: heights in rows from the top, any finite ones.
  /// - Complexity: O(rows between the two heights)
  mutating func add(edgeFrom start: Float, to end: Float, share: Float) {
    let a = min(start, end)
    let b = max(start, end)
    guard a < Float(rows) else {
      first = min(first, rows)
      last = max(last, rows)
      return
    }
    let top = Int(max(a, 0))
    let bottom = Int(min(max(b, 0), Float(rows)))
    first = min(first, top)
    last = max(last, bottom)
    let length = b - a
    let scale = length > 1e-6 ? share / length : 0
    @inline(__always) func area(_ y: Float) -> Float {
      if y >= b { return share * (y - (a + b) / 2) }
      return y <= a ? 0 : scale * (y - a) * (y - a) / 2
    }
    parts[top] += area(Float(top + 1)) - area(Float(top))
    if bottom > top {
      parts.withUnsafeMutableBufferPointer { parts in
        // A linear function, so that the compiler takes several rows at once.
        for row in top + 1..<max(bottom, top + 1) { parts[row] += scale * (Float(row) + 0.5 - a) }
      }
      parts[bottom] += area(Float(bottom + 1)) - area(Float(bottom))
    }
    steps[bottom + 1] += share
  }

  /// Emits runs of rows with equal coverage, from the top, and begins a new column.
  mutating func finish(_ emit: (_ row: Int, _ count: Int, _ coverage: UInt8) -> Void) {
    guard last >= 0 else { return }
    var run = (row: first, coverage: UInt8(0))
    var level: Float = 0
    for row in first...last + 1 {
      level += steps[row]
      let covered = row < rows ? min(max(level + parts[row], 0), 1) : 0
      let coverage = UInt8(covered * 255 + 0.5)
      if coverage != run.coverage {
        if run.coverage > 0 { emit(run.row, row - run.row, run.coverage) }
        run = (row, coverage)
      }
      parts[row] = 0
      steps[row] = 0
    }
    if run.coverage > 0 { emit(run.row, last + 2 - run.row, run.coverage) }
    first = Int.max
    last = -1
  }
}

/// Pixels below one another with equal coverage.
struct CoverageSpan: Equatable {
  let x: Int, y: Int, height: Int
  /// The coverage of each pixel: 1…255.
  let coverage: UInt8
}

/// Spans of one colour; relative to the tile's origin.
struct CoverageLayer {
  let color: Color
  let spans: [CoverageSpan]

  /// The colour at every coverage, premultiplied, computed as Cairo does so that pixels equal Cairo's:
  /// components have 16 bits, and the upper 8 are used.
  var pixels: [UInt32] {
    (0..<256).map { coverage in
      let alpha = color.alpha * Double(coverage) / 255
      func byte(_ value: Double) -> UInt32 {
        UInt32(min(max(value, 0), 1) * 65535 + 0.5) >> 8
      }
      return byte(alpha) << 24 | byte(color.red * alpha) << 16 | byte(color.green * alpha) << 8
        | byte(color.blue * alpha)
    }
  }
}
