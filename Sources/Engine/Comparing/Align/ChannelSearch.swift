// ChannelSearch.swift
// An alignment of recordings whose channels, added, are not alike: where some stand in another order or upside down, what
// they have in common cancels. One thread.

import AudioFormats
import HostIO
import WaveformCore

/// Looks for one channel of A among those of B.
struct ChannelSearch {
  private let pair: SearchedPair
  private let candidates: OffsetCandidates
  private let lengthB: Int
  private let shouldStop: () -> Bool

  /// Stretches that are read to find the loudest channel, and frames of each.
  private static let looks = 8, window = 8_192

  /// - Parameter candidates: of all channels together.
  init(_ pair: SearchedPair, _ candidates: OffsetCandidates, lengthB: Int, shouldStop: @escaping () -> Bool) {
    self.pair = pair
    self.candidates = candidates
    self.lengthB = lengthB
    self.shouldStop = shouldStop
  }

  /// - Returns: the first that is to be believed; nil when there is none, or when it was stopped.
  /// - Complexity: as many searches as there are channels
  func found() throws(AudioFileError) -> LikelyAlignment? {
    let count = pair.a.channels
    guard count == pair.b.channels, 2...ChannelFit.most ~= count else { return nil }
    let loudest = try loudest()
    // Most often a channel has kept its number.
    for other in [loudest] + (0..<count).filter({ $0 != loudest }) {
      if pair.isStopped { return nil }
      let single = SearchedPair(
        pair.a, lengthA: pair.lengthA, pair.b, lengthB: lengthB, channels: (loudest, other),
        shouldStop: shouldStop)
      // Short recordings are searched by their samples, long ones by envelopes, which know no polarity.
      let own =
        candidates.peak == nil
        ? candidates : try OffsetCandidates.find(single, lengthB: lengthB, peaks: (nil, nil))
      guard let own, let found = try AlignmentSearch(single, own, lengthB: lengthB).run() else { return nil }
      if found.alignment.certainty >= Alignment.surely { return found }
    }
    return nil
  }

  /// The channel of A with the most power at some places.
  private func loudest() throws(AudioFileError) -> Int {
    var powers = [Double](repeating: 0, count: pair.a.channels)
    for look in 0..<Self.looks {
      let from = pair.lengthA * look / Self.looks
      let slice = try pair.a.read(from..<min(pair.lengthA, from + Self.window))
      slice.withSamples { samples in
        for (index, sample) in samples.enumerated() where sample.isFinite {
          powers[index % powers.count] += Double(sample) * Double(sample)
        }
      }
    }
    return powers.indices.max { powers[$0] < powers[$1] } ?? 0
  }
}
