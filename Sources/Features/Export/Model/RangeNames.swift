// RangeNames.swift
// Names of files for the ranges of marks: what marks are called, as far as a file can be called so. A pure value.

import WaveformModel

/// The names of files that are made together.
struct RangeNames: Equatable, Sendable {
  private(set) var names: [String] = []
  /// How many got a number because another of these files is called so, and because the folder has such a file.
  private(set) var doubled = 0, taken = 0

  /// - Parameters:
  ///   - marks: what the marks are called.
  ///   - stem: for marks that have no name, followed by their place in the list.
  ///   - isTaken: whether there is a file of a name.
  init(_ marks: [String], stem: String, suffix: String, isTaken: (String) -> Bool = { _ in false }) {
    var used: Set<String> = []
    var next: [String: Int] = [:]
    let digits = String(marks.count).count
    for (index, mark) in marks.enumerated() {
      let place = String(index + 1)
      let number = String(repeating: "0", count: digits - place.count) + place
      let safe = SafeName.of(mark)
      let plain = safe.isEmpty ? "\(SafeName.of(stem)) \(number)" : safe
      // Some file systems take two cases for one name.
      let key = plain.lowercased()
      var name = "\(plain).\(suffix)"
      var isUsed = used.contains(name.lowercased()), isThere = !isUsed && isTaken(name)
      if isUsed { doubled += 1 } else if isThere { taken += 1 }
      var count = next[key] ?? 2
      while isUsed || isThere {
        name = "\(plain) \(count).\(suffix)"
        count += 1
        isUsed = used.contains(name.lowercased())
        isThere = !isUsed && isTaken(name)
      }
      next[key] = count
      used.insert(name.lowercased())
      names.append(name)
    }
  }
}
