// LikelyAlignment.swift
// What a search by resemblance finds, and how sure an alignment is. Values.

import Localization

/// An alignment that was found by resemblance.
struct LikelyAlignment {
  let alignment: Alignment
  /// How near other places come, as `CorrelationPeak.rival` has it.
  let rival: Double
}

extension Alignment {
  /// How far a place stands alone, 0…1, given what the next best one explains.
  static func isAlone(_ rival: Double) -> Double { max(0, min(1, (1 - rival) / 0.2)) }

  static let strange = Alignment(certainty: 0, doubt: .strange)

  static let nothing = Alignment(certainty: 0, doubt: .nothing)

  /// As many pieces are told at most, and none whose null depth is worse.
  static let mostPieces = 64, worstDepth = -6.0

  /// Whether frames that differ may be the same at another shift: where B's samples are A's as they are.
  var mayHaveMorePieces: Bool {
    pieces.isEmpty && channels.isEmpty && certainty >= Self.surely && driftPpm == 0 && gain == 1
      && offsetFrames == offsetFrames.rounded() && abs(offsetFrames) < 0x1p52
  }

  /// Those that both have; none where it is one alone.
  static func proven(_ pieces: [Piece]) -> [Piece] {
    let proven = pieces.filter { $0.nullDepth ?? -.infinity <= worstDepth }
    return proven.count > 1 ? proven : []
  }
}

extension Sentence {
  static let strange = Sentence("The recordings hardly resemble each other.")

  static let nothing = Sentence("There is nothing in the recordings by which they could be aligned.")

  static let repeats = Sentence(
    "The sound repeats itself: the recordings fit nearly as well at other places.")

  static let inPieces = Sentence(
    "Both are the same bit for bit, but in pieces: something is missing or was put in between.")

  static let channelsDiffer = Sentence("The channels differ from each other in order, gain or polarity.")

  static let otherChannels = Sentence(
    "The recordings have different numbers of channels: what only some of them have is left.")

  static let placeOnly = Sentence(
    "The place is sure, but most of the sound is not the same there.")

  /// - Parameter share: of the places, 0…1.
  static func fits(_ share: Double) -> Sentence {
    let percent = Int((share * 100).rounded())
    return Sentence(
      "The recordings fit at \(percent) % of the places only: something is missing, put in or replaced in one of them."
    )
  }
}
