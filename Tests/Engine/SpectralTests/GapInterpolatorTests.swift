// GapInterpolatorTests.swift
// The model against its normal equations, and what fills a gap against every other way to fill it.

import Glibc
import Testing

@testable import Spectral

struct GapInterpolatorTests {
  private static let order = 8, count = 512

  /// An autoregressive process of known weights.
  private static func process(_ count: Int) -> [Float] {
    let noise = NoiseReducerTests.noise(count, amplitude: 1, seed: 11)
    var samples = [Float](repeating: 0, count: count)
    for index in 2..<count {
      samples[index] = 1.6 * samples[index - 1] - 0.8 * samples[index - 2] + noise[index]
    }
    return samples
  }

  private static func model(_ samples: [Float], order: Int = order) -> LinearPrediction {
    let model = LinearPrediction(order: order, count: samples.count, kernels: .best)
    #expect(samples.withUnsafeBufferPointer { model.fit($0.baseAddress!) })
    return model
  }

  @Test func `the model has the weights of the process, and solves its normal equations`() {
    let samples = Self.process(1 << 15), model = Self.model(samples)
    let weights = (0..<Self.order).map { Double(model.weights[$0]) }
    // Of n samples, weights deviate by about 1 / √n.
    let deviation = 4 / Double(samples.count).squareRoot()
    for (weight, wanted) in zip(weights, [1.6, -0.8, 0, 0, 0, 0, 0, 0]) {
      #expect(abs(weight - wanted) < deviation)
    }
    // The window of Welch (1967), a parabola whose zeros lie half a sample beyond the first and the last.
    let middle = Double(samples.count - 1) / 2
    let windowed = samples.enumerated().map { index, sample in
      let distance = (Double(index) - middle) / (middle + 0.5)
      return Double(sample) * (1 - distance * distance)
    }
    let sums = (0...Self.order).map { lag in
      (0..<windowed.count - lag).reduce(0) { $0 + windowed[$1] * windowed[$1 + lag] }
    }
    for row in 1...Self.order {
      let sum = (1...Self.order).reduce(0) { $0 + weights[$1 - 1] * sums[abs(row - $1)] }
      // Products are summed up in single precision.
      #expect(abs(sum - sums[row]) < 1e-5 * sums[0], "\(row)")
    }
  }

  @Test func `silence has no model`() {
    let model = LinearPrediction(order: Self.order, count: Self.count, kernels: .best)
    let silence = [Float](repeating: 0, count: Self.count)
    #expect(!silence.withUnsafeBufferPointer { model.fit($0.baseAddress!) })
  }

  @Test(arguments: [[100], [100, 101, 102], [100, 103, 110], [50, 51, 300, 301, 302], Array(200..<260)])
  func `no other samples in the gaps leave the model a smaller error`(places: [Int]) {
    var samples = Self.process(Self.count)
    let model = Self.model(samples)
    var interpolator = GapInterpolator(order: Self.order)
    interpolator.use(model.filter)
    samples.withUnsafeMutableBufferPointer { interpolator.fill(places, of: $0.baseAddress!) }
    func error(_ samples: [Float]) -> Double {
      (Self.order..<Self.count).reduce(0) { sum, index in
        let left = (0...Self.order).reduce(0) { $0 + model.filter[$1] * Double(samples[index - $1]) }
        return sum + left * left
      }
    }
    let least = error(samples)
    for place in places {
      for change: Float in [0.01, -0.01] {
        var other = samples
        other[place] += change
        #expect(error(other) > least, "\(place)")
      }
    }
  }
}
