// LaidPair.swift
// Where B lies over A: their places on the time axis and the adjustment in one value, by which one difference is told from
// another.

import WaveformCore

/// How B is laid over A.
struct LaidPair: Equatable, Sendable {
  /// Where B begins, in frames of A; whole where rates are equal and nothing lies between frames.
  let offset: Double
  let adjustment: PairAdjustment

  @MainActor init(_ pair: ComparedPair, _ adjustment: PairAdjustment, _ lanes: LaneList) {
    let first = lanes.placement(of: pair.first)
    let way = Double(pair.second.settings.offset - pair.first.settings.offset)
    offset = way * first.ratio + adjustment.fraction
    self.adjustment = adjustment
  }
}
