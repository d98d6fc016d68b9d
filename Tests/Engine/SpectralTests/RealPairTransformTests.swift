// RealPairTransformTests.swift
// Two stretches at a time, held against the sum that defines their spectra.

import Glibc
import Testing

@testable import Spectral
@testable import SpectralKernel

struct PairTransformTests {
  /// |X(k)|² by the definition.
  func power(_ samples: [Float], _ bin: Int) -> Double {
    var (re, im) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let angle = -2 * Double.pi * Double(bin * index % samples.count) / Double(samples.count)
      re += Double(sample) * cos(angle)
      im += Double(sample) * sin(angle)
    }
    return re * re + im * im
  }

  @Test(arguments: [16, 32, 96, 224, 256])
  func `each of both has its own spectrum, and comes back`(size: Int) {
    let first = NoiseReducerTests.noise(size, amplitude: 1, seed: 3)
    let second = NoiseReducerTests.noise(size, amplitude: 0.5, seed: 4)
    let transform = RealPairTransform(size: size)
    for index in 0..<size {
      (transform.first[index], transform.second[index]) = (first[index], second[index])
    }
    transform.transform()
    for bin in 0...size / 2 {
      let powers = transform.powers(bin)
      #expect(abs(powers.first - power(first, bin)) < 1e-4)
      #expect(abs(powers.second - power(second, bin)) < 1e-4)
    }
    transform.transformBack()
    for index in 0..<size {
      #expect(abs(transform.first[index] / Float(size) - first[index]) < 1e-6)
      #expect(abs(transform.second[index] / Float(size) - second[index]) < 1e-6)
    }
  }

  @Test func `what is no number or beyond all measure is limited, and nothing else is touched`() {
    let huge = SpectralVector(.nan, .infinity, -.infinity, 2e6, -3e38, -0.0, 1e6, -0.25)
    #expect(huge.limitedForPower == SpectralVector(0, 0, 0, 1e6, -1e6, 0, 1e6, -0.25))
    let some = SpectralVector(0, 1, 2, 3, 4, 5, 6, 7)
    #expect(some.atLeast(SpectralVector(repeating: 3)) == SpectralVector(3, 3, 3, 3, 4, 5, 6, 7))
    #expect(some.atMost(SpectralVector(repeating: 3)) == SpectralVector(0, 1, 2, 3, 3, 3, 3, 3))
    #expect(some.reversed == SpectralVector(7, 6, 5, 4, 3, 2, 1, 0))
    #expect((some - 3).atLeast(SpectralVector(repeating: 0)) == SpectralVector(0, 0, 0, 0, 1, 2, 3, 4))
  }
}
