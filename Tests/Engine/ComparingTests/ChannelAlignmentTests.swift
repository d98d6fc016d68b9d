// ChannelAlignmentTests.swift
// Channels in another order, of other gains and polarities: each is found, and taken back by itself.

import AudioFormats
import Comparing
import TestSupport
import Testing
import WaveformCore

struct ChannelAlignmentTests {
  /// Sounds side by side, the first of which is a part of all others: channels of a recording are alike.
  private func interleaved(_ sounds: [[Float]]) -> [Float] {
    sounds[0].indices.flatMap { frame in sounds.map { $0[frame] } }
  }

  private func sounds(_ channels: Int, count: Int) -> [[Float]] {
    let common = Sounds.varied(count, seed: 90)
    return (0..<channels).map { channel in
      zip(common, Sounds.varied(count, seed: 91 + UInt64(channel))).map { $0 / 2 + $1 }
    }
  }

  /// Noise 60 dB below full scale, so that nothing is the same bit for bit.
  private func hissing(_ sound: [Float]) -> [Float] {
    zip(sound, Sounds.noise(sound.count, level: 0.001, seed: 99)).map { $0 + $1 }
  }

  private func aligned(_ a: HeldSource, _ b: HeldSource) throws -> (Alignment, depth: Double) {
    let found = try #require(try Aligner.align(a, lengthA: a.length, b, lengthB: b.length))
    let report = try #require(try Comparer.compare(a, lengthA: a.length, b, lengthB: b.length, found))
    return (found, report.nullDepth ?? -.infinity)
  }

  @Test(arguments: [2, 6], 0..<8) func `order, gains and polarities of channels are found`(
    _ count: Int, round: Int
  )
    throws
  {
    var chance = RandomNumbers(seed: UInt64(8 * count + round))
    let all = sounds(count, count: 30_000)
    let order = round < 2 ? Array((0..<count).reversed()) : (0..<count).shuffled(using: &chance)
    let factors = (0..<count).map { _ in
      Float.random(in: 0.4...1.5, using: &chance) * (Bool.random(using: &chance) ? 1 : -1)
    }
    let other = order.indices.map { index in all[order[index]].dropFirst(500).map { $0 * factors[index] } }
    let a = HeldSource(interleaved(all), channels: count)
    let b = HeldSource(hissing(interleaved(other)), channels: count)
    let (found, depth) = try aligned(a, b)
    #expect(found.offsetFrames == 500 && found.certainty >= Alignment.surely && found.doubt != nil)
    #expect(found.channels.map(\.source) == (0..<count).map { order.firstIndex(of: $0)! })
    for channel in found.channels {
      let factor = factors[channel.source]
      #expect(channel.isInverted == (factor < 0) && abs(channel.gain / Double(factor.magnitude) - 1) < 0.01)
    }
    #expect(depth < -35)
    // The other way round as well.
    #expect(try aligned(b, a).depth < -35)
  }

  @Test func `channels that are alike are told by one gain`() throws {
    let all = interleaved(sounds(2, count: 30_000))
    let (found, _) = try aligned(
      HeldSource(all, channels: 2), HeldSource(hissing(all.map { $0 * -0.5 }), channels: 2))
    #expect(found.channels.isEmpty && found.isInverted && abs(found.gain - 0.5) < 0.005 && found.doubt == nil)
  }

  @Test func `what is left makes it less sure, and other numbers of channels are told`() throws {
    let both = sounds(2, count: 30_000)
    let stereo = HeldSource(interleaved(both), channels: 2)
    let mono = HeldSource(zip(both[0], both[1]).map { ($0 + $1) / 2 })
    let (found, _) = try aligned(stereo, mono)
    #expect(found.offsetFrames == 0 && found.doubt != nil && abs(found.gain - 1) < 0.01)
    #expect(try aligned(mono, stereo).depth < -100)
    // Two microphones: a place in common, and most of the sound is another one.
    let near = both[0]
    let far = HeldSource(zip(both[0], Sounds.varied(30_000, seed: 77)).map { $0 * 0.6 + $1 * 1.2 })
    let (apart, _) = try aligned(HeldSource(near), far)
    #expect(apart.offsetFrames == 0 && apart.certainty < found.certainty && apart.doubt != nil)
  }
}
