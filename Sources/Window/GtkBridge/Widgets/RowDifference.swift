// RowDifference.swift
// Where two lists of rows differ, so that a table keeps those that stay.

/// One stretch of rows that makes another list of a list.
public struct RowDifference: Equatable, Sendable {
  /// The first row that differs.
  public let start: Int
  /// Rows of the one list that go, and rows of the other one that come in their place.
  public let removed: Int, added: Int

  public init(start: Int = 0, removed: Int, added: Int) {
    (self.start, self.removed, self.added) = (start, removed, added)
  }

  /// The shortest stretch between what both begin with and what both end with.
  ///
  /// - Complexity: O(n)
  public init<ID: Equatable>(
    from past: some RandomAccessCollection<ID>, to next: some RandomAccessCollection<ID>
  ) {
    let shorter = min(past.count, next.count)
    let start = zip(past, next).prefix { $0 == $1 }.count
    let end = zip(past.reversed(), next.reversed()).prefix(shorter - start).prefix { $0 == $1 }.count
    self.init(start: start, removed: past.count - start - end, added: next.count - start - end)
  }
}
