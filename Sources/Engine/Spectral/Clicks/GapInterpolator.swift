// GapInterpolator.swift
// Puts samples where some are lost, so that they follow from their neighbours on both sides. One thread at a time.

/// Least-squares interpolation of lost samples with an autoregressive model.
///
/// Of all values, those are taken with which the power of the model's error is least. With the filter f(0) = 1, f(1), …
/// and c(d) = Σ f(k)·f(k + d), they solve Σ c(|i − j|)·x(j) = 0 for every lost i, over all j, lost or not (Janssen,
/// Veldhuis and Vries 1986, "Adaptive interpolation of discrete-time signals that can be modeled as autoregressive
/// processes", equations 7 to 10; Vaseghi 2008, "Advanced digital signal processing and noise reduction", 10.3). The
/// equations are symmetric, positive definite and banded, so Cholesky's method solves them in O(n · order²).
struct GapInterpolator {
  private let order: Int
  /// c(0) … c(order).
  private var products: [Double]
  /// The lower band of the factor: row i holds the columns i − order … i.
  private var factor: [Double] = []
  private var values: [Double] = []

  init(order: Int) {
    self.order = order
    products = [Double](repeating: 0, count: order + 1)
  }

  /// Takes the model whose error is to be least.
  mutating func use(_ filter: [Double]) {
    for distance in 0...order {
      var sum = 0.0
      for index in 0...(order - distance) { sum += filter[index] * filter[index + distance] }
      products[distance] = sum
    }
  }

  /// Replaces the samples at `places`.
  ///
  /// - Parameters:
  ///   - places: ascending; within `order` of each there are samples.
  mutating func fill(_ places: [Int], of samples: UnsafeMutablePointer<Float>) {
    var first = places.startIndex
    while first < places.endIndex {
      // What lies further apart than the model reaches has no equation in common.
      var end = first + 1
      while end < places.endIndex, places[end] - places[end - 1] <= order { end += 1 }
      solve(places[first..<end], samples)
      first = end
    }
  }

  private mutating func solve(_ places: ArraySlice<Int>, _ samples: UnsafeMutablePointer<Float>) {
    let count = places.count, width = order + 1, start = places.startIndex
    factor.removeAll(keepingCapacity: true)
    factor.append(contentsOf: repeatElement(0, count: count * width))
    values.removeAll(keepingCapacity: true)
    // The known samples on the right-hand side: the lost ones count as 0 meanwhile.
    for place in places { samples[place] = 0 }
    for place in places {
      var sum = 0.0
      for distance in 1...order {
        sum -= products[distance] * (Double(samples[place - distance]) + Double(samples[place + distance]))
      }
      values.append(sum)
    }
    factor.withUnsafeMutableBufferPointer { factor in
      for row in 0..<count {
        let least = max(0, row - order)
        for column in least...row {
          let distance = places[start + row] - places[start + column]
          var sum = distance <= order ? products[distance] : 0
          for inner in max(least, column - order)..<max(least, column) {
            sum -= factor[row * width + inner - row + order] * factor[column * width + inner - column + order]
          }
          if column < row {
            factor[row * width + column - row + order] = sum / factor[column * width + order]
          } else {
            factor[row * width + order] = max(sum, 1e-12).squareRoot()
          }
        }
        // Forwards at once: L·y = values.
        var sum = values[row]
        for column in least..<row { sum -= factor[row * width + column - row + order] * values[column] }
        values[row] = sum / factor[row * width + order]
      }
      // Backwards: Lᵀ·x = y.
      for row in stride(from: count - 1, through: 0, by: -1) {
        let value = values[row] / factor[row * width + order]
        values[row] = value
        for column in max(0, row - order)..<row {
          values[column] -= factor[row * width + column - row + order] * value
        }
      }
    }
    for (value, place) in zip(values, places) { samples[place] = Float(value) }
  }
}
