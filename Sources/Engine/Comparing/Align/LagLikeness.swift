// LagLikeness.swift
// How much two lines of numbers are alike at each lag, and the lags that are worth a closer look. A pure value; valid as
// long as the correlation that it was made of.

/// The correlation of two lines, samples or envelopes, by lag.
struct LagLikeness {
  private let correlation: UnsafeBufferPointer<Float>
  private let lags: ClosedRange<Int>
  private let lines: (a: [Float], b: [Float])
  private var counts: (a: Int, b: Int) { (lines.a.count, lines.b.count) }
  /// Numbers in common up to which they are few: those fit by chance.
  private let least: Int
  private let goesOn: () -> Bool

  /// Lags between two looks whether anybody still waits.
  private static let piece = 1 << 16

  /// - Parameters:
  ///   - correlation: as `Correlator` gives it, plain, of the two lines.
  ///   - a, b: the lines, neither of them empty.
  ///   - goesOn: asked every millisecond or so; nothing is found once it says no.
  init(
    _ correlation: UnsafeBufferPointer<Float>, _ a: [Float], _ b: [Float], least: Int,
    goesOn: @escaping () -> Bool = { true }
  ) {
    self.correlation = correlation
    self.least = least
    self.goesOn = goesOn
    lags = 1 - b.count...a.count - 1
    lines = (a, b)
  }

  /// Numbers of A that both have in common at a lag.
  private func common(_ lag: Int) -> Range<Int> {
    let from = max(0, lag)
    return from..<max(from, min(counts.a, lag + counts.b))
  }

  /// The share of what both have in common at a lag.
  func share(_ lag: Int, of other: Int) -> Double {
    Double(common(lag).count) / Double(max(1, common(other).count))
  }

  /// The likeliest lags: those at which the correlation is farthest above what as many numbers give by chance.
  func strongest(_ count: Int, apart: Int) -> [Int] {
    CorrelationPeak.several(count, of: correlation, lags: lags, apart: apart, weight: weight).map(\.lag)
  }

  /// The likeliest lag, and how much it stands out.
  func peak(apart: Int) -> CorrelationPeak? {
    CorrelationPeak(correlation, lags: lags, apart: apart, weight: weight)
  }

  /// One over the root of how many numbers both have in common at a lag; 0 where those are very few.
  private func weight(_ lag: Int) -> Float {
    let common = common(lag).count
    return common < least / 4 ? 0 : 1 / Float(max(common, least, 1)).squareRoot()
  }

  /// Lags at which what is in common is about as much alike as at the best of them.
  ///
  /// - Returns: those with the most in common first, and of those the smallest.
  /// - Complexity: O(n) of all lags, which take a number each, whatever `apart` is
  func longest(_ count: Int, apart: Int) -> [Int] {
    let all = likeness
    // Envelopes whose steps do not fall together lose up to a half where attacks are shorter than a step.
    return Array(peaks(of: all, above: 0.5 * (all.max() ?? 0), apart: apart).prefix(count))
  }

  /// Lags at which as much is alike as near `lag`, but for chance, that one with them.
  ///
  /// - Returns: in the order of `longest`; none where too much is not alike to tell.
  /// - Complexity: as `longest`
  func equal(to lag: Int, apart: Int) -> [Int] {
    let all = likeness, index = lag - lags.lowerBound
    guard all.indices.contains(index) else { return [] }
    let near = max(0, index - 2)...min(all.count - 1, index + 2)
    let rest = Self.rest(Double(near.map { all[$0] }.max()!))
    guard rest < 0.1 else { return [] }
    // Single precision leaves as much as the last part.
    let bar = (1 - RivalSearch.factor * rest - 1e-4).squareRoot()
    return peaks(of: all, above: Float(bar), apart: apart)
  }

  /// What is not alike, as a share of the power.
  private static func rest(_ correlation: Double) -> Double { max(0, 1 - correlation * correlation) }

  /// Those that nothing within `apart` exceeds. Of stretches of `apart` and one each, only the largest is looked at: each of
  /// the others is within reach of it.
  private func peaks(of likeness: [Float], above bar: Float, apart: Int) -> [Int] {
    guard bar > 0 else { return [] }
    var peaks: [(common: Int, lag: Int)] = [], looked = 0
    for start in stride(from: 0, to: likeness.count, by: apart + 1) {
      looked += apart + 1
      if looked > Self.piece {
        guard goesOn() else { return [] }
        looked = 0
      }
      let stretch = start..<min(start + apart + 1, likeness.count)
      var index = start
      for other in stretch where exceeds(other, index, in: likeness) { index = other }
      guard likeness[index] > bar else { continue }
      let near = max(0, index - apart)..<min(likeness.count, index + apart + 1)
      guard near.allSatisfy({ likeness[$0] <= likeness[index] }) else { continue }
      let lag = lags.lowerBound + index
      peaks.append((common(lag).count, lag))
    }
    return peaks.sorted { (-$0.common, abs($0.lag)) < (-$1.common, abs($1.lag)) }.map(\.lag)
  }

  /// True where more is alike, or as much of more numbers.
  private func exceeds(_ other: Int, _ index: Int, in likeness: [Float]) -> Bool {
    guard likeness[other] == likeness[index] else { return likeness[other] > likeness[index] }
    return common(lags.lowerBound + other).count > common(lags.lowerBound + index).count
  }

  /// The magnitude of Pearson's correlation of what is in common at each lag, 0…1; 0 where that is little. Empty when nobody
  /// waits any more.
  var likeness: [Float] {
    let mask = correlation.count - 1
    var overlap = LaggedSums(lines.a, lines.b)
    let whole = overlap.wholeEnergy.squareRoot()
    var all: [Float] = []
    all.reserveCapacity(lags.count)
    for lag in lags {
      if lag & (Self.piece - 1) == 0, !goesOn() { return [] }
      defer { overlap.advance() }
      let common = common(lag).count, count = Double(common)
      guard common >= 2 * least else {
        all.append(0)
        continue
      }
      let (a, b) = (overlap.a, overlap.b)
      let powers = (a.squares - a.sum * a.sum / count) * (b.squares - b.sum * b.sum / count)
      // What is nearly silent is like everything.
      guard powers > 1e-6 * whole * whole else {
        all.append(0)
        continue
      }
      let product = Double(correlation[lag & mask]) * whole
      all.append(Float(abs(product - a.sum * b.sum / count) / powers.squareRoot()))
    }
    return all
  }
}
