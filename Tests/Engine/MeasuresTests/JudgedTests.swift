// JudgedTests.swift
// Loudness and true peak against libebur128.

import TestSupport
import Testing

@testable import Measures

@Suite struct JudgedTests {
  private func expect(_ ours: Double?, _ theirs: Double, within tolerance: Double, _ note: String) {
    // What has no value here is minus infinity, or 0 for the range, there.
    if let ours {
      #expect((ours - theirs).magnitude <= tolerance, "\(note): \(ours), \(theirs)")
    } else {
      #expect(theirs == -.infinity || theirs == 0, "\(note): nothing, \(theirs)")
    }
  }

  private func compare(_ sound: Sound, _ note: String) {
    let ours = sound.measures, theirs = Judgement(sound)
    expect(ours.whole.loudness.integrated, theirs.integrated, within: 0.01, "\(note) integrated")
    expect(ours.whole.loudness.momentaryMax, theirs.momentaryMax, within: 0.01, "\(note) momentary")
    expect(ours.whole.loudness.shortTermMax, theirs.shortTermMax, within: 0.01, "\(note) short-term")
    expect(ours.whole.loudness.range, theirs.range, within: 0.01, "\(note) range")
    for (channel, peak) in theirs.truePeaks.enumerated() {
      expect(ours.channels[channel].truePeak, peak, within: 0.02, "\(note) true peak of \(channel)")
    }
  }

  @Test(arguments: [1, 2, 6], [8000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000])
  func `noise of any rate and number of channels is as loud as libebur128 finds it`(channels: Int, rate: Int)
  {
    var random = RandomNumbers(seed: UInt64(channels * rate))
    let seconds = rate > 48_000 ? 4.3 : 6.7
    compare(
      .noise(
        channels: channels, rate: rate, frames: Int(seconds * Double(rate)), using: &random),
      "\(channels) × \(rate)")
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6])
  func `what is shorter than a window has no value for it`(channels: Int) {
    var random = RandomNumbers(seed: UInt64(channels))
    for frames in [1, 2, 11, 12, 13, 799, 800, 801, 3199, 3200, 3201, 4000, 23_999, 24_000, 24_001] {
      compare(
        .noise(channels: channels, rate: 8000, frames: frames, using: &random), "\(channels) × \(frames)")
    }
  }

  @Test func `a range over minutes is as wide as libebur128 finds it`() {
    var random = RandomNumbers(seed: 9)
    for _ in 0..<5 {
      compare(.noise(channels: 1, rate: 8000, frames: 8000 * 90, using: &random), "minutes")
    }
  }

  @Test func `silence, steps and clicks`() {
    var click = Sound(channels: 2, rate: 44_100, samples: Array(repeating: 0, count: 88_200))
    compare(click, "silence")
    click.samples[40_000] = 1
    compare(click, "click")
    compare(Sound(channels: 1, rate: 48_000, samples: Array(repeating: 0.5, count: 48_000)), "step")
    compare(.tones([(-3, 0.5), (-90, 4), (-20, 0.6)], hertz: 11_999), "near a quarter of the rate")
  }
}
