// GainFit.swift
// How much louder one recording is than another where both lie right. A pure value.

import WaveformCore

/// The gain by least squares: the median of several stretches, each as heavy as its energy.
struct GainFit {
  /// What a stretch tells.
  struct Sums {
    private(set) var squaresA = 0.0, squaresB = 0.0, products = 0.0

    /// - Parameters:
    ///   - a, b: with the same channels.
    ///   - isMixed: the mean of all channels counts, not each of them.
    init(_ a: SampleSlice, _ b: SampleSlice, isMixed: Bool) {
      let frames = min(a.range.count, b.range.count), channels = a.channels
      a.withSamples { a in
        b.withSamples { b in
          for frame in 0..<frames {
            var sums = (a: 0.0, b: 0.0)
            for index in frame * channels..<(frame + 1) * channels {
              let values = (a: Double(a[index]), b: Double(b[index]))
              if isMixed { sums = (sums.a + values.a, sums.b + values.b) } else { add(values) }
            }
            if isMixed { add(sums) }
          }
        }
      }
    }

    private mutating func add(_ values: (a: Double, b: Double)) {
      guard values.a.isFinite, values.b.isFinite else { return }
      squaresA += values.a * values.a
      squaresB += values.b * values.b
      products += values.a * values.b
    }
  }

  /// Linear, > 0.
  let gain: Double
  /// The share of the power, 0…1, that no gain makes alike.
  let rest: Double
  /// Nil where nothing can be said.
  let isInverted: Bool?

  init(_ stretches: [Sums]) {
    let sums = stretches.reduce(into: (ab: 0.0, aa: 0.0, bb: 0.0)) { sums, stretch in
      sums = (
        sums.ab + stretch.products, sums.aa + stretch.squaresA, sums.bb + stretch.squaresB
      )
    }
    let energies = sums.aa * sums.bb
    rest = energies > 0 ? max(0, 1 - sums.ab * sums.ab / energies) : 1
    let known = stretches.filter { $0.squaresA > 0 }.map {
      (gain: $0.products / $0.squaresA, weight: $0.squaresA)
    }
    .sorted { $0.gain < $1.gain }
    // Half of the energy lies on either side: in a quiet stretch the noise decides.
    let half = known.reduce(0) { $0 + $1.weight } / 2
    var sum = 0.0
    let middle = known.first {
      sum += $0.weight
      return sum >= half
    }
    guard let median = middle?.gain, median != 0, median.isFinite else {
      gain = 1
      isInverted = nil
      return
    }
    gain = abs(median)
    isInverted = median < 0
  }
}
