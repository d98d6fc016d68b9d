// NoiseReductionStreamTests.swift
// A whole recording through several threads, or none: what comes out is what one reducer gives, block by block, and an
// error on the way leaves nobody waiting.

import Testing
import WaveformCore

@testable import Spectral

struct NoiseReductionStreamTests {
  private struct Stop: Error {}

  /// What a stream writes, and how much it had written after each block; `write` fails at the call of that number.
  private static func passed(
    _ samples: [Float], channels: Int, _ profile: NoiseProfile, _ result: NoiseReductionResult,
    blocks: [Int] = [10_000], workers: Int = 2, writesUntil: Int = .max, effort: NoiseReductionEffort = .whole
  ) throws -> (samples: [Float], counts: [Int]) {
    let reducer = try NoiseReducer(
      profile, settings: NoiseReductionSettings(), channels: channels, sampleRate: profile.sampleRate,
      effort: effort)
    let stream = NoiseReductionStream(reducer, result: result, workers: workers)
    var (out, counts, position, writes): ([Float], [Int], Int, Int) = ([], [], 0, 0)
    let write: NoiseReductionStream.Write<Stop> = { (block) throws(Stop) in
      writes += 1
      if writes > writesUntil { throw Stop() }
      out += block
    }
    while position < samples.count {
      let end = min(samples.count, position + blocks[counts.count % blocks.count] * channels)
      let block = Array(samples[position..<end])
      try block.withUnsafeBufferPointer { try stream.append($0, write: write) }
      counts.append(out.count)
      position = end
    }
    try stream.finish(write: write)
    return (out, counts)
  }

  @Test(arguments: [1, 2, 3])
  func `any number of blocks gives what one reducer gives`(channels: Int) throws {
    let profile = try NoiseReducerTests.profile(rate: 8000, channels: channels)
    let block = NoiseReductionStream.blockFrames
    for frames in [0, 1, block, channels == 2 ? 5 * block + 1 : block + 1] {
      let samples = NoiseReducerTests.noise(frames * channels, amplitude: 0.4)
      let expected = try NoiseReducerTests.reduced(
        samples, channels: channels, blocks: [4096], profile, NoiseReductionSettings())
      for (blocks, workers) in [([10_000], 2), ([1, 4096, 100_000], 2), ([4096, 50_000], 0)] {
        let clean = try Self.passed(
          samples, channels: channels, profile, .clean, blocks: blocks, workers: workers)
        #expect(clean.samples == expected, "\(frames) frames, blocks of \(blocks), \(workers) threads")
      }
      let residue = try Self.passed(samples, channels: channels, profile, .residue)
      #expect(residue.samples == zip(samples, expected).map { $0 - $1 }, "\(frames) frames")
    }
  }

  @Test func `without threads what is ready comes out at once`() throws {
    let profile = try NoiseReducerTests.profile(rate: 8000)
    let samples = NoiseReducerTests.noise(20 * 1000)
    let found = try Self.passed(
      samples, channels: 1, profile, .clean, blocks: [1000], workers: 0, effort: .look)
    let delay = try NoiseReducer(
      profile, settings: NoiseReductionSettings(), channels: 1, sampleRate: 8000, effort: .look
    ).capacity(forFrames: 0)
    for (index, count) in found.counts.enumerated() { #expect(count >= (index + 1) * 1000 - delay) }
    #expect(found.samples.count == samples.count)
  }

  @Test func `a failure at any moment ends it`() throws {
    let profile = try NoiseReducerTests.profile(rate: 8000, channels: 2)
    let samples = NoiseReducerTests.noise(2 * 6 * NoiseReductionStream.blockFrames)
    for workers in [0, 2] {
      for call in [0, 1, 4, 5] {
        #expect(throws: Stop.self) {
          try Self.passed(samples, channels: 2, profile, .residue, workers: workers, writesUntil: call)
        }
      }
    }
  }
}
