// BruteForceTests.swift
// Levels, faults and crossings, counted sample by sample; and that nothing depends on how a recording is divided.

import Glibc
import TestSupport
import Testing
import WaveformCore

@testable import Measures

@Suite struct BruteForceTests {
  /// Noise with everything that may go wrong in it.
  private func faulty(channels: Int, frames: Int) -> Sound {
    var random = RandomNumbers(seed: 1)
    var sound = Sound.noise(channels: channels, rate: 8000, frames: frames, using: &random)
    for _ in 0..<frames / 300 + 1 {
      let channel = Int.random(in: 0..<channels, using: &random)
      let value = ([1, -1, 1.5, 0, 0, -0.0, .nan, .infinity, -.infinity] as [Float])
        .randomElement(using: &random)!
      let first = Int.random(in: 0..<frames, using: &random)
      let length = [1, 2, 3, 5, 63, 64, 65, 200, 900].randomElement(using: &random)!
      for frame in first..<min(frames, first + length) { sound.samples[frame * channels + channel] = value }
    }
    return sound
  }

  /// The same, one sample after the other.
  struct Counted: Equatable {
    var low = Float.infinity, high = -Float.infinity
    var clipped = 0, clips = 0, silent = 0, nonFinite = 0, crossings = 0
    var sum = 0.0, squares = 0.0
  }

  private func count(_ sound: Sound, _ channel: Int, in range: FrameRange) -> Counted {
    let values = (0..<sound.frames).map { sound.samples[$0 * sound.channels + channel] }
    var counted = Counted()
    func runs(_ least: Int, _ holds: (Float) -> Bool, _ body: (FrameRange) -> Void) {
      var start: Int?
      for frame in 0...values.count {
        if frame < values.count, holds(values[frame]) {
          start = start ?? frame
        } else if let first = start {
          if frame - first >= least { body(first..<frame) }
          start = nil
        }
      }
    }
    for holds in [\Float.isAtTop, \Float.isAtBottom] {
      runs(3, { $0[keyPath: holds] }) {
        counted.clipped += $0.clamped(to: range).count
        counted.clips += range.contains($0.lowerBound) ? 1 : 0
      }
    }
    runs(64, { $0 == 0 }) { counted.silent += $0.clamped(to: range).count }
    let clean = values.map { $0.isFinite ? $0 + 0 : 0 }
    for frame in range {
      if !values[frame].isFinite {
        counted.nonFinite += 1
      } else {
        counted.low = min(counted.low, values[frame])
        counted.high = max(counted.high, values[frame])
      }
      counted.sum += Double(clean[frame])
      counted.squares += Double(clean[frame]) * Double(clean[frame])
      if frame > 0, (clean[frame] < 0) != (clean[frame - 1] < 0) { counted.crossings += 1 }
    }
    return counted
  }

  private func compare(_ found: ChannelMeasures, _ counted: Counted, frames: Int, _ note: String) {
    #expect(found.clippedSamples == counted.clipped, "\(note)")
    #expect(found.clippedStretches == counted.clips, "\(note)")
    #expect(found.silentSamples == counted.silent, "\(note)")
    #expect(found.nonFiniteSamples == counted.nonFinite, "\(note)")
    #expect(found.zeroCrossings == counted.crossings, "\(note)")
    let rms = (counted.squares / Double(frames)).squareRoot()
    #expect((pow(10, (found.rms ?? -300) / 20) - rms).magnitude < 1e-5 * rms + 1e-12, "\(note)")
    #expect(((found.dcOffset ?? 0) - counted.sum / Double(frames)).magnitude < 1e-9, "\(note)")
    let peak = max(0, counted.high, -counted.low)
    #expect((pow(10, (found.samplePeak ?? -300) / 20) - Double(peak)).magnitude < 1e-6, "\(note)")
  }

  @Test(arguments: [1, 2, 3, 6]) func `every sample counts once`(channels: Int) {
    for frames in [1, 2, 7, 8, 9, 255, 256, 257, 799, 801, 5000] {
      let sound = faulty(channels: channels, frames: frames)
      let measures = sound.measures
      for channel in 0..<channels {
        compare(
          measures.channels[channel], count(sound, channel, in: 0..<frames), frames: frames,
          "\(channels) × \(frames), \(channel)")
      }
    }
  }

  /// Blocks of a frame would take a hundred times the room of the samples.
  @Test(arguments: [1, 14, 100, 999]) func `a slow recording has blocks of a hundred frames`(rate: Int) {
    var sound = faulty(channels: 1, frames: 5001)
    sound.rate = rate
    let measured = sound.measured()
    #expect(measured.blocks.count == 51)
    compare(measured.measures.whole, count(sound, 0, in: 0..<5001), frames: 5001, "\(rate) Hz")
    #expect(measured.measures.whole.loudness == Loudness())
  }

  @Test(arguments: [1, 2, 5]) func `nothing depends on how samples are cut`(channels: Int) {
    let sound = faulty(channels: channels, frames: 9000)
    let whole = sound.measured()
    for pieces in [[1], [7], [255, 257], [800], [801, 3], [4096]] {
      compare(sound.measured(pieces: pieces), whole, "\(pieces)")
    }
  }

