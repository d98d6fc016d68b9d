// ClickRepairTests.swift
// Clicks that are put into known signals: they go, everything else stays as it is, bit for bit.

import Glibc
import Testing
import WaveformCore

@testable import Spectral

struct ClickRepairTests {
  /// What comes out of a repair, in blocks of so many frames, and how many clicks were found.
  static func repaired(
    _ samples: [Float], channels: Int = 1, rate: Int = 44_100, amount: Double = 0.5, blocks: [Int] = [5000],
    result: NoiseReductionResult = .clean, workers: Int = 0
  ) throws -> (samples: [Float], clicks: Int) {
    let tally = ClickTally()
    let reducer = try NoiseReducer(
      nil, settings: NoiseReductionSettings(clicks: amount), channels: channels, sampleRate: rate,
      tally: tally)
    let stream = NoiseReductionStream(reducer, result: result, workers: workers)
    var (out, position, turn): ([Float], Int, Int) = ([], 0, 0)
    let keep: NoiseReductionStream.Write<Never> = { out += $0 }
    while position < samples.count {
      let end = min(samples.count, position + blocks[turn % blocks.count] * channels)
      Array(samples[position..<end]).withUnsafeBufferPointer { stream.append($0, write: keep) }
      (position, turn) = (end, turn + 1)
    }
    stream.finish(write: keep)
    return (out, tally.count)
  }

  /// Three tones in a little noise: what an autoregressive model knows well, without a click.
  static func tones(_ count: Int) -> [Float] {
    let noise = NoiseReducerTests.noise(count, amplitude: 0.003, seed: 3)
    return (0..<count).map { index in
      let time = Float(index)
      return noise[index] + 0.2 * sinf(time * 0.031) + 0.1 * sinf(time * 0.173) + 0.05 * sinf(time * 0.4)
    }
  }

  /// Clicks of 1 to 16 samples, 1,500 apart: of one sign and of both.
  static func clicks(_ count: Int) -> (samples: [Float], places: [Range<Int>]) {
    var samples = [Float](repeating: 0, count: count)
    var places: [Range<Int>] = []
    for (turn, first) in stride(from: 700, to: count - 100, by: 1500).enumerated() {
      let width = 1 + turn % 16
      places.append(first..<first + width)
      for index in 0..<width {
        samples[first + index] = turn % 3 == 0 || index % 2 == 0 ? 0.4 : -0.3
      }
    }
    return (samples, places)
  }

