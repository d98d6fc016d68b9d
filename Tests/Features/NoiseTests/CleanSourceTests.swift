// CleanSourceTests.swift
// Clean samples before the job has come to them: they are there at once, follow each other without a seam, and are
// those of one pass over the whole but for what nobody hears.

import AudioFormats
import HostIO
import Recording
import Spectral
import SystemPackage
import Testing
import WaveformCore

@testable import Noise
@testable import WaveformModel

final class NoisySource: SampleSource {
  let path: FilePath = "/nowhere"
  let channels = 2
  let sampleRate = 8000
  let samples: [Float]
  init(_ samples: [Float]) { self.samples = samples }
  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let range = range.clamped(toLength: samples.count / 2)
    return SampleSlice(
      range: range, channels: 2, samples: Array(samples[range.lowerBound * 2..<range.upperBound * 2]))
  }
  func cancel() {}
}

struct CleanSourceTests {
  let original: NoisySource
  let profile: NoiseProfile
  let spool = GrowingSpool(channels: 2, sampleRate: 8000, expectedFrames: 40_000, for: FilePath("/nowhere"))
  let clean: CleanSource
  /// What the spool gets, and what is heard until then.
  let whole: [Float], look: [Float]

  init() throws {
    var state: UInt64 = 5
    let samples = (0..<80_000).map { index -> Float in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = (Float(state >> 40) / Float(1 << 24) * 2 - 1) * 0.02
      return noise + (index % 16_000 > 6000 ? 0 : 0.4 * Float(index % 50 < 25 ? 1 : -1))
    }
    original = NoisySource(samples)
    profile = try NoiseProfile(
      SampleSlice(range: 0..<4000, channels: 2, samples: Array(samples[7000..<15_000])), sampleRate: 8000)
    clean = CleanSource(
      spool, of: original, length: 40_000, profile: profile, settings: NoiseReductionSettings())
    (whole, look) = try (Self.reduced(original, profile, .whole), Self.reduced(original, profile, .look))
  }

  private static func reduced(
    _ source: NoisySource, _ profile: NoiseProfile, _ effort: NoiseReductionEffort
  ) throws -> [Float] {
    let stream = NoiseReductionStream(
      try NoiseReducer(
        profile, settings: NoiseReductionSettings(), channels: 2, sampleRate: 8000, effort: effort))
    var result: [Float] = []
    try source.read(0..<40_000).withSamples { stream.append($0) { result += $0 } }
    stream.finish { result += $0 }
    return result
  }

  private func read(_ range: FrameRange) throws -> [Float] {
    try clean.read(range).withSamples { Array($0) }
  }

  @Test(arguments: [0, 100, 20_000, 37_000])
  func `what lies ahead is there at once`(first: Int) throws {
    var samples: [Float] = []
    var frame = first
    for count in [1, 1000, 999, 500, 3000] {
      samples += try read(frame..<frame + count)
      frame += count
    }
    let expected = look[first * 2..<min(frame, 40_000) * 2]
    #expect(samples.count == expected.count)
    let worst = zip(samples, expected).map { abs($0 - $1) }.max() ?? 1
    #expect(worst < 0.01, "\(worst) of 0.4")
  }

  @Test func `what has been computed is read from the spool`() throws {
    try whole[..<20_000].withUnsafeBufferPointer { try spool.append($0) }
    #expect(try read(2000..<10_000) == Array(whole[4000..<20_000]))
    try whole[20_000...].withUnsafeBufferPointer { try spool.append($0) }
    spool.end()
    #expect(try read(0..<90_000) == whole && clean.access == .direct)
    clean.cancel()
    #expect(try read(0..<10).isEmpty)
  }

  @Test(arguments: [(1000, 30_000), (100, 39_000), (0, 40_000)])
  func `a short view is computed whole, with what settles the estimates before it`(first: Int, end: Int) {
    let plan = PreviewPlan(visible: first..<end, length: 40_000, profile: profile, original)
    guard first > 0 else {
      #expect(plan.rounds.isEmpty)
      return
    }
    #expect(plan.rounds.count == 1 && plan.rounds[0].shown == [first..<end])
    // Two hops at most before the second that settles them.
    #expect((max(0, first - 8192)...max(0, first - 8000)).contains(plan.rounds[0].segments[0].lowerBound))
    #expect(plan.rounds[0].segments[0].upperBound >= min(end + 300, 40_000))
  }

