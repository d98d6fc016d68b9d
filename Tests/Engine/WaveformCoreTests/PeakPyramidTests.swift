// PeakPyramidTests.swift
// The peaks against brute force: lengths around every edge of a bin, every channel count, every odd value.

import TestSupport
import Testing

@testable import WaveformCore

struct PeakPyramidTests {
  static let lengths = [
    0, 1, 2, 7, 8, 9, 255, 256, 257, 511, 512, 513, 767, 768, 769, 1023, 1024, 1025, 4095, 4096, 4097,
  ]

  @Test(arguments: 1...8)
  func `every level equals brute force at every edge of a bin`(channels: Int) {
    var random = RandomNumbers(seed: UInt64(100 + channels))
    let integers = random.int16Noise(4097 * channels)
    let floats = random.floatNoise(4097 * channels)
    for length in Self.lengths {
      let integers = Array(integers[..<(length * channels)])
      let floats = Array(floats[..<(length * channels)])
      let integerPeaks = PeakPyramid.built(from: integers, channels: channels, blockSizes: [300])
      let floatPeaks = PeakPyramid.built(from: floats, channels: channels, blockSizes: [300])
      #expect(integerPeaks.difference(fromBruteForceOf: integers) == nil, "\(length) frames")
      #expect(floatPeaks.difference(fromBruteForceOf: floats) == nil, "\(length) frames")
      #expect(floatPeaks.nonFiniteSamples == 0)
    }
  }

  @Test(arguments: [16_383, 16_384, 16_385, 65_535, 65_536, 65_537])
  func `every level equals brute force at the edges of the coarser ones`(length: Int) {
    var random = RandomNumbers(seed: UInt64(length))
    let mono = random.int16Noise(length)
    #expect(PeakPyramid.built(from: mono, channels: 1).difference(fromBruteForceOf: mono) == nil)
    let stereo = random.floatNoise(length / 4 * 2)
    #expect(PeakPyramid.built(from: stereo, channels: 2).difference(fromBruteForceOf: stereo) == nil)
  }

