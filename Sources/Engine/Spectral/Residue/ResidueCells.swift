// ResidueCells.swift
// Powers of residue and clean sound, window by window and bin by bin. A value.

import WaveformCore

/// |R|², |C|² and Re R C* of each bin of each window, summed over channels.
struct ResidueCells {
  private(set) var bins = 0
  private(set) var residue: [Float] = [], clean: [Float] = [], cross: [Float] = []
  /// The window at which each stretch ends.
  private(set) var ends: [Int] = []

  /// Windows.
  var count: Int { bins > 0 ? residue.count / bins : 0 }

  /// - Parameter bins: the same for all windows.
  mutating func beginWindow(bins: Int) {
    self.bins = bins
    for plane in [\Self.residue, \.clean, \.cross] {
      self[keyPath: plane].append(contentsOf: repeatElement(0, count: bins))
    }
  }

  /// Adds a channel of the last window.
  mutating func add(_ products: (first: Double, second: Double, cross: Double), at bin: Int) {
    let place = residue.count - bins + bin
    residue[place] += Float(products.first)
    clean[place] += Float(products.second)
    cross[place] += Float(products.cross)
  }

  mutating func endStretch() { if ends.last ?? 0 < count { ends.append(count) } }
}
