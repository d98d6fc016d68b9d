// AlignmentSearch.swift
// Looks for how one recording has to be laid over another. Main actor; the search itself runs in the background, and of
// several that were asked for only the last one counts.

import AudioFormats
import HostIO
import Localization
import Observation
import WaveformCore
import WaveformModel

/// What a search has found.
struct FoundAlignment: Equatable, Sendable {
  /// Where B begins, in frames of A.
  let offsetFrames: Double
  let adjustment: PairAdjustment
  /// How sure it is, 0…1.
  let certainty: Double
  /// True when it is to be believed.
  let isSure: Bool
  /// Why it is not sure, in a sentence; nil when it is.
  let doubt: String?
  /// Where B lies piece by piece when something was cut from one of both; none when all of it lies at one place.
  let pieces: [Piece]

  struct Piece: Equatable, Sendable {
    /// At which it begins, in frames of A, and where B would begin if all of it lay so.
    let start: Int, offset: Int
    /// In decibels; nil when it is the same bit for bit.
    let nullDepth: Double?
  }

  /// Where B begins on the time axis, to the nearest frame of it.
  @MainActor func offset(onAxisOf pair: ComparedPair, _ lanes: LaneList) -> Int {
    let ratio = lanes.placement(of: pair.first).ratio
    // What a file says of its rate may be any number.
    let way = (offsetFrames / ratio).rounded().clamped(to: -0x1p50...0x1p50)
    return pair.first.settings.offset + Int(way)
  }
}

/// The search for an alignment, one at a time.
@Observable @MainActor final class AlignmentSearch {
  private(set) var isRunning = false
  /// What was found last; nil before, and when it holds no more.
  private(set) var found: FoundAlignment?
  /// Why nothing was found, and what can be done: sentences.
  private(set) var problem: String?
  @ObservationIgnored private var reading: BackgroundReading<FoundAlignment>?

  init() {}

  /// - Parameter found: called with what was found, unless another search has begun by then.
  func run(_ pair: ComparedReading, found: @escaping @MainActor (FoundAlignment) -> Void) {
    forget()
    isRunning = true
    reading = BackgroundReading { (goesOn, _) throws(AudioFileError) in
      try pair.alignment(goesOn: goesOn)
    } progressed: { _ in
    } ended: { [weak self] result in
      guard let self else { return }
      isRunning = false
      reading = nil
      switch result {
      case .success(let alignment):
        // A guess is told, but moves nothing: what was there may have been laid by hand.
        if alignment.isSure { found(alignment) }
        self.found = alignment
      case .failure(let error): problem = "\(error.message) \(error.advice)"
      }
    }
    if reading == nil {
      isRunning = false
      problem = localized("There is no memory to align the recordings. Close other windows.")
    }
  }

  /// What was found holds no more; a search on its way is given up.
  func forget() {
    reading?.cancel()
    reading = nil
    isRunning = false
    found = nil
    problem = nil
  }
}
