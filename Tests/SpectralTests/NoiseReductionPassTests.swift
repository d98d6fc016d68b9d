// NoiseReductionPassTests.swift
// A whole recording through several threads: what comes out is what one reducer gives, block by block, and an error on
// the way ends the run with nobody at work.

import Testing
import WaveformCore

@testable import Spectral

struct NoiseReductionPassTests {
  private struct Stop: Error {}

  /// What a pass writes; `read` and `write` fail at the call of that number.
  private static func passed(
    _ samples: [Float], channels: Int, _ profile: NoiseProfile, _ result: NoiseReductionResult,
    readsUntil: Int = .max, writesUntil: Int = .max
  ) throws -> [Float] {
    let reducer = try NoiseReducer(
      profile, settings: NoiseReductionSettings(), channels: channels, sampleRate: profile.sampleRate)
    var (out, position, reads, writes): ([Float], Int, Int, Int) = ([], 0, 0, 0)
    try NoiseReductionPass(reducer, result: result).run(
      read: { (buffer) throws(Stop) in
        reads += 1
        if reads > readsUntil { throw Stop() }
        let count = min(buffer.count, samples.count - position)
        for index in 0..<count { buffer[index] = samples[position + index] }
        position += count
        return count / channels
      },
      write: { (block) throws(Stop) in
        writes += 1
        if writes > writesUntil { throw Stop() }
        out += block
      })
    return out
  }

  @Test(arguments: [1, 2, 3])
  func `any number of blocks gives what one reducer gives`(channels: Int) throws {
    let profile = try NoiseReducerTests.profile(rate: 8000, channels: channels)
    let block = NoiseReductionPass.blockFrames
    for frames in [0, 1, block, channels == 2 ? 5 * block + 1 : block + 1] {
      let samples = NoiseReducerTests.noise(frames * channels, amplitude: 0.4)
      let clean = try Self.passed(samples, channels: channels, profile, .clean)
      let expected = try NoiseReducerTests.reduced(
        samples, channels: channels, blocks: [4096], profile, NoiseReductionSettings())
      #expect(clean == expected, "\(frames) frames")
      let residue = try Self.passed(samples, channels: channels, profile, .residue)
      #expect(residue == zip(samples, clean).map { $0 - $1 }, "\(frames) frames")
    }
  }

  @Test func `a failure at any moment ends the run`() throws {
    let profile = try NoiseReducerTests.profile(rate: 8000, channels: 2)
    let samples = NoiseReducerTests.noise(2 * 6 * NoiseReductionPass.blockFrames)
    for call in [0, 1, 4, 5] {
      #expect(throws: Stop.self) {
        try Self.passed(samples, channels: 2, profile, .residue, readsUntil: call)
      }
      #expect(throws: Stop.self) {
        try Self.passed(samples, channels: 2, profile, .residue, writesUntil: call)
      }
    }
  }
}
