// MP4LengthTests.swift
// The length in a movie header: to the frame where it can be had, and never a crash.

import SystemPackage
import TestSupport
import Testing

@testable import AudioFormats

@Suite struct MP4LengthTests {
  private func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    big(8 + body.count, 4) + Array(kind.utf8) + body
  }

  private func clock(_ kind: String, _ timescale: Int, _ duration: Int) -> [UInt8] {
    box(kind, big(0, 12) + big(timescale, 4) + big(duration, 4) + big(0, 4))
  }

  private func edits(_ list: [(duration: Int, start: Int, rate: Int)]) -> [UInt8] {
    let entries = list.flatMap { big($0.duration, 4) + big($0.start, 4) + big($0.rate, 4) }
    return box("edts", box("elst", big(0, 4) + big(list.count, 4) + entries))
  }

  private func track(_ duration: Int, _ edits: [UInt8] = [], handler: String = "soun") -> [UInt8] {
    let header = box("hdlr", big(0, 8) + Array(handler.utf8) + big(0, 12))
    return box("trak", edits + box("mdia", clock("mdhd", 44_100, duration) + header))
  }

  private func durations(_ tracks: [UInt8], movieScale: Int = 1000) -> [Int?] {
    MP4Length(movie: clock("mvhd", movieScale, 1) + tracks).tracks.map { $0?.duration }
  }

  @Test func `an edit list in milliseconds leaves the last frames alone`() {
    #expect(durations(track(31_035, edits([(680, 1024, 0x1_0000)]))) == [30_011])
    #expect(durations(track(31_035, edits([(681, 1024, 0x1_0000)]))) == [30_011])
    #expect(durations(track(31_035)) == [31_035])
    // Half a second of nothing before it is no part of the track.
    #expect(
      durations(track(31_035, edits([(500, 0xFFFF_FFFF, 0x1_0000), (680, 1024, 0x1_0000)]))) == [30_011])
  }

  @Test func `an edit list that cuts off the padding is followed`() {
    let list = edits([(30_011, 2112, 0x1_0000)])
    #expect(durations(track(33_792, list), movieScale: 44_100) == [30_011])
  }

  @Test func `of what is not simple nothing is claimed`() {
    #expect(durations(track(9000, edits([(10, 0, 0x1_0000), (20, 4000, 0x1_0000)]))) == [nil])
    #expect(durations(track(9000, edits([(10, 0, 0x2_0000)]))) == [nil])
    #expect(durations(track(9000, edits([(10, 9001, 0x1_0000)]))) == [nil])
    #expect(durations(track(0)) == [nil])
    #expect(durations(track(9000), movieScale: 0) == [nil])
  }

  @Test func `only audio tracks count, in their order`() {
    let tracks = track(100) + track(9, handler: "vide") + track(200) + box("udta", [1, 2, 3]) + track(300)
    #expect(durations(tracks) == [100, 200, 300])
  }

  @Test func `nothing that is wrong in it breaks anything`() {
    let good = clock("mvhd", 1000, 1) + track(31_035, edits([(680, 1024, 0x1_0000)])) + track(5)
    for length in good.indices { _ = MP4Length(movie: Array(good[..<length])) }
    var random = UInt64(11)
    var understood = 0
    for _ in 0..<5000 {
      var bytes = good
      for _ in 0..<3 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(random >> 33) % bytes.count] =
          random >> 20 & 1 == 0 ? 0xFF : UInt8(truncatingIfNeeded: random >> 24)
      }
      for track in MP4Length(movie: bytes).tracks.compactMap({ $0 }) {
        understood += 1
        #expect(track.duration >= 0 && track.timescale > 0)
      }
    }
    #expect(understood > 1000)
  }
}
