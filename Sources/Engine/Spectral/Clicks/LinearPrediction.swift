// LinearPrediction.swift
// How well each sample of a short stretch follows from those beside it: an autoregressive model. One thread at a time.
// Unsafe: the buffers have the sizes that stand where they are made, and belong to this object.

/// A model x(n) = Σ w(k)·x(n − k) + e(n) of a stretch, k = 1 … `order`, with the least power of e.
///
/// The weights come from the autocorrelation of the windowed stretch by Levinson's recursion (Makhoul 1975, "Linear
/// prediction: a tutorial review", equations 37 to 38), so that the model is always stable.
final class LinearPrediction {
  let order: Int
  /// Samples of a stretch, a multiple of eight.
  let count: Int
  /// w(1) … w(order), after `fit`.
  let weights: UnsafeMutablePointer<Float>
  private let kernels: SpectralKernels
  private let window: UnsafeMutablePointer<Float>
  private let windowed: UnsafeMutablePointer<Float>
  private let sums: UnsafeMutablePointer<Double>
  /// 1, −w(1), −w(2), …: the filter whose output is e.
  private(set) var filter: [Double]
  private var before: [Double]

  /// White noise that is added to the model, in parts of its power: keeps a pure tone, which follows from two samples,
  /// from making the equations singular.
  private static let floor = 1e-7

  init(order: Int, count: Int, kernels: SpectralKernels) {
    precondition(count % 8 == 0 && order >= 1)
    self.order = order
    self.count = count
    self.kernels = kernels
    let lags = Self.lags(order)
    weights = .allocate(capacity: order)
    weights.initialize(repeating: 0, count: order)
    window = .allocate(capacity: count)
    windowed = .allocate(capacity: count + lags + 8)
    windowed.initialize(repeating: 0, count: count + lags + 8)
    sums = .allocate(capacity: lags)
    sums.initialize(repeating: 0, count: lags)
    filter = [Double](repeating: 0, count: order + 1)
    before = filter
    for index in 0..<count {
      let part = (Double(index) + 0.5) / Double(count)
      (window + index).initialize(to: Float(4 * part * (1 - part)))
    }
  }

  deinit {
    for numbers in [weights, window, windowed] { numbers.deallocate() }
    sums.deallocate()
  }

  /// `order` + 1 distances, rounded up for the kernel.
  private static func lags(_ order: Int) -> Int { (order + 4) / 4 * 4 }

  /// Finds the weights for `count` samples.
  ///
  /// - Returns: false for silence, which needs no model.
  /// - Complexity: O(`count` · `order`)
  func fit(_ samples: UnsafePointer<Float>) -> Bool {
    windowed.update(from: samples, count: count)
    kernels.multiply(windowed, window, count)
    kernels.autocorrelate(windowed, count, Self.lags(order), sums)
    let power = sums[0]
    guard power > 1e-20 * Double(count) else { return false }
    sums[0] = power * (1 + Self.floor)
    var error = sums[0]
    filter[0] = 1
    for step in 1...order { filter[step] = 0 }
    for step in 1...order {
      var sum = 0.0
      for lag in 0..<step { sum += filter[lag] * sums[step - lag] }
      let reflection = -sum / error
      // Rounding; what is known so far is a stable model.
      guard abs(reflection) < 1 else { break }
      for lag in 0...step { before[lag] = filter[lag] }
      for lag in 1...step { filter[lag] = before[lag] + reflection * before[step - lag] }
      error *= 1 - reflection * reflection
    }
    for step in 1...order { weights[step - 1] = Float(-filter[step]) }
    return true
  }
}