  @Test func `probes are what the whole would show`() throws {
    let plan = PreviewPlan(visible: 12_000..<20_000, length: 40_000, profile: profile, original)
    let round = plan.rounds[0]
    var gatherer = ProbeGatherer(round, channels: 2)
    // As if the whole had been computed: each segment of it.
    for segment in round.segments {
      for first in stride(from: segment.lowerBound, to: segment.upperBound, by: 777) {
        whole[first * 2..<min(first + 777, segment.upperBound) * 2].withUnsafeBufferPointer {
          gatherer.take($0)
        }
      }
    }
    #expect(gatherer.probes.first?.frames.lowerBound == 12_000)
    #expect(gatherer.probes.last?.frames.upperBound == 20_000)
    for probe in gatherer.probes {
      let part = probe.frames.map { whole[$0 * 2 + 1] }
      #expect(probe.sums[1].high == part.max() && probe.sums[1].low == part.min())
    }
  }

  @Test func `a long view is looked at in places all over it, then in those between`() {
    let plan = PreviewPlan(visible: 0..<100_000_000, length: 100_000_000, profile: profile, original)
    #expect(plan.rounds.count == 2)
    let places = plan.rounds.flatMap(\.shown).map(\.lowerBound).sorted()
    let gaps = zip(places, places.dropFirst()).map { $1 - $0 }
    #expect(places.count == 336 && gaps.allSatisfy { abs($0 - 100_000_000 / 336) < 2 })
    for round in plan.rounds {
      let frames = round.segments.reduce(0) { $0 + $1.count }
      #expect(frames < 700 * profile.format.size * 4)
      for (segment, shown) in zip(round.segments, round.shown) {
        #expect(segment.lowerBound <= shown.lowerBound && shown.upperBound < segment.upperBound)
      }
    }
  }

  @Test(arguments: [
    NoiseReductionSettings(), NoiseReductionSettings(followsLevel: true),
    NoiseReductionSettings(isAdaptive: true),
    NoiseReductionSettings(clicks: 0.5),
  ])
  func `what a preview shows is what one pass over the whole does, whatever is followed`(
    settings: NoiseReductionSettings
  ) throws {
    // Half a minute, so that less than all of it is read for the preview; its second half is louder.
    let count = 240_000
    let samples = (0..<2 * count).map {
      original.samples[$0 % original.samples.count] * ($0 < count ? 1 : 1.5)
    }
    let profile = settings.isAdaptive ? nil : profile
    func reduced(_ segments: [FrameRange]) throws -> [Float] {
      let stream = NoiseReductionStream(
        // As previews do: in one pass.
        try NoiseReducer(
          profile, settings: settings, channels: 2, sampleRate: 8000, effort: .look), workers: 0)
      var result: [Float] = []
      for segment in segments {
        samples[segment.lowerBound * 2..<segment.upperBound * 2].withUnsafeBufferPointer {
          stream.append($0) { result += $0 }
        }
      }
      stream.finish { result += $0 }
      return result
    }
    let whole = try reduced([0..<count]), visible = 150_000..<152_000
    let plan = PreviewPlan(
      visible: visible, length: count, profile: profile, settings: settings, NoisySource(samples))
    let segment = try #require(plan.rounds.first?.segments.first), part = try reduced([segment])
    #expect(segment.count < count / 2)
    let worst =
      visible.map { frame in
        abs(part[(frame - segment.lowerBound) * 2] - whole[frame * 2])
      }.max() ?? 1
    // A thousandth of the loudest sample is less than a pixel; where clicks are repaired, windows begin elsewhere.
    #expect(worst < (settings.clicks > 0 ? 0.01 : 0.0006), "\(worst) of 0.6")
  }

  @Test func `where sound is followed, a long view has fewer places, with what tells of each about it`() {
    let length = 100_000_000
    for settings in [NoiseReductionSettings(followsLevel: true), NoiseReductionSettings(isAdaptive: true)] {
      let profile = settings.isAdaptive ? nil : profile
      let reach = NoiseReach(profile, settings, sampleRate: 8000)
      let plan = PreviewPlan(
        visible: 0..<length, length: length, profile: profile, settings: settings, original)
      let plain = PreviewPlan(visible: 0..<length, length: length, profile: self.profile, original)
      for (round, other) in zip(plan.rounds, plain.rounds) {
        #expect(round.shown.count >= 2 && round.shown.count < other.shown.count)
        for (segment, shown) in zip(round.segments, round.shown) {
          #expect(
            segment.lowerBound <= shown.lowerBound - reach.memory
              && segment.upperBound >= shown.upperBound + reach.memory)
          #expect(segment.lowerBound % reach.grid == 0)
        }
      }
    }
  }
}
