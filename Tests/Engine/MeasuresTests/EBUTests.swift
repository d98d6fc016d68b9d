// EBUTests.swift
// The minimum requirements of EBU Tech 3341 (2016, table 1) and Tech 3342 (2016, table 1), with signals that are made from
// their definition. Left out are those cases that are recordings of programmes (3341: 7 and 8; 3342: 5 and 6): they cannot
// be made. Long tones are at 8 or 16 kHz where nothing depends on the rate, to keep the tests short.

import Glibc
import Testing

@testable import Measures

@Suite struct EBUTests {
  private func integrated(_ sound: Sound) -> Double { sound.measures.whole.loudness.integrated ?? -.infinity }

  private func isNear(_ value: Double?, _ expected: Double, _ tolerance: Double = 0.1) -> Bool {
    value.map { ($0 - expected).magnitude <= tolerance } ?? false
  }

  // MARK: Tech 3341, integrated

  @Test(arguments: [-23.0, -33]) func `3341, 1 and 2: a tone has its level on all three scales`(level: Double)
  {
    let loudness = Sound.tones([(level, 20)], rate: 16_000).measures.whole.loudness
    #expect(isNear(loudness.integrated, level))
    #expect(isNear(loudness.momentaryMax, level))
    #expect(isNear(loudness.shortTermMax, level))
  }

  @Test(arguments: [
    [(-36.0, 10.0), (-23, 60), (-36, 10)],
    [(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)],
    [(-26, 20), (-20, 20.1), (-26, 20)],
  ])
  func `3341, 3 to 5: gates leave quiet parts out`(steps: [(Double, Double)]) {
    #expect(isNear(integrated(.tones(steps.map { (level: $0.0, seconds: $0.1) }, rate: 16_000)), -23))
  }

  @Test func `3341, 6: surround channels weigh more`() {
    #expect(
      isNear(integrated(.tones([(0, 20)], rate: 16_000, gains: [-28, -28, -24, nil, -30, -30])), -23))
  }

  // MARK: Tech 3341, short-term and momentary

  @Test func `3341, 9: short-term loudness of an alternating tone stays`() {
    let steps: [(level: Double, seconds: Double)] = (0..<10).map { $0 % 2 == 0 ? (-20, 1.34) : (-30, 1.66) }
    #expect(isNear(Sound.tones(steps, rate: 16_000).measures.whole.loudness.shortTermMax, -23))
  }

  @Test func `3341, 10 and 11: the largest short-term loudness does not depend on when it is`() {
    for step in 0..<20 {
      let level = -38.0 + Double(step)
      let silence = 0.15 * Double(step)
      let sound = Sound.tones([(-150, silence), (level, 3), (-150, 1)], rate: 16_000)
      #expect(isNear(sound.measures.whole.loudness.shortTermMax, level), "\(step)")
      let steady = Sound.tones([(-150, silence), (-23, 3), (-150, 1)], rate: 16_000)
      #expect(isNear(steady.measures.whole.loudness.shortTermMax, -23), "\(step)")
    }
  }

  @Test func `3341, 12: momentary loudness of an alternating tone stays`() {
    let steps: [(level: Double, seconds: Double)] = (0..<50).map { $0 % 2 == 0 ? (-20, 0.18) : (-30, 0.22) }
    #expect(isNear(Sound.tones(steps, rate: 16_000).measures.whole.loudness.momentaryMax, -23))
  }

  @Test func `3341, 13 and 14: the largest momentary loudness does not depend on when it is`() {
    for step in 0..<20 {
      let level = -38.0 + Double(step)
      let silence = 0.02 * Double(step)
      let sound = Sound.tones([(-150, silence), (level, 0.4), (-150, 1)], rate: 16_000)
      #expect(isNear(sound.measures.whole.loudness.momentaryMax, level), "\(step)")
      let steady = Sound.tones([(-150, silence), (-23, 0.4), (-150, 1)], rate: 16_000)
      #expect(isNear(steady.measures.whole.loudness.momentaryMax, -23), "\(step)")
    }
  }

  // MARK: Tech 3341, true peak: +0.2, −0.4 dB

  private func truePeak(hertz: Double, phase: Double, level: Double, rate: Int = 48_000) -> Double? {
    let amplitude = pow(10, level / 20)
    // Faded in: a tone that begins at once has true peaks beyond its own.
    let samples = (0..<rate / 4).map {
      Float(
        amplitude * min(1, Double($0) / 4800)
          * sin(2 * .pi * hertz * Double($0) / Double(rate) + phase * .pi / 180))
    }
    return Sound(channels: 1, rate: rate, samples: samples).measures.whole.truePeak
  }

  @Test(arguments: [
    (4.0, 0.0, -6.0), (4, 45, -6), (6, 60, -6), (8, 67.5, -6), (4, 45, 3),
  ])
  func `3341, 15 to 19: tones between samples`(divisor: Double, phase: Double, level: Double) throws {
    // Case 19 has a tone of 3 dB above full scale.
    let found = try #require(truePeak(hertz: 48_000 / divisor, phase: phase, level: level))
    #expect(found <= level + 0.2 && found >= level - 0.4, "\(found)")
  }

  @Test(arguments: 0..<4)
  func `3341, after 20 to 23: a tone made at four times the rate, thinned out at every offset`(offset: Int)
    throws
  {
    let rate = 48_000, fine = 4 * rate
    let samples = stride(from: offset, to: fine / 8, by: 4).map {
      Float(0.5012 * sin(2 * .pi * 6000 * Double($0) / Double(fine)))
    }
    let found = try #require(Sound(channels: 1, rate: rate, samples: samples).measures.whole.truePeak)
    #expect(found <= -6 + 0.2 && found >= -6 - 0.4, "\(found)")
  }

  // MARK: Tech 3342

  @Test(arguments: [
    ([-20.0, -30.0], 10.0), ([-20.0, -15.0], 5.0), ([-40.0, -20.0], 20.0),
    ([-50.0, -35.0, -20.0, -35.0, -50.0], 15.0),
  ])
  func `3342, 1 to 4: the loudness range of tones`(levels: [Double], range: Double) {
    let sound = Sound.tones(levels.map { (level: $0, seconds: 20) }, rate: 16_000)
    #expect(isNear(sound.measures.whole.loudness.range, range, 1))
  }
}
