// SpectrumPairs.swift
// The spectra of one channel on their way from its analysis to its synthesis, and their gains. They lie in a ring: what
// comes first is overwritten when the ring has gone round.
// Unsafe: a pair's memory is written by the channel's analysis, then read by the syntheses of all channels, which the
// owner has wait for each other; the memory lives as long as this object.

/// A ring of spectra and gains, two frames each.
final class SpectrumPairs {
  typealias Numbers = UnsafeMutablePointer<Float>

  /// Pairs that it holds at a time.
  let capacity: Int
  /// Numbers of a frame's gains.
  let binCount: Int
  private let all: Numbers
  private let partSize: Int
  /// One for each pair: see `isNoiseKnown`.
  private let known: UnsafeMutablePointer<Bool>

  init(_ format: ShortTimeFormat, capacity: Int) {
    self.capacity = capacity
    binCount = format.paddedBinCount
    // As far from each other as those of the transform: its plans need that.
    partSize = format.size + RealPairTransform.room
    all = RealPairTransform.allocate(partSize * 3 * capacity)
    known = .allocate(capacity: capacity)
    known.initialize(repeating: true, count: capacity)
    // The gains of both frames take the place of one part.
    precondition(2 * binCount <= partSize)
  }

  deinit {
    RealPairTransform.free(all)
    known.deallocate()
  }

  /// Both parts of the spectrum of a pair, as in `RealPairTransform`.
  func spectrum(_ pair: Int) -> (real: Numbers, imaginary: Numbers) {
    let slot = all + pair % capacity * 3 * partSize
    return (slot, slot + partSize)
  }

  /// True when the gains of a pair know the noise of their channel: only then do they count in the others.
  func isNoiseKnown(_ pair: Int) -> Bool { known[pair % capacity] }

  func setNoiseKnown(_ isKnown: Bool, of pair: Int) { known[pair % capacity] = isKnown }

  /// The gains of both frames of a pair.
  func gains(_ pair: Int) -> (first: Numbers, second: Numbers) {
    let slot = all + (pair % capacity * 3 + 2) * partSize
    return (slot, slot + binCount)
  }
}
