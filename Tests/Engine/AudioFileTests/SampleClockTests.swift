// SampleClockTests.swift
// Which of a container's times tell that samples are missing, and which only look so.

import Testing

@testable import AudioDecoding

@Suite struct SampleClockTests {
  /// What a clock makes of blocks.
  ///
  /// - Parameter blocks: times, as a container tells them, and frames.
  /// - Returns: the silence before each block.
  private func silences(
    _ blocks: [(start: Int, frames: Int)], _ precision: SampleClock.Precision, zero: Int? = nil
  ) -> [Int] {
    var clock = SampleClock(precision, sampleRate: 48_000, zero: zero)
    var position = 0
    return blocks.indices.map { index in
      var delays = [clock.delay(of: blocks[index].start, at: position)]
      if clock.isLate(delays[0]) {
        var place = position
        delays = blocks[index...].prefix(SampleClock.witnesses).map { block in
          defer { place += block.frames }
          return clock.delay(of: block.start, at: place)
        }
      }
      let missing = clock.missing(before: delays, frames: blocks[index].frames)
      position += missing + blocks[index].frames
      return missing
    }
  }

  /// Blocks that follow each other.
  private func blocks(_ sizes: [Int], from first: Int = 0) -> [(start: Int, frames: Int)] {
    var time = first
    return sizes.map { size in
      defer { time += size }
      return (time, size)
    }
  }

  private static let all: [SampleClock.Precision] = [.exact, .blocks, .milliseconds, .millisecondsAndBlocks]

  @Test(arguments: all) func `a lost block is missing, to the frame`(precision: SampleClock.Precision) {
    for lost in [1, 7, 30, 39] {
      var all = blocks(Array(repeating: 1024, count: 41))
      all.remove(at: lost)
      var expected = Array(repeating: 0, count: 40)
      expected[lost] = 1024
      #expect(silences(all, precision) == expected)
    }
  }

  @Test(arguments: all) func `two losses close together are two`(precision: SampleClock.Precision) {
    var all = blocks(Array(repeating: 1024, count: 40))
    all.remove(at: 20)
    all.remove(at: 16)
    let found = silences(all, precision)
    #expect(found[16] == 1024 && found[19] == 1024 && found.reduce(0, +) == 2048)
  }

  @Test func `a loss beside a block that is stamped wrongly is one`() {
    // Copied Vorbis stamps one block too late; the next but one is lost.
    var late = blocks(Array(repeating: 1024, count: 40))
    late[20].start += 448
    late.remove(at: 22)
    #expect(silences(late, .blocks).reduce(0, +) == 1024)
    // Damage lets one time go back. The loss is found once that block has passed.
    var early = blocks(Array(repeating: 1024, count: 60))
    early.remove(at: 20)
    early[24].start -= 20_000
    #expect(silences(early, .millisecondsAndBlocks).reduce(0, +) == 1024)
  }

  @Test func `the beginning is missing where the time of the first frame is known`() {
    let all = blocks(Array(repeating: 4096, count: 10), from: 8192)
    #expect(silences(all, .exact, zero: 0).first == 8192)
    #expect(silences(all, .exact) == Array(repeating: 0, count: 10))
  }

  @Test(arguments: [SampleClock.Precision.milliseconds, .millisecondsAndBlocks])
  func `times that are rounded up and down are right`(precision: SampleClock.Precision) {
    let all = blocks(Array(repeating: 960, count: 500) + Array(repeating: 312, count: 500)).map {
      (start: ($0.start + 47) / 48 * 48 - ($0.start % 3 == 0 ? 48 : 0), frames: $0.frames)
    }
    #expect(silences(all, precision).allSatisfy { $0 == 0 })
  }

  @Test(arguments: [SampleClock.Precision.blocks, .millisecondsAndBlocks])
  func `a block between long and short ones that is stamped too late is no gap`(
    precision: SampleClock.Precision
  ) {
    // As ffmpeg copies Vorbis: the block of 576 frames comes 448 later than it should.
    let sizes = Array(repeating: [1024, 1024, 1024, 576, 128, 128, 128, 576], count: 60).flatMap { $0 }
    let late = blocks(sizes).enumerated().map { index, block in
      (start: block.start + (sizes[index] == 576 && index % 8 == 3 ? 448 : 0), frames: block.frames)
    }
    #expect(silences(late, precision).allSatisfy { $0 == 0 })
  }

  @Test func `clocks that part slowly lose nothing`() {
    // 200 millionths for an hour.
    let all = (0..<168_750).map { (start: $0 * 1024 + $0 * 1024 / 5000, frames: 1024) }
    #expect(silences(all, .millisecondsAndBlocks).allSatisfy { $0 == 0 })
  }

  @Test func `times that go back are counted from there`() {
    var all = blocks(Array(repeating: 1024, count: 60))
    for index in 20..<60 { all[index].start -= 10_000 }
    all.remove(at: 50)
    let found = silences(all, .millisecondsAndBlocks)
    #expect(found[50] == 1024 && found.reduce(0, +) == 1024)
  }
}