  @Test func `more channels than a vector has lanes`() {
    var random = RandomNumbers(seed: 3)
    for channels in [9, 16, 17, 33] {
      let integers = random.int16Noise(channels * 600)
      #expect(
        PeakPyramid.built(from: integers, channels: channels).difference(fromBruteForceOf: integers) == nil)
      let floats = random.floatNoise(channels * 600)
      #expect(PeakPyramid.built(from: floats, channels: channels).difference(fromBruteForceOf: floats) == nil)
    }
  }

  @Test func `an empty recording is complete and has no bins`() {
    let pyramid = PeakPyramid<Float>.built(from: [], channels: 2)
    #expect(pyramid.isComplete && pyramid.framesRead == 0 && pyramid.byteCount == 0)
    let columns = pyramid.columns(channel: 1, grid: PixelGrid(framesPerPixel: 10), first: 0, count: 3)
    #expect(columns == WaveformColumns(count: 3))
  }

  @Test func `the lowest integer everywhere is as loud as loud can be`() {
    for channels in 1...8 {
      let samples = [Int16](repeating: .min, count: 5000 * channels)
      let pyramid = PeakPyramid.built(from: samples, channels: channels)
      for level in 0..<4 {
        for bins in pyramid.bins(ofLevel: level) {
          let loudest = PeakBin<Int16>(low: .min, high: .min, rms: .max, meanMagnitude: .max)
          #expect(!bins.isEmpty && bins.allSatisfy { $0 == loudest })
        }
      }
    }
  }

  @Test(arguments: 1...8)
  func `silence is silence, not a gap`(channels: Int) {
    let silence = [Float](repeating: 0, count: 3000 * channels)
    let pyramid = PeakPyramid.built(from: silence, channels: channels)
    for bins in pyramid.bins(ofLevel: 0) {
      let silent = PeakBin<Float>(low: 0, high: 0, rms: 0, meanMagnitude: 0)
      #expect(bins.count == 12 && bins.allSatisfy { $0 == silent && !$0.isGap })
    }
    let columns = pyramid.columns(channel: 0, grid: PixelGrid(framesPerPixel: 1000), first: 0, count: 3)
    #expect(columns.low == [0, 0, 0] && columns.high == [0, 0, 0])
  }

  // MARK: What is not a number

  @Test(arguments: 1...8)
  func `samples that are not finite are counted and left out`(channels: Int) {
    var random = RandomNumbers(seed: UInt64(200 + channels))
    for length in [1, 9, 256, 257, 1300] {
      var samples = random.floatNoise(length * channels)
      var count = 0
      for index in samples.indices where random.next() % 50 == 0 {
        samples[index] = [.nan, .infinity, -.infinity, .signalingNaN].randomElement(using: &random)!
        count += 1
      }
      for blockSize in [1, 100, 256, 5000] {
        let pyramid = PeakPyramid.built(from: samples, channels: channels, blockSizes: [blockSize])
        #expect(pyramid.nonFiniteSamples == count)
        #expect(pyramid.difference(fromBruteForceOf: samples) == nil)
      }
    }
  }

  @Test func `each place in a bin may hold the one that is not finite`() {
    for place in 0..<256 {
      var samples = [Float](repeating: 0.25, count: 256)
      samples[place] = [.nan, .infinity, -.infinity][place % 3]
      let pyramid = PeakPyramid.built(from: samples, channels: 1)
      let quarter = PeakBin<Float>(low: 0.25, high: 0.25, rms: 0.25, meanMagnitude: 0.25)
      #expect(pyramid.bins(ofLevel: 0) == [[quarter]] && pyramid.nonFiniteSamples == 1)
    }
  }

  @Test func `a bin without a finite sample is a gap, and stays one in every channel alone`() {
    // Stereo: the left channel is never finite in the second bin, the right one always is.
    var samples = [Float](repeating: 0.5, count: 2 * 1024)
    for frame in 256..<512 { samples[2 * frame] = .nan }
    let pyramid = PeakPyramid.built(from: samples, channels: 2)
    #expect(pyramid.bins(ofLevel: 0)[0].map(\.isGap) == [false, true, false, false])
    #expect(pyramid.bins(ofLevel: 0)[1].map(\.isGap) == [false, false, false, false])
    #expect(pyramid.bins(ofLevel: 1).map { $0.map(\.rms) } == [[0.5], [0.5]])
    #expect(pyramid.nonFiniteSamples == 256)
    let grid = PixelGrid(framesPerPixel: 256)
    let left = pyramid.columns(channel: 0, grid: grid, first: 0, count: 4)
    #expect((0..<4).map(left.isEmpty) == [false, true, false, false])
    // A column over gap and sound shows the sound.
    let wide = pyramid.columns(channel: 0, grid: PixelGrid(framesPerPixel: 512), first: 0, count: 2)
    #expect(wide.rms == [0.5, 0.5] && wide.low == [0.5, 0.5])
  }

  @Test func `only gaps, all the way up`() {
    let pyramid = PeakPyramid.built(from: [Float](repeating: .nan, count: 3 * 5000), channels: 3)
    for level in 0..<3 { #expect(pyramid.bins(ofLevel: level).allSatisfy { $0.allSatisfy(\.isGap) }) }
    #expect(pyramid.nonFiniteSamples == 15_000)
    for framesPerPixel in [10.0, 256, 1000, 5000] {
      let columns = pyramid.columns(
        channel: 2, grid: PixelGrid(framesPerPixel: framesPerPixel), first: 0, count: 3)
      #expect((0..<3).allSatisfy(columns.isEmpty))
      #expect(columns.rms == [0, 0, 0])
    }
  }

  // MARK: Large and small

  @Test(arguments: [1e30, -1e30, 3.4e38, 1.5, -8, 1e-10] as [Float])
  func `values of any size stay visible`(value: Float) {
    for channels in [1, 2, 3, 8] {
      var samples = [Float](repeating: 0, count: 2000 * channels)
      for index in samples.indices where index % 7 < 3 { samples[index] = value }
      let pyramid = PeakPyramid.built(from: samples, channels: channels)
      #expect(pyramid.nonFiniteSamples == 0)
      #expect(pyramid.difference(fromBruteForceOf: samples) == nil)
      let columns = pyramid.columns(channel: 0, grid: PixelGrid(framesPerPixel: 500), first: 0, count: 4)
      #expect(
        columns.low.allSatisfy { $0 == min(value, 0) } && columns.high.allSatisfy { $0 == max(value, 0) })
      #expect(columns.rms.allSatisfy { $0.isFinite && $0 <= value.magnitude })
    }
  }

  @Test func `integers become full scale`() {
    let samples: [Int16] = Array(repeating: .min, count: 256) + Array(repeating: 16384, count: 256)
    let peaks = WaveformPeaks.int16(.built(from: samples, channels: 1))
    let columns = peaks.columns(channel: 0, grid: PixelGrid(framesPerPixel: 256), first: 0, count: 2)
    #expect(columns.low == [-1, 0.5] && columns.high == [-1, 0.5])
    #expect(columns.rms == [32767 / 32768, 0.5] && columns.meanMagnitude == [32767 / 32768, 0.5])
    #expect(peaks.channels == 1 && peaks.framesPerBin == 256 && peaks.framesRead == 512)
    #expect(peaks.nonFiniteSamples == 0)
  }

  @Test func `the float variant answers for its pyramid`() {
    let peaks = WaveformPeaks.float(.built(from: [.nan, 2, 0.5, -3], channels: 2))
    #expect(peaks.channels == 2 && peaks.framesPerBin == 256 && peaks.framesRead == 2)
    #expect(peaks.nonFiniteSamples == 1)
    let columns = peaks.columns(channel: 1, grid: PixelGrid(framesPerPixel: 2), first: 0, count: 1)
    #expect(columns.low == [-3] && columns.high == [2] && columns.meanMagnitude == [2.5])
  }
}
