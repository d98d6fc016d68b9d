// Selection.swift
// Which number of many has a given rank. Pure functions.
// Unsafe: numbers are moved within the memory that is given.

enum Selection {
  /// The number that would stand at `rank` if the numbers were sorted; they are put into another order.
  ///
  /// Hoare 1961, "Algorithm 65: Find": only the part that holds the rank is looked through further.
  ///
  /// - Parameter numbers: `count` of them, more than `rank`; none is not a number.
  /// - Complexity: O(`count`) on average
  static func find(_ rank: Int, of numbers: UnsafeMutablePointer<Float>, _ count: Int) -> Float {
    var (low, high) = (0, count - 1)
    while low < high {
      let pivot = numbers[rank]
      var (left, right) = (low, high)
      while left <= right {
        while numbers[left] < pivot { left += 1 }
        while numbers[right] > pivot { right -= 1 }
        guard left <= right else { break }
        swap(&numbers[left], &numbers[right])
        left += 1
        right -= 1
      }
      if rank <= right {
        high = right
      } else if rank >= left {
        low = left
      } else {
        break
      }
    }
    return numbers[rank]
  }

  /// The median of the numbers within `reach` of each one; at the ends, of those that there are.
  ///
  /// - Complexity: O(n · `reach`)
  static func medians(_ numbers: [Float], reach: Int) -> [Float] {
    var near: [Float] = []
    return numbers.indices.map { place in
      // Sorted: one comes, one goes.
      let coming = place == 0 ? 0...min(reach, numbers.count - 1) : place + reach...place + reach
      for next in coming where next < numbers.count {
        near.insert(numbers[next], at: near.firstIndex { $0 >= numbers[next] } ?? near.count)
      }
      if place > reach, let gone = near.firstIndex(of: numbers[place - reach - 1]) { near.remove(at: gone) }
      return near[near.count / 2]
    }
  }
}
