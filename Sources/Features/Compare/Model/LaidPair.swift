// LaidPair.swift
// Where B lies over A: their places on the time axis and the adjustment in one value, by which one difference is told from
// another.

import WaveformCore
import WaveformModel

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

extension PairAdjustment {
  /// The same for the two the other way round.
  ///
  /// - Parameter pair: as it is now.
  @MainActor func exchanged(of pair: ComparedPair, _ lanes: LaneList) -> PairAdjustment {
    let reversed = LaidPair(pair, self, lanes).alignment.reversed(
      rateA: pair.first.sampleRate, rateB: pair.second.sampleRate)
    var other = PairAdjustment()
    other.gain = -gain
    other.isInverted = isInverted
    other.driftPpm = reversed.driftPpm
    other.takeChannels(of: reversed)
    // What the places on the time axis do not say.
    other.fraction = reversed.offsetFrames - LaidPair(pair.exchanged, other, lanes).offset
    // Rounding alone is no place between frames.
    if abs(other.fraction) < 1e-6 { other.fraction = 0 }
    return other
  }
}
