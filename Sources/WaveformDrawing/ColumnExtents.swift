// ColumnExtents.swift
// Rectangles that stand side by side, turned into the rows that each pixel column covers.

import WaveformCore

/// For every pixel column the rows that are filled, if any.
struct ColumnExtents {
  let count: Int
  /// The rows that any column covers.
  private(set) var top = Int.max, bottom = Int.min
  /// Row above the first one and row below the last one of each column; covers nothing by default.
  private var above: [Int32], below: [Int32]

  /// - Parameters:
  ///   - rects: at most one of them in each pixel column.
  ///   - width: pixel columns; what lies beyond is left out.
  init(_ rects: [PixelRect], width: Int) {
    count = max(width, 0)
    above = Array(repeating: .max, count: count)
    below = Array(repeating: .min, count: count)
    for rect in rects {
      let left = max(rect.x, 0)
      let right = min(rect.x + rect.width, count)
      guard left < right else { continue }
      top = min(top, rect.y)
      bottom = max(bottom, rect.y + rect.height)
      for x in left..<right {
        above[x] = Int32(truncatingIfNeeded: rect.y - 1)
        below[x] = Int32(truncatingIfNeeded: rect.y + rect.height)
      }
    }
  }

  func withPointers(_ body: (_ above: UnsafePointer<Int32>, _ below: UnsafePointer<Int32>) -> Void) {
    above.withUnsafeBufferPointer { above in
      below.withUnsafeBufferPointer { below in
        guard let above = above.baseAddress, let below = below.baseAddress else { return }
        body(above, below)
      }
    }
  }
}
