// LagLikeness.swift
// How much two lines of numbers are alike at each lag, and the lags that are worth a closer look. A pure value; valid as
// long as the correlation that it was made of.

/// The correlation of two lines, samples or envelopes, by lag.
struct LagLikeness {
  private let correlation: UnsafeBufferPointer<Float>
  private let lags: ClosedRange<Int>
  private let counts: (a: Int, b: Int)
  private let sums: (a: Sums, b: Sums)
  /// Numbers in common up to which they are few: those fit by chance.
  private let least: Int

  /// The sums of the first n numbers and of their squares.
  private struct Sums {
    private var values = [0.0], squares = [0.0]

    init(_ line: [Float]) {
      values.reserveCapacity(line.count + 1)
      squares.reserveCapacity(line.count + 1)
      var (sum, square) = (0.0, 0.0)
      for value in line {
        sum += Double(value)
        square += Double(value) * Double(value)
        values.append(sum)
        squares.append(square)
      }
    }

    var energy: Double { squares[squares.count - 1] }
    func sum(_ range: Range<Int>) -> Double { values[range.upperBound] - values[range.lowerBound] }
    func energy(_ range: Range<Int>) -> Double { squares[range.upperBound] - squares[range.lowerBound] }
  }

  /// - Parameters:
  ///   - correlation: as `Correlator` gives it, plain, of the two lines.
  ///   - a, b: the lines, neither of them empty.
  init(_ correlation: UnsafeBufferPointer<Float>, _ a: [Float], _ b: [Float], least: Int) {
    self.correlation = correlation
    self.least = least
    lags = 1 - b.count...a.count - 1
    counts = (a.count, b.count)
    sums = (Sums(a), Sums(b))
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
  func longest(_ count: Int, apart: Int) -> [Int] {
    let all = likeness
    // Envelopes whose steps do not fall together lose up to a half where attacks are shorter than a step.
    return Array(peaks(of: all, above: 0.5 * (all.max() ?? 0), apart: apart).prefix(count))
  }

  /// Lags at which as much is alike as near `lag`, but for chance, that one with them.
  ///
  /// - Returns: in the order of `longest`; none where too much is not alike to tell.
  func equal(to lag: Int, apart: Int) -> [Int] {
    let all = likeness, index = lag - lags.lowerBound
    let near = max(0, index - 2)...min(all.count - 1, index + 2)
    let rest = Self.rest(Double(near.map { all[$0] }.max()!))
    guard rest < 0.1 else { return [] }
    // Single precision leaves as much as the last part.
    let bar = (1 - RivalSearch.factor * rest - 1e-4).squareRoot()
    return peaks(of: all, above: Float(bar), apart: apart)
  }

  /// What is not alike, as a share of the power.
  private static func rest(_ correlation: Double) -> Double { max(0, 1 - correlation * correlation) }

  private func peaks(of likeness: [Float], above bar: Float, apart: Int) -> [Int] {
    guard bar > 0 else { return [] }
    var peaks: [(common: Int, lag: Int)] = []
    for index in likeness.indices where likeness[index] > bar {
      let near = max(0, index - apart)..<min(likeness.count, index + apart + 1)
      guard near.allSatisfy({ likeness[$0] <= likeness[index] }) else { continue }
      let lag = lags.lowerBound + index
      peaks.append((common(lag).count, lag))
    }
    return peaks.sorted { (-$0.common, abs($0.lag)) < (-$1.common, abs($1.lag)) }.map(\.lag)
  }

  /// The magnitude of Pearson's correlation of what is in common at each lag, 0…1; 0 where that is little.
  private var likeness: [Float] {
    let mask = correlation.count - 1, whole = (sums.a.energy * sums.b.energy).squareRoot()
    return lags.map { lag in
      let common = common(lag), count = Double(common.count)
      guard common.count >= 2 * least else { return 0 }
      let other = common.lowerBound - lag..<common.upperBound - lag
      let a = sums.a.sum(common), b = sums.b.sum(other)
      let powers = (sums.a.energy(common) - a * a / count) * (sums.b.energy(other) - b * b / count)
      // What is nearly silent is like everything.
      guard powers > 1e-6 * whole * whole else { return 0 }
      return Float(abs(Double(correlation[lag & mask]) * whole - a * b / count) / powers.squareRoot())
    }
  }
}
