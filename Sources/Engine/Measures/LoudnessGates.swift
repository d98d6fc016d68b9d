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
  static var momentary: Int { 4 }
  static var shortTerm: Int { 30 }
  private static var step: Int { 10 }
  /// Energy of −70 LUFS: nothing below it counts.
  private static let least = KWeighting.energy(-70)

  /// - Parameters:
  ///   - energies: the mean square behind the filter of each whole block, all channels summed.
  ///   - fifths: the same of each fifth of these blocks.
  /// - Complexity: O(`energies`), and sorting a tenth of them
  init(energies: [Double], fifths: [Double]) {
    let moments = Self.means(energies, of: Self.momentary)
    let terms = Self.means(energies, of: Self.shortTerm / 6, groups: 6)
    momentaryMax = Self.moments(ofFifths: fifths).max().flatMap(KWeighting.loudness)
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

  /// Fifths of a block in a momentary value.
  static var momentaryFifths: Int { momentary * MeasureBlock.fifthCount }

  /// The mean squares of all 400 ms, in steps of 20 ms.
  static func moments(ofFifths fifths: [Double]) -> [Double] {
    means(fifths, of: MeasureBlock.fifthCount, groups: momentary)
  }

  /// The means of every `groups × count` neighbours, summed in groups: so a window of 30 takes 9 additions.
  private static func means(_ energies: [Double], of count: Int, groups: Int = 1) -> [Double] {
    let sums = windows(windows(energies, of: count, apart: 1), of: groups, apart: count)
    let share = 1 / Double(groups * count)
    return sums.map { $0 * share }
  }

  /// The sums of `count` values each, `distance` apart, from every place on.
  private static func windows(_ values: [Double], of count: Int, apart distance: Int) -> [Double] {
    let places = values.count - (count - 1) * distance
    guard count > 1, places > 0 else { return count > 1 ? [] : values }
    return Array(unsafeUninitializedCapacity: places) { sums, initialized in
      values.withUnsafeBufferPointer { values in
        for place in 0..<places { sums[place] = values[place] }
        // The inner loop is over places, so that the compiler makes vectors of it.
        for part in 1..<count {
          let shift = part * distance
          for place in 0..<places { sums[place] += values[place + shift] }
        }
      }
      initialized = places
    }
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
