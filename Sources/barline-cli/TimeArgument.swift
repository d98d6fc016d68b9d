// TimeArgument.swift
// A time on the command line: "90", "12.5", "1:30", "1:02:03.250".

import ArgumentParser

struct TimeArgument: ExpressibleByArgument {
  /// ≥ 0, finite.
  let seconds: Double

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var total = 0.0
    for (index, part) in parts.enumerated() {
      // Only the last part may have a fraction; all but the first stay below 60.
      let isLast = index == parts.count - 1
      guard let first = part.utf8.first, (48...57).contains(first) || (isLast && first == 46),
        part.utf8.allSatisfy({ (48...57).contains($0) || (isLast && $0 == 46) }), let value = Double(part),
        index == 0 || value < 60
      else { return nil }
      total = total * 60 + value
    }
    guard total < 1e15 else { return nil }
    seconds = total
  }

  /// The frame nearest to the time.
  func frame(sampleRate: Int) -> Int {
    let frame = (seconds * Double(sampleRate)).rounded()
    return frame < 0x1p62 ? Int(frame) : .max / 2
  }
}
