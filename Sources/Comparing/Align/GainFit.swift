// GainFit.swift
// How much louder one recording is than another where both lie right. A pure value.

import WaveformCore

/// The gain by least squares: the median of several stretches.
struct GainFit {
  /// What a stretch tells.
  struct Sums {
    private(set) var squaresA = 0.0, products = 0.0

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
      products += values.a * values.b
    }
  }

  /// Linear, > 0.
  let gain: Double
  /// Nil where nothing can be said.
  let isInverted: Bool?

  init(_ stretches: [Sums]) {
    let gains = stretches.filter { $0.squaresA > 0 }.map { $0.products / $0.squaresA }.sorted()
    guard !gains.isEmpty, case let median = gains[gains.count / 2], median != 0, median.isFinite else {
      gain = 1
      isInverted = nil
      return
    }
    gain = abs(median)
    isInverted = median < 0
  }
}
