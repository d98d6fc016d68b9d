// LoudnessGates.swift
// From the energies of blocks of 100 ms to loudness: the gates of ITU-R BS.1770-4 and the loudness range of EBU Tech 3342.
// Pure arithmetic.

/// Loudness of one channel, or of all channels together.
public struct Loudness: Equatable, Sendable {
  /// Over everything that passes both gates, in LUFS; nil where nothing does.
  public var integrated: Double?
  /// The largest of any 400 ms, in steps of 20 ms, and of any 3 s, in steps of 100 ms, in LUFS; nil in what is shorter, and
  /// in silence.
  public var momentaryMax: Double?, shortTermMax: Double?
  /// In LU; nil where no 3 s are louder than −70 LUFS.
  public var range: Double?
}

extension Loudness {
  /// Blocks of a momentary and of a short-term value, and from one to the next value that the range is made of.
  private static var momentary: Int { 4 }
  private static var shortTerm: Int { 30 }
  private static var step: Int { 10 }
  /// Energy of −70 LUFS: nothing below it counts.
  private static let least = KWeighting.energy(-70)

  /// - Parameters:
  ///   - energies: the mean square behind the filter of each whole block, all channels summed.
  ///   - fifths: the same of each fifth of these blocks.
  /// - Complexity: O(`energies`), and sorting a tenth of them
  init(energies: [Double], fifths: [Double]) {
    let moments = Self.means(energies, of: Self.momentary)
    let terms = Self.means(energies, of: Self.shortTerm)
    momentaryMax = Self.means(fifths, of: Self.momentary * MeasureBlock.fifthCount).max()
      .flatMap(KWeighting.loudness)
    shortTermMax = terms.max().flatMap(KWeighting.loudness)
    integrated = Self.gated(moments, below: 0.1).flatMap {
      KWeighting.loudness($0.reduce(0, +) / Double($0.count))
    }
    // The spread of what is within 20 LU of the mean, without the loudest 5 % and the quietest 10 %.
    range = Self.gated(stride(from: 0, to: terms.count, by: Self.step).map { terms[$0] }, below: 0.01).flatMap
    {
      let sorted = $0.sorted()
      func share(_ part: Double) -> Double? {
        KWeighting.loudness(sorted[Int(Double(sorted.count - 1) * part + 0.5)])
      }
      guard let low = share(0.1), let high = share(0.95) else { return nil }
      return high - low
    }
  }

  /// The means of every `count` neighbours.
  private static func means(_ energies: [Double], of count: Int) -> [Double] {
    guard energies.count >= count else { return [] }
    var sums = Array(repeating: 0.0, count: energies.count - count + 1)
    // The inner loop is over places, so that the compiler makes vectors of it.
    for part in 0..<count {
      for place in sums.indices { sums[place] += energies[place + part] }
    }
    return sums.map { $0 / Double(count) }
  }

  /// Those that reach −70 LUFS, and then `below` times the mean of these.
  ///
  /// - Returns: nil when none is left.
  private static func gated(_ energies: [Double], below: Double) -> [Double]? {
    let loud = energies.filter { $0 >= least }
    guard !loud.isEmpty else { return nil }
    let gate = loud.reduce(0, +) / Double(loud.count) * below
    let left = loud.filter { $0 >= gate }
    return left.isEmpty ? nil : left
  }
}
