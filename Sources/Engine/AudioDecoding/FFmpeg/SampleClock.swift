// SampleClock.swift
// Finds where samples are missing in a recording, by the times that its container gives to blocks of them. A pure value.
//
// A time by itself proves nothing: containers round times to milliseconds, and codecs with long and short blocks (Vorbis)
// stamp some of them too late. So each time is compared with the samples that were delivered so far, and samples are missing
// only where the times of several blocks agree that they are.

/// The container's clock beside the count of delivered samples. All numbers are frames.
struct SampleClock {
  /// How far a time may be off although nothing is missing.
  enum Precision: Hashable, Sendable {
    /// Not at all: the container counts samples, and the codec keeps all of them.
    case exact
    /// Half the longest block: the codec's blocks overlap.
    case blocks
    /// As far as rounding to milliseconds makes it.
    case milliseconds
    /// As far as the larger of the last two.
    case millisecondsAndBlocks
  }

  /// Blocks that are asked before silence is put in: the one in question, and those behind it.
  static let witnesses = 8

  private let precision: Precision
  /// Frames of 2.5 ms: of two rounded times.
  private let rounding: Int
  /// The time of the first sample; nil before the first block.
  private var zero: Int?
  private var longest = 0
  /// How much later the last blocks came than expected.
  private var recent: [Int] = []

  /// - Parameter zero: the time of the first sample; nil: what the first block says.
  init(_ precision: Precision, sampleRate: Int, zero: Int?) {
    self.precision = precision
    rounding = sampleRate / 400
    self.zero = zero
  }

  /// By how much a block may be late without a reason to look further.
  private var slack: Int {
    switch precision {
    case .exact: 0
    case .blocks: longest / 2
    case .milliseconds: rounding
    case .millisecondsAndBlocks: max(rounding, longest / 2)
    }
  }

  /// How much later a block comes than all samples before it take; negative: earlier.
  ///
  /// - Parameter position: the samples before it.
  mutating func delay(of start: Int, at position: Int) -> Int {
    let zero = zero ?? start - position
    self.zero = zero
    return start - zero - position
  }

  /// True when the blocks behind it have to be asked.
  func isLate(_ delay: Int) -> Bool { delay > slack }

  /// How many samples are missing before a block.
  ///
  /// - Parameters:
  ///   - delays: of the block and of those behind it: `witnesses`, fewer at the end, and only the first unless it is late.
  ///   - frames: of the block.
  mutating func missing(before delays: [Int], frames: Int) -> Int {
    guard let delay = delays.first else { return 0 }
    var missing = 0, shifted = 0
    if isLate(delay), let least = delays.min(), isLate(least) {
      // Clocks that run at different speeds part slowly: that is no loss. The lower quartile knows neither the few blocks
      // that were late without others that agreed, nor one that came too early.
      let usual = recent.isEmpty ? 0 : recent.sorted()[recent.count / 4]
      if least - usual > slack / 2 {
        missing = least
      } else {
        shifted = least
        shift(by: least)
      }
    }
    longest = max(longest, frames)
    let rest = delay - missing - shifted
    if recent.count == Self.witnesses { recent.removeFirst() }
    recent.append(rest)
    // Where times have gone back for good, later ones count from there.
    if rest < -slack - rounding, recent.count == Self.witnesses, let most = recent.max(),
      most < -slack - rounding
    {
      shift(by: most)
    }
    return missing
  }

  /// Takes back that so many samples are missing before the last block: its time is wrong.
  mutating func takeBack(_ frames: Int) {
    guard let last = recent.popLast() else { return }
    shift(by: frames)
    recent.append(last)
  }

  /// Takes times that are later by so much for right ones.
  private mutating func shift(by frames: Int) {
    zero = zero.map { $0 + frames }
    for index in recent.indices { recent[index] -= frames }
  }
}