  private func compare(_ one: MeasuredBlocks, _ other: MeasuredBlocks, _ note: String) {
    #expect(one.range == other.range && one.blocks.count == other.blocks.count)
    for (a, b) in zip(one.blocks, other.blocks) {
      var same = a
      // These are rounded.
      for sum in [\MeasureBlock.energy, \.squares, \.sum, \.product] {
        // Squares are summed as peaks sum them: as `Float`, some thousand at a time.
        let tolerance = sum == \.squares ? 1e-5 * b.squares : 1e-9 * (1 + b.squares)
        #expect((a[keyPath: sum] - b[keyPath: sum]).magnitude <= tolerance, "\(note)")
        same[keyPath: sum] = b[keyPath: sum]
      }
      #expect((a.truePeak - b.truePeak).magnitude <= 1e-6 * b.truePeak, "\(note)")
      same.truePeak = b.truePeak
      for fifth in 0..<MeasureBlock.fifthCount {
        #expect(
          (a.fifths[fifth] - b.fifths[fifth]).magnitude <= 1e-5 * (1 + b.fifths[fifth]), "\(note)")
      }
      same.fifths = b.fifths
      #expect(same == b, "\(note)")
    }
  }

  @Test(arguments: [1, 2, 3]) func `stretches that are measured apart join`(channels: Int) {
    let sound = faulty(channels: channels, frames: 20_000)
    let whole = sound.measured(), shape = sound.shape, lead = shape.memory
    for cut in [1, 799, 800, 4321, 12_000] {
      let first = MeasureBuilder<Float>(shape)
      let second = MeasureBuilder<Float>(shape, from: cut + lead, counts: false)
      sound.samples.withUnsafeBufferPointer {
        let place = $0.baseAddress!
        second.prime(place + cut * channels, frames: lead)
        second.append(place + (cut + lead) * channels, frames: sound.frames - cut - lead)
        first.append(place, frames: cut + lead)
      }
      first.append(second)
      compare(MeasuredBlocks(first), whole, "cut at \(cut)")
    }
  }

  @Test func `16-bit samples measure as the numbers they stand for`() {
    var random = RandomNumbers(seed: 2)
    let integers = (0..<20_000).map { _ in Int16.random(in: .min ... .max, using: &random) }
    let builder = MeasureBuilder<Int16>(MeasureShape(channels: 2, sampleRate: 44_100))
    integers.withUnsafeBufferPointer { builder.append($0.baseAddress!, frames: 10_000) }
    let floats = Sound(channels: 2, rate: 44_100, samples: integers.map { Float($0) / 32_768 })
    compare(MeasuredBlocks(builder), floats.measured(), "16 bits")
  }

  @Test func `correlation tells the sides apart`() {
    let tone = Sound.tones([(-6, 0.5)], hertz: 440)
    #expect((tone.measures.correlation ?? 0) > 0.999)
    var turned = tone
    for frame in 0..<turned.frames { turned.samples[2 * frame + 1] *= -1 }
    #expect((turned.measures.correlation ?? 0) < -0.999)
    var one = tone
    for frame in 0..<one.frames { one.samples[2 * frame + 1] = 0 }
    #expect(one.measures.correlation == nil)
    var random = RandomNumbers(seed: 3)
    let noise = Sound.noise(channels: 2, rate: 8000, frames: 4001, using: &random)
    var (both, left, right) = (0.0, 0.0, 0.0)
    for frame in 0..<noise.frames {
      let (l, r) = (Double(noise.samples[2 * frame]), Double(noise.samples[2 * frame + 1]))
      both += l * r
      left += l * l
      right += r * r
    }
    let correlation = noise.measures.correlation ?? 9
    #expect((correlation - both / (left * right).squareRoot()).magnitude < 1e-5)
  }

  @Test func `silence has no loudness and no level`() {
    let silence = Sound(channels: 2, rate: 48_000, samples: Array(repeating: 0, count: 96_000)).measures
    #expect(silence.whole.loudness == Loudness())
    #expect(silence.whole.samplePeak == nil && silence.whole.truePeak == nil && silence.whole.rms == nil)
    #expect(silence.whole.dcOffset == 0 && silence.whole.silentSamples == 96_000)
  }

  @Test func `both compilations of the loops agree`() throws {
    let wide = SampleKernels.wide ?? .plain
    var random = RandomNumbers(seed: 4)
    let filter = try #require(TruePeakFilter(sampleRate: 48_000))
    for count in [0, 1, 7, 31, 32, 33, 64, 500] {
      for channels in [1, 2] where count % channels == 0 {
        let samples = (0..<count + 64).map { _ in Float.random(in: -1...1, using: &random) }
        let found = [SampleKernels.plain, wide].map { kernels in
          samples.withUnsafeBufferPointer { samples in
            let first = samples.baseAddress! + 64
            var state = Array(repeating: 0.1, count: 8), energy = [0.0, 0], sums = [0.0, 0, 0]
            var crossings = [0, 0], best: [Float] = [0, 0]
            kernels.weigh(
              first, count / channels, channels, KWeighting(sampleRate: 48_000)!.coefficients, &state, &energy
            )
            kernels.scanSigns(first, count, channels, &sums, &crossings)
            kernels.raiseTruePeaks(
              first, count, channels, filter.coefficients, filter.half, filter.reach, &best)
            return state + energy + sums + crossings.map { Double($0) } + best.map { Double($0) }
          }
        }
        #expect(found[0] == found[1], "\(count) × \(channels)")
      }
    }
  }
}
