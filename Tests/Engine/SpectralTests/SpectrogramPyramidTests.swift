// SpectrogramPyramidTests.swift
// Coarse spectra: the right column, bin and level, however the recording is divided, at every zoom.

import Glibc
import Testing
import WaveformCore

@testable import Spectral

@Suite struct SpectrogramPyramidTests {
  private let format = SpectrumFormat(size: 128, overlap: 2, window: .hann)

  private func noise(_ count: Int) -> [Int16] {
    var state: UInt64 = 3
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int16(truncatingIfNeeded: state >> 50)
    }
  }

  /// Each transform's steps.
  private func transforms<Sample: PeakSample>(
    _ samples: [Sample], _ format: SpectrumFormat, channel: Int = 0, of channels: Int = 1
  ) -> [[UInt8]] {
    let length = samples.count / channels, spectrograph = Spectrograph(format)
    return (0..<format.count(length: length)).map { transform in
      let frames = format.frames(of: transform..<transform + 1)
      let plane = SpectrumNumbers(frames.count), powers = SpectrumNumbers(format.columnNumbers)
      for frame in frames.clamped(to: 0..<length) {
        plane.first[frame - frames.lowerBound] = samples[frame * channels + channel].asFloat * Sample.unit
      }
      spectrograph.fold(
        transform..<transform + 1, of: plane.first, from: frames.lowerBound, into: powers.first)
      var steps = [UInt8](repeating: 0, count: format.columnSteps)
      spectrograph.steps(powers.first, into: &steps)
      return steps
    }
  }

  private func largest(_ transforms: ArraySlice<[UInt8]>) -> [UInt8] {
    transforms.reduce([UInt8](repeating: 0, count: format.columnSteps)) { zip($0, $1).map { max($0, $1) } }
  }

  private func read(_ pyramid: SpectrogramPyramid, _ range: Range<Int>, _ channels: [Int] = [0]) -> [UInt8]? {
    var steps = [UInt8](repeating: 0, count: pyramid.format.columnSteps)
    return pyramid.read([range], channels: channels, part: .all, into: &steps) == [true] ? steps : nil
  }

  /// A step may differ by one where the transform before it in the pair rounds otherwise.
  private func agree(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    zip(one, other).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  @Test func `columns are the maxima of their transforms at every level`() throws {
    let samples = noise(128 * 64 * 5 + 777), all = transforms(samples, format)
    let pyramid = pyramid(samples, format)
    #expect(pyramid.isComplete && pyramid.transforms == all.count)
    for hops in [16, 64, 256] {
      for first in stride(from: 0, to: all.count, by: hops) {
        let range = first..<min(first + hops, all.count)
        let found = try #require(read(pyramid, range))
        #expect(agree(found, largest(all[range])), "\(range)")
      }
    }
    #expect(agree(try #require(read(pyramid, 0..<all.count)), largest(all[...])))
  }

  @Test func `blocks of any size give the same`() {
    let samples = noise(40_000)
    let wanted = pyramid(samples, format, block: 40_000)
    for block in [1, 63, 64, 65, 1000, 16_383, 16_384, 16_385] {
      let found = pyramid(samples, format, block: block)
      for first in stride(from: 0, to: wanted.transforms, by: 16) {
        #expect(read(found, first..<first + 16) == read(wanted, first..<first + 16), "\(block)")
      }
    }
  }

  @Test(arguments: [(128, 2), (64, 1), (256, 8), (1024, 4)])
  func `parts that several threads reduce give the same`(
    size: Int, overlap: Int
  ) {
    let format = SpectrumFormat(size: size, overlap: overlap, window: .blackmanHarris)
    for channels in 1...3 {
      let wanted = SpectrogramPyramid(format, channels: channels)
      let run = SpectrogramBuilder<Int16>(wanted).framesPerRun
      let samples = noise((run * 5 + 333) * channels)
      let alone = pyramid(samples, format, channels: channels)
      for parts in [[1, 1, 1], [2, 1], [3, 2], [5]] {
        let found = SpectrogramPyramid(format, channels: channels)
        let builder = SpectrogramBuilder<Int16>(found)
        samples.withUnsafeBufferPointer { samples in
          var frame = 0
          var reduced: [SpectrogramBuilder<Int16>.Part] = []
          for runs in parts {
            reduced.append(
              builder.reduce(samples.baseAddress! + frame * channels, frames: runs * run, from: frame))
            frame += runs * run
          }
          for part in reduced { builder.append(part) }
          builder.append(samples.baseAddress! + frame * channels, frames: samples.count / channels - frame)
        }
        builder.finish()
        #expect(found.transforms == alone.transforms)
        for first in stride(from: 0, to: alone.transforms, by: 16) {
          for channel in 0..<channels {
            let one = read(found, first..<first + 16, [channel])!,
              other = read(alone, first..<first + 16, [channel])!
            #expect(agree(one, other), "\(parts), \(first), \(channel)")
          }
        }
      }
    }
  }

  @Test func `an impulse is in its columns and in no others`() {
    for place in [0, 1, 63, 64, 5000, 8191, 8192, 20_000, 29_999] {
      var samples = [Float](repeating: 0, count: 30_000)
      samples[place] = 1
      let pyramid = pyramid(samples, format)
      for transform in 0..<pyramid.transforms / 16 {
        let frames = format.frames(of: transform * 16..<(transform + 1) * 16)
        let found = read(pyramid, transform * 16..<(transform + 1) * 16)!
        // Hann's first weight is 0.
        let isIn = frames.contains(place) && place > frames.lowerBound
        #expect((found.max()! > 0) == isIn, "\(place), \(transform)")
        // All bins alike, at twice the weight over the sum, which is that of an impulse on a centre at most.
        if isIn, place % 64 == 0 {
          let level = 20 * log10(2.0 / 64)
          #expect(
            found[..<format.bins].allSatisfy { (SpectrumStep.level($0) - level).magnitude <= 0.25 + 1e-3 })
        }
      }
    }
  }

  @Test func `a chirp is in the right bin of each column at every zoom`() {
    // From 0 to a quarter of the rate.
    let length = 64 * 16 * 40
    let samples = (0..<length).map { frame in
      Float(sin(2 * .pi * 0.125 * Double(frame) * Double(frame) / Double(length)))
    }
    let pyramid = pyramid(samples, format)
    for hops in [16, 64, 128, 640] {
      for first in stride(from: 0, to: pyramid.transforms, by: hops) {
        let found = read(pyramid, first..<first + hops)!
        let bins = (0..<hops).map { Int((Double((first + $0) * 64) * 0.25 / Double(length) * 128).rounded()) }
        for bin in bins.min()!...bins.max()! where bin > 2 {
          #expect(SpectrumStep.level(found[bin]) > -3, "\(first), \(hops), \(bin)")
        }
        let above = bins.max()! + 8
        if above < format.bins {
          #expect(SpectrumStep.level(found[above..<format.bins].max()!) < -40, "\(first)")
        }
      }
    }
  }

  @Test func `what is known of a recording that grows`() {
    let samples = noise(64 * 16 * 9)
    let pyramid = SpectrogramPyramid(format, channels: 1), builder = SpectrogramBuilder<Int16>(pyramid)
    #expect(read(pyramid, 0..<16) == nil)
    samples.withUnsafeBufferPointer { builder.append($0.baseAddress!, frames: 64 * 16 * 6 + 100) }
    #expect(pyramid.transforms == 96 && !pyramid.isComplete && pyramid.shape == nil)
    // The second column of the coarser level is not whole, but its first half is known.
    #expect(read(pyramid, 0..<200) != nil && read(pyramid, 64..<128) != nil && read(pyramid, 96..<112) == nil)
  }

  @Test func `beyond the budget the finest level is given up`() {
    let samples = noise(64 * 16 * 300), all = transforms(samples, format)
    let pyramid = pyramid(samples, format, budget: 65 * 200)
    #expect(pyramid.byteCount <= 65 * 200 && pyramid.finestHops > 16)
    for first in stride(from: 0, to: all.count, by: pyramid.finestHops) {
      let range = first..<min(first + pyramid.finestHops, all.count)
      #expect(agree(read(pyramid, range)!, largest(all[range])))
    }
    // A length that is known before decides at once.
    #expect(
      SpectrogramPyramid(format, channels: 1, expectedFrames: samples.count, budget: 65 * 200).hopsPerColumn
        > 16)
  }

  @Test func `an hour of stereo takes less than 40 MB`() {
    let format = SpectrumFormat(size: 2048, overlap: 2, window: .hann)
    let pyramid = SpectrogramPyramid(format, channels: 2, expectedFrames: 56 * 60 * 44_100)
    #expect(pyramid.hopsPerColumn == 16)
    let column = [UInt8](repeating: 9, count: format.columnSteps * 2)
    for _ in 0..<56 * 60 * 44_100 / (16 * 1024) + 1 { column.withUnsafeBufferPointer { pyramid.append($0) } }
    pyramid.finish(length: 56 * 60 * 44_100)
    #expect(pyramid.byteCount < 27_000_000 && pyramid.finestHops == 16)
  }

  @Test func `a stored pyramid comes back`() throws {
    let samples = noise(64 * 16 * 70 + 5), pyramid = pyramid(samples, format)
    var bytes: [UInt8] = []
    #expect(
      pyramid.store {
        bytes += $0
        return true
      })
    let shape = try #require(pyramid.shape)
    let back = try #require(
      bytes.withUnsafeBytes { SpectrogramPyramid(format, channels: 1, shape, bytes: $0) })
    #expect(back.isComplete && back.transforms == pyramid.transforms && back.length == pyramid.length)
    for range in [0..<16, 16..<32, 0..<300, 7..<900, 1100..<1121] {
      #expect(read(back, range) == read(pyramid, range))
    }
    bytes.withUnsafeBytes {
      #expect(SpectrogramPyramid(format, channels: 2, shape, bytes: $0) == nil)
      #expect(
        SpectrogramPyramid(format, channels: 1, .init(hopsPerColumn: 16, length: -3), bytes: $0) == nil)
    }
  }

  @Test func `the lane of several channels shows the largest of them`() {
    let one = noise(30_000), other = [Int16](repeating: 0, count: 30_000)
    let samples = zip(one, other).flatMap { [$0, $1] }
    let pyramid = pyramid(samples, format, channels: 2)
    #expect(read(pyramid, 16..<32, [0, 1]) == read(pyramid, 16..<32, [0]))
    #expect(read(pyramid, 16..<32, [1])!.allSatisfy { $0 == 0 })
  }
}
