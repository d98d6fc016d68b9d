// LoudPlaceTests.swift
// The loudest and the quietest place, against every place filtered and added up in the plainest way.

import Glibc
import TestSupport
import Testing
import WaveformCore

@testable import Measures

struct LoudPlaceTests {
  /// The mean square behind the filter of every 20 ms, of all channels together.
  private func fifths(_ sound: Sound) throws -> [Double] {
    let k = try #require(KWeighting(sampleRate: sound.rate)).coefficients
    let block = (sound.rate + 5) / 10
    let starts = (0..<5).map { (($0 * block) + 4) / 5 } + [block]
    var sums = [Double](repeating: 0, count: sound.frames / block * 5)
    for channel in 0..<sound.channels {
      var (x1, x2, y1, y2, z1, z2) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
      for frame in 0..<sound.frames {
        let x = Double(sound.samples[frame * sound.channels + channel])
        let y = k[0] * x + k[1] * x1 + k[2] * x2 - k[3] * y1 - k[4] * y2
        let z = y - 2 * y1 + y2 - k[5] * z1 - k[6] * z2
        (x2, x1, y2, y1, z2, z1) = (x1, x, y1, y, z1, z)
        let part = starts.lastIndex { $0 <= frame % block }!
        let fifth = frame / block * 5 + part
        if fifth < sums.count { sums[fifth] += z * z / Double(block) * 5 }
      }
    }
    return sums
  }

  private func frames(_ fifth: Int, _ count: Int, _ rate: Int) -> FrameRange {
    let block = (rate + 5) / 10
    func start(_ fifth: Int) -> Int { fifth / 5 * block + (fifth % 5 * block + 4) / 5 }
    return start(fifth)..<start(fifth + count)
  }

  @Test(arguments: [8000, 11_025, 44_100], [1, 2]) func `both are those of every place added up`(
    rate: Int, channels: Int
  ) throws {
    var random = RandomNumbers(seed: UInt64(rate + channels))
    let sound = Sound.noise(
      channels: channels, rate: rate, frames: 7 * rate + 123, using: &random)
    let blocks = sound.measured(), energies = try fifths(sound)
    func means(_ count: Int) -> [Double] {
      (0...energies.count - count).map { energies[$0..<$0 + count].reduce(0, +) / Double(count) }
    }
    let loudest = try #require(blocks.loudestMoment)
    let moments = means(20)
    let best = try #require(moments.max())
    #expect(loudest.frames == frames(moments.firstIndex(of: best)!, 20, rate))
    #expect(loudest.loudness == blocks.measures.whole.loudness.momentaryMax, "the number of the panel")
    for seconds in [0.1, 0.34, 1, 2.5, 6.9] {
      let count = Int((seconds * 50).rounded()), all = means(count)
      let quiet = try #require(blocks.quietest(seconds: seconds))
      let least = try #require(all.min())
      #expect(quiet.frames == frames(all.firstIndex(of: least)!, count, rate), "\(seconds)")
      #expect(((quiet.loudness ?? 0) - (10 * log10(least) - 0.691)).magnitude < 1e-4)
    }
    #expect(blocks.quietest(seconds: 7.2) == nil, "it is not that long")
  }

  @Test func `silence has a quietest stretch, and no loudest moment`() {
    let sound = Sound(channels: 1, rate: 8000, samples: Array(repeating: 0, count: 16_000))
    #expect(sound.measured().loudestMoment == nil)
    #expect(sound.measured().quietest(seconds: 1) == LoudPlace(frames: 0..<8000, loudness: nil))
    let slow = Sound(channels: 1, rate: 2000, samples: Array(repeating: 0.5, count: 16_000))
    #expect(slow.measured().loudestMoment == nil, "no filter for it")
    #expect(slow.measured().quietest(seconds: 1) == nil)
  }
}
