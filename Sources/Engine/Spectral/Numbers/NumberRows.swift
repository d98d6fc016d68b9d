// NumberRows.swift
// The memory of a gain: rows of numbers for the kernels. One thread at a time; it lives as long as its owner.
// Unsafe: each row has whole vectors of eight numbers, and one more on either side, which smoothing reads and writes.

/// Rows of one length, all 0 at first.
final class NumberRows {
  typealias Numbers = UnsafeMutablePointer<Float>

  /// Numbers of a row, in whole vectors.
  let length: Int
  /// Numbers on either side of a row: one vector.
  private static let room = 8
  private let step: Int
  private let all: Numbers

  /// - Parameter length: numbers that a row needs; rounded up to whole vectors.
  init(count: Int, length: Int) {
    self.length = (length + Self.room - 1) / Self.room * Self.room
    step = self.length + 2 * Self.room
    all = .allocate(capacity: count * step)
    all.initialize(repeating: 0, count: count * step)
  }

  deinit { all.deallocate() }

  /// The first number of a row, 0 ..< count.
  subscript(_ row: Int) -> Numbers { all + row * step + Self.room }
}
