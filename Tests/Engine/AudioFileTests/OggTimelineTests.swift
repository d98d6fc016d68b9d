// OggTimelineTests.swift
// Where decoded blocks belong, when pages tell the truth and when they do not; and whatever they tell, an answer that can
// be.

import TestSupport
import Testing
import WaveformCore

@testable import AudioFormats

@Suite struct OggTimelineTests {
  /// Places blocks of 1,000 frames, which follow each other, by the positions of a library.
  ///
  /// - Returns: the offset of each.
  private func offsets(
    _ timeline: inout OggTimeline, _ blocks: [(first: Int, isBehindHole: Bool)], byteCount: Int = 4000
  ) -> [Int] {
    var position = 0
    return blocks.map { first, isBehindHole in
      let offset = timeline.offset(
        of: first, from: position, link: 0, isBehindHole: isBehindHole, byteCount: byteCount)
      position += offset + 1000
      return offset
    }
  }

  @Test func `blocks that follow each other have nothing between them`() {
    var timeline = OggTimeline(origin: 0, length: 100_000)
    #expect(offsets(&timeline, (0..<50).map { ($0 * 1000, false) }) == [Int](repeating: 0, count: 50))
    #expect(!timeline.isBroken && timeline.doubts == [])
  }

  @Test func `positions may count from anywhere`() {
    for origin in [1, 48_000, 1 << 40] {
      // The library counts from 0 until it has seen a page's own position.
      for known in [0, 3] {
        var timeline = OggTimeline(origin: origin, length: 100_000)
        let blocks = (0..<20).map { (first: $0 * 1000 + ($0 >= known ? origin : 0), isBehindHole: false) }
        #expect(offsets(&timeline, blocks) == [Int](repeating: 0, count: 20), "\(origin), \(known)")
        #expect(!timeline.isBroken && timeline.doubts == [])
      }
    }
  }

  @Test func `a jump is believed behind a hole, and nowhere else`() {
    var timeline = OggTimeline(origin: 0, length: 100_000)
    #expect(offsets(&timeline, [(0, false), (9000, true), (10_000, false)]) == [0, 8000, 0])
    #expect(!timeline.isBroken)
    timeline = OggTimeline(origin: 0, length: 100_000)
    #expect(offsets(&timeline, [(0, false), (9000, false), (10_000, false)]) == [0, 0, 0])
    #expect(timeline.isBroken)
  }

  @Test func `blocks overlap behind a jump or a hole, and nowhere else`() {
    var timeline = OggTimeline(origin: 0, length: 100_000)
    #expect(offsets(&timeline, [(0, false), (900, true), (1900, false), (2900, false)]) == [0, -100, 0, 0])
    #expect(!timeline.isBroken)
    timeline.jumped()
    #expect(offsets(&timeline, [(-1500, false), (-500, false), (500, false)]) == [-1500, 0, 0])
    timeline = OggTimeline(origin: 0, length: 100_000)
    #expect(offsets(&timeline, [(0, false), (1000, false), (1900, false), (2900, false)]) == [0, 0, 0, 0])
    #expect(timeline.isBroken)
  }

  @Test func `more than the bytes between can hold is doubted`() {
    for first in [1 << 36, 1 << 62, Int.max] {
      var timeline = OggTimeline(origin: 0, length: .max)
      #expect(offsets(&timeline, [(0, false), (first, true), (2000, false)], byteCount: 10) == [0, 0, 0])
      #expect(timeline.isBroken && timeline.doubts == [1000..<1001])
    }
  }

  @Test func `whatever a file tells, the answer can be`() {
    var random = RandomNumbers(seed: 11)
    let edges = [0, 1, 1000, 1 << 31, 1 << 40, 1 << 62, .max - 1, .max, .min, .min + 1, -1, -(1 << 40)]
    for _ in 0..<fuzzInputs {
      func number() -> Int { random.below(3) == 0 ? random.below(200_000) : edges[random.below(edges.count)] }
      let length = max(0, number())
      var timeline = OggTimeline(origin: number(), length: length)
      var position = 0, link = 0, doubts = 0
      for _ in 0..<8 {
        if random.below(5) == 0 { timeline.jumped() }
        if random.below(6) == 0 { link += 1 }
        let byteCount = random.below(100_000)
        let before = link
        let isBehindHole = random.below(2) == 0
        let offset = timeline.offset(
          of: number(), from: position, link: before, isBehindHole: isBehindHole, byteCount: byteCount)
        #expect(offset >= -OggTimeline.longestOverlap && offset <= max(0, length - position))
        #expect(timeline.doubts.count >= doubts)
        doubts = timeline.doubts.count
        position = max(0, min(position + offset, 1 << 60)) + random.below(8192)
      }
    }
  }

  @Test func `what watches over pages lets every real file pass, and stops what is none`() {
    func isExceeded(_ bytes: [UInt8], piece: Int) -> Bool {
      var pages = OggGuard()
      for start in stride(from: 0, to: bytes.count, by: piece) {
        bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes {
          pages.look(at: $0, from: start)
        }
      }
      return pages.isExceeded
    }
    func page(segments: Int, of size: UInt8, body: Int) -> [UInt8] {
      var page = Array("OggS".utf8) + [UInt8](repeating: 0, count: 22)
      page.append(UInt8(segments))
      page += [UInt8](repeating: size, count: segments)
      page += [UInt8](repeating: 3, count: body)
      return page
    }
    func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] { (0..<count).flatMap { _ in bytes } }
    // The smallest pages that there are, a head and a packet of a byte; the largest; and bytes without any.
    let small = repeated(page(segments: 1, of: 1, body: 1), 100_000)
    let large = repeated(page(segments: 255, of: 255, body: 255 * 255), 40)
    let none = [UInt8](repeating: 0x4F, count: 1 << 20)
    for piece in [4, 27, 8500, 65_536, 1 << 22] {
      for bytes in [small, large, none, []] {
        #expect(!isExceeded(bytes, piece: piece), "\(piece), \(bytes.count)")
      }
    }
    // Each of them claims 64 kB: 255 segments of 255 bytes, and all of them are inside of the one before.
    let bomb = repeated(page(segments: 255, of: 255, body: 0), 40_000)
    let heads = repeated(Array("OggS".utf8), 900_000)
    for piece in [8500, 65_536, 1 << 22] {
      #expect(isExceeded(bomb, piece: piece), "\(piece)")
      #expect(isExceeded(heads, piece: piece), "\(piece)")
    }
  }
}
