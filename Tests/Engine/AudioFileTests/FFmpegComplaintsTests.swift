// FFmpegComplaintsTests.swift
// What ffmpeg says of a file, and where: which lines are about the sound, the places that a decoding with a line for each
// block gives, and the end that a Matroska file promises.

import Foundation
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats

@Suite struct FFmpegComplaintsTests {
  let folder = TestFolder()

  private func areSerious(_ lines: String, demuxer: String, codec: String) -> Bool {
    FFmpegComplaints(Array(lines.utf8), demuxer: demuxer, codec: codec).areSerious
  }

  @Test(
    arguments: [
      ("[wavpack @ 0x55d0c8] sample 1 too large", "wv", "wavpack", true),
      ("[alac @ 0x55d0c8] invalid element channel count", "mov,mp4,m4a,3gp,3g2,mj2", "alac", true),
      ("[aac @ 0x55d0c8] channel element 3.9 is not allocated", "mov,mp4,m4a,3gp,3g2,mj2", "aac", true),
      ("[tta @ 0x55d0c8] CRC error", "tta", "tta", true),
      ("[mp3float @ 0x55d0c8] Header missing", "mpegts", "mp3", true),
      ("[libopus @ 0x55d0c8] Decode error: corrupted stream", "ogg", "opus", true),
      ("[dca @ 0x55d0c8] Invalid header", "dts", "dts", true),
      ("[matroska,webm @ 0x55d0c8] File ended prematurely at pos. 4096", "matroska,webm", "flac", true),
      ("[matroska,webm @ 0x55d0c8] Read error", "matroska,webm", "flac", true),
      ("Error while decoding stream #0:0: Invalid data found when processing input", "wv", "wavpack", true),
      ("pipe:0: Input/output error", "wv", "wavpack", true),
      ("Error while decoding stream #0:0: Invalid argument", "wv", "wavpack", false),
      ("[h264 @ 0x55d0c8] error while decoding MB 12 3", "mov,mp4,m4a,3gp,3g2,mj2", "aac", false),
      ("[png @ 0x55d0c8] Invalid PNG signature", "mov,mp4,m4a,3gp,3g2,mj2", "alac", false),
      (
        "[mov,mp4,m4a,3gp,3g2,mj2 @ 0x55d0c8] Referenced QT chapter track not found",
        "mov,mp4,m4a,3gp,3g2,mj2",
        "aac", false
      ),
      ("", "wv", "wavpack", false), ("\n\n", "wv", "wavpack", false), ("[", "", "", false),
      ("[ ", "wv", "", false),
    ] as [(String, String, String, Bool)])
  func `lines about the sound count, others do not`(
    line: String, demuxer: String, codec: String, counts: Bool
  ) {
    #expect(areSerious(line, demuxer: demuxer, codec: codec) == counts)
    #expect(areSerious("frame= 1\n" + line + "\nsize= 3\n", demuxer: demuxer, codec: codec) == counts)
  }

  @Test func `any bytes may be said`() {
    feed(
      [
        Array("[wavpack @ 0x55d0c8] sample 1 too large\n[h264 @ 0x5] x\n".utf8),
        Array("[wv @ 0x55d0c8] a\nError while decoding stream #0:0: Invalid data found\n".utf8),
      ], count: fuzzInputs / 4
    ) { FFmpegComplaints($0, demuxer: "wv", codec: "wavpack").areSerious }
  }

  private static let stream = FFmpegStream(
    track: 0, demuxer: "wv", codec: "wavpack", channels: 2, sampleRate: 44_100, layout: nil, encoding: .s16le,
    end: nil, precision: nil, delay: 0, zero: nil, hasChecksums: false, promised: nil)

  private static func block(_ index: Int, frames: Int) -> String {
    "[Parsed_ashowinfo_1 @ 0x55] [info] n:\(index) pts:0 pts_time:0 fmt:s16 channels:2 rate:44100 "
      + "nb_samples:\(frames) checksum:AB12"
  }

  private func places(_ lines: [String]) -> [FrameRange] {
    var trace = FFmpegTrace(of: Self.stream)
    for line in lines { trace.add(line) }
    trace.end()
    return trace.places
  }

  @Test func `a complaint belongs to the block that follows it`() {
    let complaint = "[wavpack @ 0x55] [error] sample 1 too large"
    let picture = "[png @ 0x55] [error] no signature"
    func block(_ index: Int) -> String { Self.block(index, frames: 1000) }
    #expect(places([block(0), block(1)]) == [])
    #expect(places([block(0), complaint, block(1), block(2)]) == [1000..<2000])
    #expect(
      places([complaint, complaint, block(0), block(1), complaint, block(2)]) == [0..<1000, 2000..<3000])
    #expect(places([block(0), complaint]) == [1000..<1001])
    #expect(places([block(0), picture, block(1)]) == [])
    #expect(places([]) == [] && places(["", "[", "[error] "]) == [])
  }

  @Test func `any lines may come`() {
    let lines = [
      Self.block(0, frames: 1000), "[wavpack @ 0x55] [error] x", Self.block(1, frames: 1000),
      "[wv @ 0x55] [error] y", Self.block(2, frames: 7), "[wavpack @ 0x55] [fatal] z",
    ]
    // Their order decides what is found, and every line may be anything.
    feed([Array(lines.joined(separator: "\n").utf8)], count: fuzzInputs / 8) { bytes in
      let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      let found = places(lines)
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
      return found == [1000..<2000, 2000..<2007, 2007..<2008]
    }
    let endless = "nb_samples:\(Int.max)"
    let wild = "[Parsed_ashowinfo_1 @ 0x55] [info] \(endless) x"
    #expect(places([wild, wild, wild, "[wavpack @ 0x55] [error] x", wild]).count <= 1)
  }

  @Test func `a Matroska file tells whether its end is there`() throws {
    let noise = TestMedia.noise(frames: 30_000, channels: 2)
    let files = [["-c:a", "flac"], ["-c:a", "pcm_s16le"]].enumerated().map { index, options in
      contents(TestMedia.encode(noise, channels: 2, options, as: "\(index).mka", in: folder))
    }
    for bytes in files {
      #expect(!MatroskaEnd(of: bytes).isMissing && !MatroskaEnd(of: bytes + [0, 0, 0]).isMissing)
      for cut in [1, 2, 100, bytes.count / 2, bytes.count - 5000] {
        #expect(MatroskaEnd(of: Array(bytes.dropLast(cut))).isMissing, "\(cut)")
      }
    }
    // What is written into a pipe leaves its length open.
    let open = folder.file("open.mka")
    try Tool.run(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-c:a", "flac", "-f", "matroska", "-live",
      "1",
      open.string)
    #expect(!MatroskaEnd(of: Array(contents(open).dropLast(5000))).isMissing)
    feed(files.map { Array($0.prefix(9000)) + [] }.map { whole(segment: $0) }, count: fuzzInputs / 4) {
      !MatroskaEnd(of: $0).isMissing
    }
  }

  /// The beginning of a Matroska file, with a segment that is as long as that.
  private func whole(segment bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let place = bytes.indices.first { bytes[$0...].starts(with: [0x18, 0x53, 0x80, 0x67]) }! + 4
    let size = bytes.count - place - 8
    bytes.replaceSubrange(place..<place + 8, with: [1] + big(size, 7))
    return bytes
  }
}
