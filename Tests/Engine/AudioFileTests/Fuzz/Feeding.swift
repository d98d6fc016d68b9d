// Feeding.swift
// How many damaged inputs a parser gets, and what is expected of every one of them.

import TestSupport
import Testing

/// How many inputs a parser gets.
let fuzzInputs = Campaign.inputs(20_000)

/// Feeds `parse` with variations of real files, and with the files themselves.
///
/// How many are accepted must be neither next to none nor next to all, or the test would show nothing.
func feed(_ seeds: [[UInt8]], count: Int = fuzzInputs, _ parse: ([UInt8]) -> Bool) {
  var mutator = Mutator(seeds, seed: UInt64(seeds.count))
  for seed in seeds { #expect(parse(seed), "an undamaged file is refused") }
  var accepted = 0
  for _ in 0..<count where parse(mutator.next()) { accepted += 1 }
  #expect(accepted > count / 20 && accepted < count - count / 20, "\(accepted) of \(count)")
}
