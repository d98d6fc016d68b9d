// Prediction.swift
// What linear prediction costs: sums of products at a distance, and what each sample has that its neighbours did not
// foretell. Functions of plain memory: see SpectralVector.swift for what this module may contain.
// Unsafe: buffers have whole vectors of eight numbers, with room for the distances on the sides named below.

/// Products are summed up in single precision over so many vectors, then in double precision: tones need it.
private let run = 4

/// Sums of products of samples that lie 0, 1, … `lags − 1` apart.
///
/// - Parameters:
///   - samples: `count` of them, a multiple of eight, with `lags` and a vector of zeros behind them.
///   - lags: a multiple of four.
///   - sums: gets `lags` numbers.
@inline(never)
public func autocorrelate(
  _ samples: UnsafePointer<Float>, count: Int, lags: Int, into sums: UnsafeMutablePointer<Double>
) {
  for lag in stride(from: 0, to: lags, by: 4) {
    var (a, b, c, d) = (0.0, 0.0, 0.0, 0.0)
    for first in stride(from: 0, to: count, by: run * SpectralVector.scalarCount) {
      var partA = SpectralVector(repeating: 0)
      var (partB, partC, partD) = (partA, partA, partA)
      let end = min(count, first + run * SpectralVector.scalarCount)
      for index in stride(from: first, to: end, by: SpectralVector.scalarCount) {
        let here = SpectralVector(samples, index), there = index + lag
        partA += here * SpectralVector(samples, there)
        partB += here * SpectralVector(samples, there + 1)
        partC += here * SpectralVector(samples, there + 2)
        partD += here * SpectralVector(samples, there + 3)
      }
      a += partA.total
      b += partB.total
      c += partC.total
      d += partD.total
    }
    (sums[lag], sums[lag + 1], sums[lag + 2], sums[lag + 3]) = (a, b, c, d)
  }
}

/// What is left of each sample when those before it, and when those behind it, have foretold it: two magnitudes.
///
/// - Parameters:
///   - samples: `count` of them, a multiple of eight, with `order` more on either side.
///   - weights: `order` of them, of the samples at a distance of 1, 2, ….
@inline(never)
public func predict(
  _ samples: UnsafePointer<Float>, count: Int, weights: UnsafePointer<Float>, order: Int,
  into ahead: UnsafeMutablePointer<Float>, _ back: UnsafeMutablePointer<Float>
) {
  for index in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    var fromBefore = SpectralVector(samples, index), fromBehind = fromBefore
    for distance in 1...order {
      let weight = weights[distance - 1]
      fromBefore -= SpectralVector(samples, index - distance) * weight
      fromBehind -= SpectralVector(samples, index + distance) * weight
    }
    fromBefore.magnitude.store(ahead, index)
    fromBehind.magnitude.store(back, index)
  }
}

/// The smaller one of what was left ahead, at most `reach` samples ago, and of what is left back, at most `reach`
/// samples from now.
///
/// - Parameters:
///   - ahead: `count` numbers, a multiple of eight, behind `reach` zeros; each becomes the largest of itself and the
///     `reach` before it. `back` likewise, with `reach` and a vector of zeros behind them.
///   - known: the reach that they have been brought to by an earlier call; 0 for what `predict` wrote.
///   - reach: as `known`, a power of two less one.
@inline(never)
public func findSurprises(
  _ ahead: UnsafeMutablePointer<Float>, _ back: UnsafeMutablePointer<Float>, count: Int, known: Int,
  reach: Int,
  into surprises: UnsafeMutablePointer<Float>
) {
  var step = known + 1
  while step <= reach {
    // From the end on: each number needs those before it as they were.
    for index in stride(from: count - SpectralVector.scalarCount, through: 0, by: -SpectralVector.scalarCount)
    {
      SpectralVector(ahead, index).atLeast(SpectralVector(ahead, index - step)).store(ahead, index)
    }
    for index in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
      SpectralVector(back, index).atLeast(SpectralVector(back, index + step)).store(back, index)
    }
    step *= 2
  }
  for index in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    SpectralVector(ahead, index).atMost(SpectralVector(back, index)).store(surprises, index)
  }
}

extension SpectralVector {
  /// The sum of all eight, always in the same order.
  @inline(__always) fileprivate var total: Double {
    let low = (Double(self[0]) + Double(self[1])) + (Double(self[2]) + Double(self[3]))
    let high = (Double(self[4]) + Double(self[5])) + (Double(self[6]) + Double(self[7]))
    return low + high
  }

  @inline(__always) fileprivate var magnitude: Self {
    unsafeBitCast(unsafeBitCast(self, to: SIMD8<Int32>.self) & Int32.max, to: Self.self)
  }
}
