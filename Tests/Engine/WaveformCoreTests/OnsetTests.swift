// OnsetTests.swift
// Beginnings of sounds that the test makes where it wants them.

import Glibc
import TestSupport
import Testing
import WaveformCore

struct OnsetTests {
  static func onsets(_ samples: [Float], rate: Int, channels: Int = 1, in range: FrameRange? = nil) -> [Int] {
    let slice = SampleSlice(range: 0..<samples.count / channels, channels: channels, samples: samples)
    return OnsetDetector(sampleRate: rate).onsets(in: range ?? slice.range, of: slice)
  }

  static func noise(_ count: Int, _ amplitude: Float, seed: UInt64) -> [Float] {
    var numbers = RandomNumbers(seed: seed)
    return (0..<count).map { _ in Float(numbers.unit() * 2 - 1) * amplitude }
  }

  @Test(arguments: [8000, 22_050, 44_100, 48_000, 192_000])
  func `a click in silence is found at its frame, wherever it lies`(rate: Int) {
    for place in stride(from: rate / 10, to: rate / 10 + rate / 100, by: max(1, rate / 2700)) {
      var samples = [Float](repeating: 0, count: rate / 2)
      samples[place] = -0.7
      #expect(Self.onsets(samples, rate: rate) == [place])
    }
  }

  @Test(arguments: [8000, 44_100, 96_000]) func `bursts in noise are found at their frames`(rate: Int) {
    for (number, frequency) in [110.0, 440, 1000, 3500].enumerated() {
      var samples = Self.noise(rate * 2, 0.005, seed: UInt64(number + 1))
      let starts = [0.3, 0.701, 1.1003, 1.6].map { Int($0 * Double(rate)) + number }
      for start in starts {
        for frame in 0..<rate / 10 {
          samples[start + frame] += 0.5 * Float(cos(2 * .pi * frequency * Double(frame) / Double(rate)))
        }
      }
      #expect(Self.onsets(samples, rate: rate) == [0] + starts)
    }
  }

  @Test func `a soft hiss over a loud hum begins as well, and an offset does not matter`() {
    let rate = 48_000
    var samples = (0..<rate).map { 0.1 + 0.3 * Float(sin(2 * .pi * 50 * Double($0) / Double(rate))) }
    let hiss = Self.noise(4800, 0.1, seed: 3)
    for (index, value) in hiss.enumerated() { samples[24_000 + index] += index == 0 ? 0.1 : value }
    #expect(Self.onsets(samples, rate: rate).filter { $0 > 100 } == [24_000])
  }

  @Test func `steady sounds have none but their beginning`() {
    for rate in [8000, 44_100] {
      for seed in 1...20 as ClosedRange<UInt64> {
        #expect(Self.onsets(Self.noise(rate * 5, 0.3, seed: seed), rate: rate) == [0])
      }
      var brown: Float = 0
      let slow = Self.noise(rate * 10, 0.02, seed: 77).map { (value: Float) -> Float in
        brown = brown * 0.995 + value
        return brown
      }
      #expect(Self.onsets(slow, rate: rate, in: rate..<rate * 10).isEmpty)
      for frequency in [25.0, 60, 333, 3999] {
        let tone = (0..<rate * 3).map { Float(sin(2 * .pi * frequency * Double($0) / Double(rate))) }
        #expect(Self.onsets(tone, rate: rate, in: rate..<rate * 3).isEmpty)
      }
    }
    #expect(Self.onsets([Float](repeating: 0.4, count: 44_100), rate: 44_100).isEmpty)
    #expect(Self.onsets([Float](repeating: 0, count: 44_100), rate: 44_100).isEmpty)
    #expect(Self.onsets(Self.noise(44_100, 1e-4, seed: 5), rate: 44_100).isEmpty, "too soft to be heard")
  }

  @Test(arguments: 1...3) func `each channel counts`(channels: Int) {
    let rate = 44_100
    for loud in 0..<channels {
      var samples = Self.noise(rate * channels, 0.01, seed: 9)
      for frame in 20_000..<24_000 { samples[frame * channels + loud] += frame % 2 == 0 ? 0.4 : -0.4 }
      #expect(Self.onsets(samples, rate: rate, channels: channels) == [0, 20_000])
    }
  }

  @Test func `a piece gives what the whole gives`() {
    let rate = 8000, detector = OnsetDetector(sampleRate: rate)
    var numbers = RandomNumbers(seed: 4)
    var samples = Self.noise(rate * 8, 0.003, seed: 8)
    var frame = 0
    while frame < samples.count - 2000 {
      let level = Float(numbers.unit())
      for index in 0..<1 + Int(numbers.unit() * 900) { samples[frame + index] *= 1 + level * 300 }
      frame += 200 + Int(numbers.unit() * 1500)
    }
    samples[12_345] = .nan
    let whole = SampleSlice(range: 0..<samples.count, channels: 1, samples: samples)
    let all = detector.onsets(in: whole.range, of: whole)
    #expect(all.count > 20)
    for _ in 0..<500 {
      let start = Int(numbers.unit() * Double(samples.count))
      let range = (start..<start + Int(numbers.unit() * 5000)).clamped(toLength: samples.count)
      let needed = whole.part(detector.frames(for: range, length: samples.count))
      #expect(detector.onsets(in: range, of: needed) == all.filter(range.contains))
    }
  }
}