  private static func power(_ samples: some Sequence<Float>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) }
  }

  @Test func `clicks go, are counted, and nothing beside them changes`() throws {
    let clean = Self.tones(60_000), (clicks, places) = Self.clicks(clean.count)
    let noisy = zip(clean, clicks).map { $0 + $1 }
    let (out, found) = try Self.repaired(noisy)
    #expect(found == places.count)
    let left = zip(out, clean).map { $0 - $1 }
    let gain = 10 * log10(Self.power(clicks) / Self.power(left))
    // The model's error is the noise, 46 dB below the clicks, and grows towards the middle of a gap.
    #expect(gain > 25, "\(gain) dB")
    var isNear = [Bool](repeating: false, count: clean.count)
    for place in places {
      for index in place.lowerBound - 32..<place.upperBound + 32 { isNear[index] = true }
    }
    for index in clean.indices where !isNear[index] {
      #expect(out[index].bitPattern == noisy[index].bitPattern)
    }
  }

  @Test func `where no click is every bit stays`() throws {
    var samples = Self.tones(30_000)
    // An attack that fades, as of a drum.
    for index in 0..<10_000 {
      let time = Float(index)
      samples[10_000 + index] += (0.4 * sinf(time * 0.021) + 0.2 * sinf(time * 0.33 + 1)) * expf(-time / 1500)
    }
    for amount in [0, 0.1, 0.5] {
      let (out, found) = try Self.repaired(samples, amount: amount)
      #expect(found == 0 && out.map(\.bitPattern) == samples.map(\.bitPattern), "\(amount)")
    }
  }

  @Test func `a larger amount finds smaller clicks, and none finds nothing`() throws {
    let clean = Self.tones(30_000), (clicks, _) = Self.clicks(clean.count)
    let counts = try [0, 0.05, 0.5, 1].map { amount in
      // From some that are hardly above the noise to those that are far above it.
      let noisy = clean.indices.map { clean[$0] + clicks[$0] * Float($0) / 90_000 }
      return try Self.repaired(noisy, amount: amount).clicks
    }
    #expect(counts[0] == 0 && counts[1] > 0 && counts[1] < counts[2] && counts[2] <= counts[3], "\(counts)")
  }

  @Test func `blocks of any size, and threads, give the same samples`() throws {
    let clean = Self.tones(2 * 12_000), (clicks, _) = Self.clicks(2 * 12_000)
    let noisy = zip(clean, clicks).map { $0 + $1 }
    let whole = try Self.repaired(noisy, channels: 2, blocks: [12_000])
    #expect(whole.samples.count == noisy.count && whole.clicks > 0)
    for blocks in Array(1...17).map({ [$0] }) + [[1495], [1496], [1497], [1, 700, 3, 2048, 511]] {
      #expect(try Self.repaired(noisy, channels: 2, blocks: blocks).samples == whole.samples, "\(blocks)")
    }
    #expect(try Self.repaired(noisy, channels: 2, workers: 2).samples == whole.samples)
    let residue = try Self.repaired(noisy, channels: 2, result: .residue).samples
    #expect(residue == zip(noisy, whole.samples).map { $0 - $1 })
  }

  @Test(arguments: [8000, 11_025, 16_000, 48_000, 96_000, 192_000])
  func `every rate and every length comes out as long as it was`(rate: Int) throws {
    for count in [0, 1, 2, 24, 255, 256, 257, 1023, 9000] {
      var samples = Array(Self.tones(9000)[..<count])
      if count > 200 { samples[count / 2] += 0.5 }
      let (out, found) = try Self.repaired(samples, rate: rate)
      #expect(out.count == count)
      #expect(found == (count > 200 ? 1 : 0), "\(count)")
    }
  }

  @Test func `what surrounds a click may be silence, full scale or no number`() throws {
    var samples = [Float](repeating: 0, count: 20_000)
    for index in 0..<30 { samples[9000 + index] = 0.8 * cosf(Float(index)) }
    let silent = try Self.repaired(samples)
    #expect(silent.clicks == 1 && silent.samples.allSatisfy { $0 == 0 })
    for value: Float in [0, -0.0, 1, -1, 1e-30] {
      let steady = [Float](repeating: value, count: 5000)
      #expect(
        try Self.repaired(steady).samples.allSatisfy { $0.bitPattern == value.bitPattern }, "\(value)")
    }
    samples = Self.tones(20_000)
    for (place, value) in [(5000, Float.nan), (8000, .infinity), (11_000, -3e38)] { samples[place] = value }
    let out = try Self.repaired(samples).samples
    #expect(out.count == samples.count && out.allSatisfy { abs($0) < 1 })
  }

  @Test func `a profile of a repaired stretch is that of the noise without clicks`() throws {
    let noise = NoiseReducerTests.noise(44_100, amplitude: 0.01)
    let (clicks, _) = Self.clicks(noise.count)
    func profile(_ samples: [Float], _ amount: Double) throws -> Double {
      let slice = SampleSlice(range: 0..<samples.count, channels: 1, samples: samples)
      let profile = try NoiseProfile(slice.repaired(clicks: amount, sampleRate: 44_100), sampleRate: 44_100)
      return 10 * log10(profile.channels[0].mean.reduce(0) { $0 + Double($1) })
    }
    let without = try profile(noise, 0), noisy = zip(noise, clicks).map { $0 + $1 }
    #expect(try profile(noisy, 0) > without + 6)
    #expect(try abs(profile(noisy, 0.5) - without) < 0.2)
  }

  @Test func `a pop goes with what rings on behind it`() throws {
    let clean = NoiseReducerTests.noise(30_000, amplitude: 0.09, seed: 3)
    var samples = clean
    // Damped tones of 2.1 kHz that last for 1 ms, as of a scratch in a record.
    for first in stride(from: 2000, to: 28_000, by: 2900) {
      for index in 0..<60 {
        samples[first + index] += expf(-Float(index) / 15) * sinf(Float(index) * 0.3 + 0.3)
      }
    }
    let out = try Self.repaired(samples).samples
    let before = Self.power(zip(samples, clean).map { $0 - $1 })
    let left = Self.power(zip(out, clean).map { $0 - $1 })
    // A model with the ringing in it finds three of nine, and leaves two thirds of the power.
    #expect(left < before / 5, "\(left / before)")
  }
}
