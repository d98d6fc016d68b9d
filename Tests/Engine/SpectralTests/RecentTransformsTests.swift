// RecentTransformsTests.swift
// The transforms of the end of a recording that grows: equal to those computed directly, however the sound came.

import Testing
import WaveformCore

@testable import Spectral

@Suite struct RecentTransformsTests {
  private let channels = 2

  private func sound(_ frames: Int) -> [Float] {
    var state: UInt64 = 17
    return (0..<frames * 2).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int32(truncatingIfNeeded: state >> 32)) / 4_294_967_296
    }
  }

  /// The steps of one transform.
  private func direct(_ samples: [Float], _ transform: Int, _ channel: Int, _ format: SpectrumFormat)
    -> [UInt8]
  {
    let spectrograph = Spectrograph(format), frames = format.frames(of: transform..<transform + 1)
    let plane = SpectrumNumbers(frames.count), powers = SpectrumNumbers(format.columnNumbers)
    for frame in frames.clamped(to: 0..<samples.count / channels) {
      plane.first[frame - frames.lowerBound] = samples[frame * channels + channel]
    }
    spectrograph.fold(transform..<transform + 1, of: plane.first, from: frames.lowerBound, into: powers.first)
    var steps = [UInt8](repeating: 0, count: format.columnSteps)
    spectrograph.steps(powers.first, into: &steps)
    return steps
  }

  private func columns(
    _ recent: RecentTransforms, _ ranges: [Range<Int>], _ channel: Int
  ) -> [[UInt8]?] {
    let count = recent.format.columnSteps
    var isKnown = [Bool](repeating: false, count: ranges.count)
    var steps = [UInt8](repeating: 0, count: ranges.count * count)
    recent.raise(ranges, channels: [channel], part: .all, isKnown: &isKnown, steps: &steps)
    return ranges.indices.map { isKnown[$0] ? Array(steps[$0 * count..<($0 + 1) * count]) : nil }
  }

  @Test(arguments: [1, 2, 4, 8])
  func `each transform is there as soon as its window is, and only the last ones are kept`(_ overlap: Int) {
    let format = SpectrumFormat(size: 128, overlap: overlap, window: .hann)
    let pyramid = SpectrogramPyramid(format, channels: channels)
    let recent = RecentTransforms(format, channels: channels, budget: 50 * format.columnSteps * channels)
    let builder = SpectrogramBuilder<Float>(pyramid, recent: recent)
    let samples = sound(128 * 60)
    var frame = 0, block = 1
    while frame < samples.count / channels {
      let count = min(block, samples.count / channels - frame)
      samples.withUnsafeBufferPointer {
        builder.append($0.baseAddress! + frame * channels, frames: count, isRecent: true)
      }
      frame += count
      block = block % 301 + 1
      let whole = frame < 64 ? 0 : (frame - 64) / format.hop + 1
      #expect(recent.known == max(0, whole - 50)..<whole)
    }
    let known = recent.known
    for channel in 0..<channels {
      let found = columns(recent, known.map { $0..<$0 + 1 }, channel)
      for (transform, steps) in zip(known, found) {
        #expect(steps == direct(samples, transform, channel, format), "\(transform)")
      }
      // What has gone is not known; the last one stands in for those that need more sound, but not for ever.
      let late = 128 / format.hop + 1, last = known.upperBound - 1
      let others = columns(
        recent,
        [
          known.lowerBound - 1..<known.lowerBound, last + late..<last + late + 1,
          last + late + 1..<last + late + 2,
        ],
        channel)
      #expect(others == [nil, found.last!, nil])
      // A column is the largest of its transforms.
      let both = columns(recent, [last - 1..<last + 1], channel)[0]!
      #expect(both == zip(found[found.count - 2]!, found.last!!).map { max($0, $1) })
    }
    // The levels of the whole are the same, whether transforms were kept or not.
    let other = SpectrogramPyramid(format, channels: channels), plain = SpectrogramBuilder<Float>(other)
    samples.withUnsafeBufferPointer { plain.append($0.baseAddress!, frames: $0.count / channels) }
    builder.finish()
    plain.finish()
    var ones = [UInt8](repeating: 0, count: format.bins), others = ones
    let everything = [0..<format.count(length: samples.count / channels)]
    #expect(
      pyramid.read(everything, channels: [1], into: &ones)
        == other.read(everything, channels: [1], into: &others))
    #expect(zip(ones, others).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test func `a transform that follows no other begins anew`() {
    let format = SpectrumFormat(size: 64, overlap: 2, window: .hann)
    let recent = RecentTransforms(format, channels: 1)
    let row = [UInt8](repeating: 7, count: format.columnSteps)
    for transform in [3, 4, 9] { row.withUnsafeBufferPointer { recent.append(transform, $0) } }
    #expect(recent.known == 9..<10)
  }
}
