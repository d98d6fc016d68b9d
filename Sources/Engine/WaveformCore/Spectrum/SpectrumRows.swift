// SpectrumRows.swift
// The loudest of the bins that each row of pixels covers, of 16 columns at a time: their bins are brought side by side, so
// that one instruction compares a bin of all columns.
// Unsafe: reads `bins` steps of each column within the kept ranges, which lie within `bins`; the caller gives room for a
// block of each row.

import CVector

/// The bins of each row of an axis, which are found once: they take logarithms.
package struct SpectrumRows: Sendable {
  /// Columns that are looked at together: their pixels of a row are one line of the processor's cache.
  package static let block = 16

  package let bins: Int
  private let ranges: [(first: Int32, end: Int32)]
  /// True when no row has a higher bin than one above it, on which `findBlock` depends.
  private let isOrdered: Bool
  /// The uppermost row that shows something: those above half the sample rate have no bins.
  package let firstShown: Int

  package init(_ axis: FrequencyAxis, bins: Int) {
    self.bins = bins
    ranges = axis.binsOfRows(bins: bins).map {
      (Int32(truncatingIfNeeded: $0.lowerBound), Int32(truncatingIfNeeded: $0.upperBound))
    }
    firstShown = ranges.firstIndex { $0.first < $0.end } ?? ranges.count
    let shown = ranges[firstShown...]
    isOrdered = zip(shown, shown.dropFirst()).allSatisfy { $0.first >= $1.first && $0.end >= $1.end }
  }

  package var count: Int { ranges.count }

  /// True when a row shows the same bins as the one above it.
  package func isLikeAbove(_ row: Int) -> Bool { row > 0 && ranges[row] == ranges[row - 1] }

  /// The loudest steps of rows, row by row with `block` columns each.
  ///
  /// - Parameters:
  ///   - steps: the bins of `columns` columns, one after the other.
  ///   - columns: 1 to `block`.
  ///   - rows: within those from `firstShown` on.
  ///   - room: for the rows of a whole block.
  package func find(
    _ steps: UnsafePointer<UInt8>, columns: Int, rows: Range<Int>, into room: UnsafeMutablePointer<UInt8>
  ) {
    precondition(rows.lowerBound >= firstShown && rows.upperBound <= count)
    precondition((1...Self.block).contains(columns))
    guard !rows.isEmpty else { return }
    if columns == Self.block, bins >= Self.block, isOrdered {
      findBlock(steps, rows, room)
    } else {
      for column in 0..<columns { findColumn(steps + column &* bins, rows, room + column) }
    }
  }

  private func findColumn(
    _ steps: UnsafePointer<UInt8>, _ rows: Range<Int>, _ room: UnsafeMutablePointer<UInt8>
  ) {
    var out = room
    for row in rows {
      let range = ranges[row]
      var loudest = steps[Int(range.first)]
      for bin in Int(range.first) + 1..<max(Int(range.end), Int(range.first) + 1) {
        loudest = max(loudest, steps[bin])
      }
      out.pointee = loudest
      out += Self.block
    }
  }

  private func findBlock(
    _ steps: UnsafePointer<UInt8>, _ rows: Range<Int>, _ room: UnsafeMutablePointer<UInt8>
  ) {
    let block = Self.block
    // Rows go down in frequency.
    let first = min(Int(ranges[rows.upperBound - 1].first), bins - block)
    let end = Int(ranges[rows.lowerBound].end)
    withUnsafeTemporaryAllocation(byteCount: (end - first + block) * block, alignment: 16) { aside in
      guard let aside = aside.baseAddress else { return }
      var bin = first
      while bin < end {
        // The last group overlaps the one before it.
        let group = min(bin, bins - block)
        barline_transpose_16(
          steps + group, bins, (aside + (group &- first) &* block).assumingMemoryBound(to: UInt8.self))
        bin += block
      }
      let all = UnsafeRawPointer(aside) - first &* block
      ranges.withUnsafeBufferPointer { ranges in
        var out = UnsafeMutableRawPointer(room)
        for row in rows {
          let range = ranges[row]
          var place = all + Int(range.first) &* block
          let last = all + Int(range.end) &* block
          var loudest = place.loadUnaligned(as: SIMD16<UInt8>.self)
          place += block
          while place < last {
            loudest = barline_larger_bytes(loudest, place.loadUnaligned(as: SIMD16<UInt8>.self))
            place += block
          }
          out.storeBytes(of: loudest, as: SIMD16<UInt8>.self)
          out += block
        }
      }
    }
  }
}
