// SpectralKernelsTests.swift
// The inner loops as they are compiled for every processor and for those with AVX2: the same bits. (Without optimization
// both are compiled alike; `.ci/run` compares what the programs write.)

import Testing

@testable import Spectral

@Suite(.enabled(if: SpectralKernels.wide != nil)) struct `Both ways of the inner loops` {
  /// Numbers with room on both sides.
  private final class Buffer {
    let all: UnsafeMutablePointer<Float>
    let count: Int
    var numbers: UnsafeMutablePointer<Float> { all + 16 }

    init(_ count: Int, seed: UInt64, _ range: ClosedRange<Float>) {
      self.count = count + 64
      all = .allocate(capacity: count + 64)
      var state = seed
      for index in 0..<count + 64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        (all + index).initialize(
          to: range.lowerBound + Float(state >> 40) / Float(1 << 24) * (range.upperBound - range.lowerBound))
      }
    }

    deinit { all.deallocate() }

    var bits: [UInt32] { (0..<count).map { all[$0].bitPattern } }
  }

  private func both(_ count: Int, _ body: (SpectralKernels, [Buffer]) -> Void) throws {
    let results = try [SpectralKernels.plain, #require(SpectralKernels.wide)].map { kernels in
      let buffers = (0..<14).map { Buffer(count, seed: UInt64($0 + 1), $0 < 2 ? -2...2 : 0...3) }
      let before = buffers.map(\.bits)
      body(kernels, buffers)
      #expect(buffers.map(\.bits) != before, "something was written")
      return buffers.map(\.bits)
    }
    #expect(results[0] == results[1])
  }

  @Test(arguments: [32, 64, 2048]) func `spectra and gains`(size: Int) throws {
    let bins = size / 2 + 1, count = (bins + 7) / 8 * 8
    try both(size + 16) { kernels, buffers in
      let numbers = buffers.map(\.numbers)
      kernels.findRatios(numbers[0], numbers[1], size, numbers[2], numbers[3], numbers[4], count)
      kernels.smooth(numbers[3], bins, count, 3)
      let bands = size / 32
      kernels.findPresence(numbers[3], numbers[6], bands)
      kernels.findPresence(numbers[4], numbers[7], bands)
      for memories in [6, 7] {
        kernels.findMemories(numbers[memories], numbers[8], numbers[9], bands, 0.9, 0.1, 0.35, 0.4, 0.6)
      }
      kernels.findGains(
        (
          UnsafePointer(numbers[2]), UnsafePointer(numbers[3]), UnsafePointer(numbers[4]),
          UnsafePointer(numbers[10])
        ),
        (UnsafePointer(numbers[6]), UnsafePointer(numbers[7])), bands, numbers[11], numbers[12], numbers[5],
        numbers[8], count, 1e-5, 0.5, 0.1)
      kernels.findLarger(numbers[11], numbers[9], numbers[13], count)
      kernels.weigh(numbers[0], numbers[1], size, numbers[13], numbers[12])
    }
  }

  @Test(arguments: [32, 64, 2048]) func `two passes`(size: Int) throws {
    let count = (size / 2 + 8) / 8 * 8, bands = size / 32
    try both(size + 16) { kernels, buffers in
      let numbers = buffers.map(\.numbers)
      kernels.findPriors(
        numbers[2], numbers[3], numbers[4], bands, numbers[5], numbers[6], count, 0.15, 0.003)
      kernels.findBandMeans(numbers[6], numbers[7], bands)
      kernels.findAmplitudes(
        numbers[2], numbers[5], numbers[6], numbers[7], bands, numbers[3], numbers[8], count,
        (0.1, 4.6, 0.05),
        -10)
      kernels.findSecondGains(numbers[8], numbers[1], numbers[2], (0.9, 0.6, 2), 0.1, count)
      kernels.holdGains(numbers[8], numbers[9], 0.5, numbers[10], count)
    }
  }

  @Test(arguments: [32, 64, 2048]) func `prediction`(count: Int) throws {
    try both(count + 64) { kernels, buffers in
      let numbers = buffers.map(\.numbers)
      var sums = [Double](repeating: 0, count: 28)
      kernels.autocorrelate(numbers[0], count, 28, &sums)
      for (index, sum) in sums.enumerated() { numbers[2][index] = Float(sum) }
      kernels.predict(numbers[0] + 32, count, numbers[1], 24, numbers[3] + 32, numbers[4])
      kernels.findSurprises(numbers[3] + 32, numbers[4], count, 0, 7, numbers[5])
      kernels.findSurprises(numbers[3] + 32, numbers[4], count, 7, 31, numbers[5])
    }
  }

  @Test(arguments: [32, 64, 2048]) func `windows`(size: Int) throws {
    try both(size * 2) { kernels, buffers in
      let numbers = buffers.map(\.numbers)
      kernels.cutPair(numbers[0], size, size / 4, numbers[2], numbers[3], numbers[4])
      kernels.layPair(numbers[3], numbers[4], size, size / 4, numbers[2], numbers[1])
      kernels.multiply(numbers[5], numbers[2], size)
    }
  }

  @Test(arguments: [8, 48, 256]) func `lines`(count: Int) throws {
    try both(count + 32) { kernels, buffers in
      let numbers = buffers.map(\.numbers)
      // A wave's numbers are at most 1: with larger ones what is summed up would grow beyond all measure.
      for index in 0..<18 { numbers[2][index] = 0.3 * numbers[1][index] }
      kernels.correlate(numbers[0], count, numbers[2], numbers[3])
      kernels.subtract(numbers[1], count, numbers[2], numbers[4])
    }
  }

  @Test(arguments: [1, 2, 3], [1, 7, 8, 9, 16, 100]) func `samples`(step: Int, count: Int) throws {
    try both(count * step) { kernels, buffers in
      buffers[0].numbers[0] = .nan
      buffers[0].numbers[(count - 1) * step] = -.infinity
      kernels.takeIn(buffers[0].numbers, count, step, buffers[1].numbers)
      #expect((0..<count).allSatisfy { abs(buffers[1].numbers[$0]) <= 2 })
      // As many channels, of as many numbers.
      kernels.interleave(buffers[2].numbers, count, step, count, buffers[3].numbers)
      var isRight = true
      for index in 0..<count * step {
        let sample: Float = buffers[2].numbers[index % step * count + index / step]
        if buffers[3].numbers[index] != sample { isRight = false }
      }
      #expect(isRight)
    }
  }
}
