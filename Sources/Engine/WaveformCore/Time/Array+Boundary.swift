// Array+Boundary.swift
// The search by halves.

extension Array {
  /// The first index from which on `isBehind` holds, when it holds for no element before and for all from there on; the
  /// count when it holds for none.
  ///
  /// - Complexity: O(log n)
  package func boundary(_ isBehind: (Element) -> Bool) -> Int {
    var low = 0, high = count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
