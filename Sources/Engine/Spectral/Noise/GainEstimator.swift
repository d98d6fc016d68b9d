// GainEstimator.swift
// What stands between the spectra of a channel and their gains. One thread at a time.

/// Finds the gains of one channel, pair of frames by pair.
protocol GainEstimator: AnyObject {
  /// Pairs between the last one whose spectrum is known and the last one whose gains are, at most.
  var pairsAhead: Int { get }
  /// Pairs whose gains become known at once, at most.
  var pairsAtOnce: Int { get }

  /// Takes the noise's power to be that of the profile times a factor, for each bin, from the next pair on.
  func follow(_ factors: [Float])

  /// Takes in the spectrum of a pair, the one after the last one, and writes the gains that are known by it.
  ///
  /// - Returns: how many pairs have gains now.
  func take(_ pair: Int, of pairs: SpectrumPairs) -> Int

  /// Writes the gains that wait for pairs that do not come any more.
  ///
  /// - Parameter count: pairs that have come.
  /// - Returns: as `take`.
  func finish(_ count: Int, of pairs: SpectrumPairs) -> Int
}
