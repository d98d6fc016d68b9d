// NoiseReducerTests.swift
// What goes in and what comes out: every block size, every length, known signals with known noise.

import Glibc
import Testing
import WaveformCore

@testable import Spectral

struct NoiseReducerTests {
  static func noise(_ count: Int, amplitude: Float = 0.1, seed: UInt64 = 1) -> [Float] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Float(state >> 40) / Float(1 << 24) * 2 - 1) * amplitude
    }
  }

  static func power(_ samples: some Sequence<Float>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) }
  }

  static func profile(rate: Int = 44_100, channels: Int = 1, amplitude: Float = 0.1) throws -> NoiseProfile {
    let samples = noise(rate * channels, amplitude: amplitude, seed: 7)
    return try NoiseProfile(
      SampleSlice(range: 0..<rate, channels: channels, samples: samples), sampleRate: rate)
  }

  /// All of `samples` through a reducer, in blocks of so many frames.
  static func reduced(
    _ samples: [Float], channels: Int = 1, blocks: [Int], _ profile: NoiseProfile?,
    _ settings: NoiseReductionSettings, rate: Int = 44_100,
    effort: NoiseReductionEffort = .whole
  ) throws -> [Float] {
    let reducer = try NoiseReducer(
      profile, settings: settings, channels: channels, sampleRate: profile?.sampleRate ?? rate,
      effort: effort)
    var result: [Float] = []
    func synthesize(_ capacity: Int, upTo ends: [Int]) -> Int {
      let size = max(capacity, 1)
      var planes = [Float](repeating: 0, count: channels * size)
      let written = planes.withUnsafeMutableBufferPointer { planes in
        (0..<channels).map {
          reducer.synthesize(channel: $0, upTo: ends[$0], into: planes.baseAddress! + $0 * size)
        }
      }
      #expect(Set(written).count == 1, "as many of each channel")
      #expect(written[0] <= size, "no more than there is room for")
      for frame in 0..<written[0] {
        for channel in 0..<channels { result.append(planes[channel * size + frame]) }
      }
      return written[0]
    }
    var position = 0
    var turn = 0
    let frames = samples.count / channels
    while position < frames {
      let count = min(blocks[turn % blocks.count], frames - position, NoiseReducer.mostFrames)
      turn += 1
      let ends = samples[position * channels..<(position + count) * channels].withUnsafeBufferPointer {
        block in
        (0..<channels).map { reducer.analyze(channel: $0, of: block) }
      }
      reducer.advance(
        taken: count, written: synthesize(reducer.capacity(forFrames: count), upTo: ends))
      position += count
    }
    #expect(reducer.missing <= reducer.capacityAtEnd)
    if reducer.missing > 0 {
      _ = synthesize(reducer.capacityAtEnd, upTo: (0..<channels).map { reducer.finish(channel: $0) })
    }
    #expect(result.count >= samples.count)
    return Array(result.prefix(samples.count))
  }

  @Test(arguments: [0, 1, 2, 511, 512, 513, 2047, 2048, 2049, 10_000, 44_100])
  func `without reduction what comes out is what went in, at any length`(frames: Int) throws {
    for channels in [1, 2, 3] {
      let samples = Self.noise(frames * channels, amplitude: 0.9)
      for effort in NoiseReductionEffort.allCases {
        let out = try Self.reduced(
          samples, channels: channels, blocks: [4096], Self.profile(channels: channels),
          NoiseReductionSettings(reduction: 0), effort: effort)
        #expect(out.count == samples.count)
        #expect(zip(out, samples).allSatisfy { abs($0 - $1) < 1e-6 }, "\(effort)")
      }
    }
  }

  @Test(arguments: [1e37, -3e38, .infinity, .nan] as [Float])
  func `a sample beyond all measure spoils nothing but its surroundings`(huge: Float) throws {
    var samples = Self.noise(40_000, amplitude: 0.5)
    samples[10_000] = huge
    let out = try Self.reduced(samples, blocks: [4096], Self.profile(), NoiseReductionSettings())
    #expect(out.allSatisfy { $0.isFinite })
    #expect(out[20_000...].allSatisfy { abs($0) < 2 })
    let profile = try NoiseProfile(
      SampleSlice(range: 0..<40_000, channels: 1, samples: samples), sampleRate: 44_100)
    #expect(profile.channels[0].mean.allSatisfy { $0.isFinite })
    #expect(profile.channels[0].deviation.allSatisfy { $0.isFinite })
  }

  @Test(arguments: [8000, 11_025, 22_050, 48_000, 96_000, 192_000])
  func `without reduction what comes out is what went in, at any rate`(rate: Int) throws {
    let samples = Self.noise(rate / 2, amplitude: 0.9)
    let out = try Self.reduced(
      samples, blocks: [1000], Self.profile(rate: rate), NoiseReductionSettings(reduction: 0))
    #expect(out.count == samples.count)
    #expect(zip(out, samples).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test(arguments: NoiseReductionEffort.allCases)
  func `blocks of any size give the same samples`(effort: NoiseReductionEffort) throws {
    // At this rate it has some segments of two passes.
    let profile = try Self.profile(rate: 8000, channels: 2)
    let samples = Self.noise(2 * 16_001, amplitude: 0.4)
    func reduced(_ blocks: [Int]) throws -> [Float] {
      try Self.reduced(
        samples, channels: 2, blocks: blocks, profile, NoiseReductionSettings(), effort: effort)
    }
    let whole = try reduced([16_001])
    #expect(whole.count == samples.count)
    for size in [1, 2, 3, 7, 40, 95, 96, 97, 191, 192, 193, 383, 384, 385, 6143, 6144, 6145] {
      #expect(try reduced([size]) == whole, "\(size)")
    }
    #expect(try reduced([1, 700, 3, 2048, 511]) == whole)
  }

  @Test func `noise alone is lowered by what was chosen`() throws {
    let samples = Self.noise(5 * 44_100, seed: 99)
    for reduction in [6.0, 12, 20, 40] {
      let out = try Self.reduced(
        samples, blocks: [65_536], Self.profile(),
        // Noise that happens to be louder than its mean is noise as well.
        NoiseReductionSettings(reduction: reduction, sensitivity: 9, smoothing: 3))
      let level = { (samples: ArraySlice<Float>) in
        samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
      }
      let lowered = 10 * log10(level(samples[44_100...]) / level(out[44_100...]))
      #expect(abs(lowered - reduction) < 1.5, "\(lowered) for \(reduction)")
    }
  }

  @Test func `a tone far above the noise keeps its level and its phase`() throws {
    var samples = Self.noise(3 * 44_100, amplitude: 0.01, seed: 5)
    for index in samples.indices { samples[index] += 0.5 * sinf(Float(index % 441) / 441 * 2 * .pi * 10) }
    let out = try Self.reduced(
      samples, blocks: [4096], Self.profile(amplitude: 0.01), NoiseReductionSettings(reduction: 30))
    let errors = (44_100..<88_200).map { index in
      let clean = 0.5 * sinf(Float(index % 441) / 441 * 2 * .pi * 10)
      return Double((out[index] - clean) * (out[index] - clean))
    }
    let signal = 0.125
    let ratio = 10 * log10(signal / (errors.reduce(0, +) / Double(errors.count)))
    // The noise stands 35.7 dB below the tone; some of it lies at the tone itself and stays.
    #expect(ratio > 45, "\(ratio) dB")
  }

  @Test func `a profile of another rate is refused`() throws {
    let profile = try Self.profile()
    #expect(throws: NoiseProfileError.otherRate(profile: 44_100, recording: 48_000)) {
      try NoiseReducer(profile, settings: NoiseReductionSettings(), channels: 1, sampleRate: 48_000)
    }
  }

  @Test(arguments: [8000, 11_025, 16_000, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000])
  func `windows last 44 to 51 ms, and FFTW transforms them fast`(rate: Int) {
    let format = ShortTimeFormat(sampleRate: rate)
    let milliseconds = 1000 * Double(format.size) / Double(rate)
    #expect((44...51).contains(milliseconds), "\(milliseconds) ms")
    let rest = [2, 3, 5, 7].reduce(format.size) { rest, factor in
      var rest = rest
      while rest % factor == 0 { rest /= factor }
      return rest
    }
    #expect(rest == 1 && format.hop % 8 == 0)
  }

  @Test func `a tone that begins and ends with the recording is as loud there as in between`() throws {
    let samples = Self.noise(20_000, amplitude: 0.001).enumerated().map { index, noise in
      noise + 0.5 * cosf(Float(index) * 0.35)
    }
    let out = try Self.reduced(
      samples, blocks: [4096], Self.profile(amplitude: 0.01), NoiseReductionSettings())
    // With silence before and behind they were 22 % too low.
    for place in [0, 1, 19_998, 19_999] {
      #expect(abs(out[place] - samples[place]) < 0.05, "\(place): \(out[place]) of \(samples[place])")
    }
  }

  @Test func `an impulse stands out as one`() throws {
    // The sum of twelve uniform numbers is as good as normal: σ is that of each.
    // One of ±a has σ = a/√3, and twelve of them √12 times as much.
    let samples = (1...12).map { Self.noise(30_000, amplitude: 0.025, seed: $0) }
    var noisy = (0..<30_000).map { index in samples.reduce(Float(0)) { $0 + $1[index] } }
    let profile = try NoiseProfile(
      SampleSlice(range: 0..<20_000, channels: 1, samples: Array(noisy[..<20_000])), sampleRate: 44_100)
    noisy[25_000] = 3
    let out = try Self.reduced(noisy, blocks: [4096], profile, NoiseReductionSettings())
    // 0.59 where nothing tells a beginning from noise.
    #expect(out[25_000] > 1.3, "\(out[25_000])")
  }

  @Test func `all channels have one gain, and one without noise says nothing`() throws {
    // A tone in one channel, noise of its own in each: where it sounds, both let as much of the noise pass.
    let one = Self.noise(60_000, amplitude: 0.02, seed: 3),
      other = Self.noise(60_000, amplitude: 0.02, seed: 4)
    var samples = zip(one, other).flatMap { [$0, $1] }
    let profile = try NoiseProfile(
      SampleSlice(range: 0..<30_000, channels: 2, samples: Array(samples[..<60_000])), sampleRate: 44_100)
    for frame in 30_000..<60_000 { samples[2 * frame] += 0.3 * sinf(Float(frame) * 0.2) }
    func second(_ samples: [Float]) throws -> [Float] {
      let out = try Self.reduced(samples, channels: 2, blocks: [5000], profile, NoiseReductionSettings())
      return (40_000..<50_000).map { out[2 * $0 + 1] }
    }
    let beside = try second(samples)
    let alone = try second(samples.indices.map { $0 % 2 == 0 ? 0 : samples[$0] })
    let power = { (samples: [Float]) in samples.reduce(0) { $0 + $1 * $1 } }
    #expect(power(beside) > 1.02 * power(alone))
    // The same sound in both comes out the same in both.
    let equal = try Self.reduced(
      samples.indices.map { samples[$0 & ~1] }, channels: 2, blocks: [5000], profile, NoiseReductionSettings()
    )
    #expect(stride(from: 0, to: equal.count, by: 2).allSatisfy { equal[$0] == equal[$0 + 1] })
  }

  @Test(arguments: NoiseReductionEffort.allCases)
  func `a channel whose profile is silent passes to the last bit`(effort: NoiseReductionEffort) throws {
    let samples = Self.noise(2 * 30_001, amplitude: 0.3, seed: 8)
    // Noise to the left only.
    let quiet = Self.noise(2 * 8000, seed: 7).enumerated().map { $0 % 2 == 0 ? $1 : 0 }
    let profile = try NoiseProfile(
      SampleSlice(range: 0..<8000, channels: 2, samples: quiet), sampleRate: 8000)
    let out = try Self.reduced(
      samples, channels: 2, blocks: [1, 5000, 16_384], profile, NoiseReductionSettings(), effort: effort)
    let right = stride(from: 1, to: samples.count, by: 2)
    #expect(right.allSatisfy { out[$0] == samples[$0] })
    // The other one is as if it were alone.
    let left = stride(from: 0, to: samples.count, by: 2)
    let alone = try Self.reduced(
      left.map { samples[$0] }, blocks: [4096],
      NoiseProfile(
        sampleRate: 8000, format: profile.format, channels: [profile.channels[0]]), NoiseReductionSettings(),
      effort: effort)
    #expect(left.map { out[$0] } == alone)
  }

  @Test func `the pairs of a segment are kept once`() throws {
    // What both efforts keep for blocks in progress is the same; two passes wait for 44 pairs instead of one.
    for rate in [8000, 44_100] {
      let profile = try Self.profile(rate: rate)
      let kept = try NoiseReductionEffort.allCases.map { effort in
        try NoiseReducer(
          profile, settings: NoiseReductionSettings(), channels: 1, sampleRate: rate, effort: effort
        ).pairsKept
      }
      #expect(abs(kept[0] - kept[1]) == 44 - 1, "\(kept)")
    }
  }

  @Test func `as many blocks as may be in progress are kept until they are synthesized`() throws {
    let rate = 8000, block = NoiseReducer.mostFrames
    let profile = try Self.profile(rate: rate)
    var settings = NoiseReductionSettings(followsLevel: true)
    settings.clicks = 0.5
    let samples = Self.noise(12 * block, amplitude: 0.2, seed: 6)
    let expected = try Self.reduced(samples, blocks: [block], profile, settings)
    let reducer = try NoiseReducer(profile, settings: settings, channels: 1, sampleRate: rate)
    var plane = [Float](repeating: 0, count: reducer.capacity(forFrames: block))
    var ends: [Int] = [], out: [Float] = []
    for first in stride(from: 0, to: samples.count, by: block) {
      ends.append(
        samples[first..<first + block].withUnsafeBufferPointer { reducer.analyze(channel: 0, of: $0) })
      guard ends.count == NoiseReducer.mostBlocks else { continue }
      out += plane[..<reducer.synthesize(channel: 0, upTo: ends.removeFirst(), into: &plane)]
    }
    #expect(out.count > 4 * block && out == Array(expected[..<out.count]))
  }

  @Test(arguments: [8000, 11_025, 16_000, 22_050, 44_100, 48_000, 88_200, 96_000])
  func `a preview of a hum begins where windows and followed steps of the whole do`(rate: Int) throws {
    let hum = (0..<2 * rate).map { 0.2 * sinf(Float($0) * 2 * .pi * 100 / Float(rate)) }
    let samples = zip(hum, Self.noise(hum.count, amplitude: 0.01)).map { $0 + $1 }
    let profile = try NoiseProfile(
      SampleSlice(range: 0..<hum.count, channels: 1, samples: samples), sampleRate: rate)
    #expect(!profile.channels[0].lines.isEmpty)
    for follows in [false, true] {
      let reach = NoiseReach(profile, NoiseReductionSettings(followsLevel: follows), sampleRate: rate)
      for step in [2 * profile.format.hop, LineCanceller.step(sampleRate: rate)] {
        #expect(reach.grid % step == 0 && reach.grid <= rate, "\(reach.grid), \(step)")
      }
    }
    // Without lines the grid is as fine as the windows.
    let plain = NoiseReach(profile, NoiseReductionSettings(removesHum: false), sampleRate: rate)
    #expect(plain.grid == 2 * profile.format.hop)
  }
}
