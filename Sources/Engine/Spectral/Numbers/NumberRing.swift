// NumberRing.swift
// The last rows of a table of numbers. One thread at a time.
// Unsafe: the buffer has the size that stands where it is made, and belongs to this object.

/// A ring of rows, read column by column.
final class NumberRing {
  let columns: Int
  /// Rows that it holds at most.
  let rows: Int
  /// Rows that there are.
  private(set) var filled = 0
  private var next = 0
  /// One column after the other.
  private let numbers: UnsafeMutablePointer<Float>

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    numbers = .allocate(capacity: columns * rows)
    numbers.initialize(repeating: 0, count: columns * rows)
  }

  deinit { numbers.deallocate() }

  /// Takes in a row of `columns` numbers; when all are there, the oldest one goes.
  func append(_ row: some Collection<Float>) {
    for (column, number) in row.enumerated() { numbers[column * rows + next] = number }
    next = (next + 1) % rows
    filled = min(filled + 1, rows)
  }

  /// The `filled` numbers of a column, in no order.
  func read(_ column: Int, into target: UnsafeMutablePointer<Float>) {
    target.update(from: numbers + column * rows, count: filled)
  }
}
