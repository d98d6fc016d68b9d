// OutlinePainter.swift
// An envelope as a line around it and a veil within, for where something behind it must be seen.

import WaveformCore

/// Turns spans into what covers pixels in part.
struct OutlinePainter {
  /// Rows of the lane, and of the line.
  let height: Int, thickness: Int

  private static let line: UInt8 = 230, veil: UInt8 = 56

  /// - Parameter spans: of columns that touch each other, each of one device pixel.
  /// - Complexity: O(columns)
  func layers(_ spans: RowSpans, color: Color) -> [CoverageLayer] {
    var covered: [CoverageSpan] = []
    covered.reserveCapacity(spans.count * 3)
    func add(_ column: Int, _ top: Int, _ bottom: Int, _ coverage: UInt8) {
      guard top < bottom else { return }
      covered.append(CoverageSpan(x: column, y: top, height: bottom - top, coverage: coverage))
    }
    for column in 0..<spans.count where !spans.isEmpty(at: column) {
      let top = Int(spans.tops[column]), bottom = Int(spans.bottoms[column])
      // Where a neighbour is lower, the line goes down to it at this column's side.
      var upper = top + thickness, lower = bottom - thickness
      for beside in [column - 1, column + 1]
      where beside >= 0 && beside < spans.count && !spans.isEmpty(at: beside) {
        upper = max(upper, min(Int(spans.tops[beside]), bottom))
        lower = min(lower, max(Int(spans.bottoms[beside]), top))
      }
      guard upper < lower else {
        add(column, top, bottom, Self.line)
        continue
      }
      add(column, top, upper, Self.line)
      add(column, upper, lower, Self.veil)
      add(column, lower, bottom, Self.line)
    }
    return [CoverageLayer(color: color, spans: covered)]
  }
}
