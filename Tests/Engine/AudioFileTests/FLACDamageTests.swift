// FLACDamageTests.swift
// Whatever happens to a FLAC file, what is whole in it is shown at its place, and the rest is named.

import Decoding
import CSndfile
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import Recording

@Suite struct FLACDamageTests {
  let folder = TestFolder()
  static let length = 500_000
  /// A FLAC file, and what is in it.
  let whole: [UInt8]
  let expected: [Int16]

  init() {
    let path = folder.file("whole.flac")
    let tones = TestSound.tones(frames: Self.length, channels: 2)
    TestSound.write(tones, to: path, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, channels: 2)
    whole = contents(path)
    expected = TestSound.decodeInt16(path)
  }

  func decoder(_ bytes: [UInt8]) throws -> any Decoder {
    try OggTests.decoder(folder.write(bytes, as: "damaged.flac"))
  }

  func rest(of decoder: any Decoder, block: Int = 3000) -> [Int16] {
    var all: [Int16] = []
    let room = UnsafeMutableBufferPointer<Int16>.allocate(capacity: block * 2)
    defer { room.deallocate() }
    while case let count = decoder.read(into: room), count > 0 { all += room[..<(count * 2)] }
    return all
  }

  /// What is expected with silence in the gaps.
  func silenced(_ gaps: [FrameRange], from first: Int = 0, to end: Int = length) -> [Int16] {
    var samples = expected
    for gap in gaps {
      samples.replaceSubrange(
        gap.lowerBound * 2..<gap.upperBound * 2, with: repeatElement(0, count: gap.count * 2))
    }
    return Array(samples[first * 2..<end * 2])
  }

  /// Ways to damage a file, with how many holes it then has.
  var damages: [(name: String, bytes: [UInt8], holes: Int)] {
    let half = whole.count / 2
    func with(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
      var bytes = whole
      change(&bytes)
      return bytes
    }
    var random = Randomness(seed: 3)
    let noise = (0..<20_000).map { _ in UInt8(random.next(below: 256)) }
    return [
      ("one bit", with { $0[half] ^= 1 }, 1),
      ("zeros", with { $0.replaceSubrange(half..<half + 20_000, with: repeatElement(0, count: 20_000)) }, 1),
      ("noise", with { $0.replaceSubrange(half..<half + 20_000, with: noise) }, 1),
      (
        "ones", with { $0.replaceSubrange(half..<half + 20_000, with: repeatElement(0xFF, count: 20_000)) }, 1
      ),
      ("bytes removed", with { $0.removeSubrange(half..<half + 20_000) }, 1),
      ("bytes inserted", with { $0.insert(contentsOf: noise, at: half) }, 1),
      (
        "three holes",
        with { bytes in
          for share in [4, 3, 2] { for index in 0..<5000 { bytes[whole.count / share + index] ^= 0x55 } }
        }, 3
      ),
      ("the first frame", with { $0[$0.count - whole.count + FLACStream(whole)!.firstFrame + 40] ^= 4 }, 1),
    ]
  }

  @Test func `a hole is silence, and the rest is at its place`() throws {
    for (name, bytes, holes) in damages {
      let decoder = try decoder(bytes)
      let all = rest(of: decoder)
      let gaps = decoder.gaps
      #expect(gaps.count == holes, "\(name): \(gaps)")
      let isEqual = all == silenced(gaps)
      #expect(isEqual, "\(name): \(all.count / 2) frames, \(gaps)")
      #expect(
        gaps.allSatisfy { $0.lowerBound % 4096 == 0 && $0.upperBound % 4096 == 0 }, "\(name): whole frames")
      let report = EventLog.reading(folder.file("damaged.flac")).report
      #expect(report?.frames == Self.length && report?.gaps == gaps && report?.isComplete == false, "\(name)")
      #expect(report?.warnings.count == holes, "\(name): \(report?.warnings ?? [])")
    }
  }

  @Test func `the report says where it is damaged and how long`() {
    let (_, bytes, _) = damages[0]
    let report = EventLog.reading(folder.write(bytes, as: "bit.flac")).report
    let first = report?.gaps.first?.lowerBound ?? 0
    let time = Timecode(frames: first, sampleRate: 44_100).text
    #expect(report?.warnings == ["0.09 s at \(time) are damaged and shown as silence."])
  }

  @Test func `ranges of a damaged file are those of reading it from the beginning`() throws {
    for (name, bytes, _) in damages {
      let decoder = try decoder(bytes)
      let gaps = EventLog.reading(folder.file("damaged.flac")).report?.gaps ?? []
      let all = silenced(gaps)
      var random = Randomness(seed: 4)
      // Anywhere, and around the holes.
      var starts = (0..<100).map { _ in random.next(below: Self.length - 3000) }
      for gap in gaps {
        starts += [
          gap.lowerBound - 4000, gap.lowerBound - 1, gap.lowerBound, gap.lowerBound + 1, gap.upperBound - 1,
          gap.upperBound, gap.upperBound + 1, gap.upperBound + 4000,
        ]
        .filter { $0 >= 0 }
      }
      var wrong: [Int] = []
      for first in starts {
        let block = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 3000 * 2)
        defer { block.deallocate() }
        if !decoder.seek(toFrame: first) || decoder.read(into: block) != 3000
          || !block.elementsEqual(all[first * 2..<(first + 3000) * 2])
        {
          wrong.append(first)
        }
      }
      #expect(wrong == [], "\(name): \(gaps)")
    }
  }

  @Test func `however it is divided, a damaged file looks the same`() {
    for (name, bytes, _) in damages {
      let path = folder.write(bytes, as: "divided.flac")
      let alone = EventLog(), together = EventLog()
      PeakReader(path: path, parallelism: Parallelism(workers: 1)) { alone.take($0) }.readNow()
      PeakReader(path: path, parallelism: Parallelism(workers: 3, segmentFrames: 25_600)) {
        together.take($0)
      }
      .readNow()
      #expect(together.report?.gaps == alone.report?.gaps, "\(name)")
      #expect(together.report?.warnings == alone.report?.warnings, "\(name)")
      #expect(together.report?.frames == alone.report?.frames, "\(name)")
      for channel in 0..<2 {
        #expect(
          columns(together.peaks!, channel: channel) == columns(alone.peaks!, channel: channel), "\(name)")
      }
    }
  }

  @Test func `damage at the end is a missing end`() throws {
    var bytes = whole
    let cut = bytes.count - 20_000
    bytes.replaceSubrange(cut..., with: repeatElement(0, count: 20_000))
    let decoder = try decoder(bytes)
    let all = rest(of: decoder)
    let isEqual = all == Array(expected[..<all.count])
    #expect(isEqual && all.count > expected.count * 9 / 10 && decoder.gaps == [])
    let report = EventLog.reading(folder.file("damaged.flac")).report
    #expect(report?.isComplete == false && report?.missing == Self.length - all.count / 2)
  }

  @Test func `whoever reads all of it tells of the same holes`() throws {
    for (name, bytes, holes) in damages {
      let path = folder.write(bytes, as: "damaged.flac")
      let report = try #require(EventLog.reading(path).report)
      #expect(report.gaps.count == holes, "\(name)")
      let others = [
        try AudiowaveformPeaks.read(path, framesPerPixel: 256, splitChannels: false).report,
        try ReadReport.read(path).1,
      ]
      for other in others {
        #expect(other.gaps == report.gaps && other.warnings == report.warnings, "\(name)")
        #expect(other.isComplete == report.isComplete, "\(name)")
      }
    }
  }

  @Test func `a length of 0 in the header hides nothing, damaged or not`() throws {
    for (name, bytes, holes) in damages + [("whole", whole, 0)] {
      var bytes = bytes
      // STREAMINFO: 36 bits from the lower half of byte 21 on.
      bytes[21] &= 0xF0
      for index in 22..<26 { bytes[index] = 0 }
      let decoder = try decoder(bytes)
      let all = rest(of: decoder)
      let isEqual = all == silenced(decoder.gaps)
      #expect(isEqual && decoder.gaps.count == holes, "\(name): \(all.count / 2) frames, \(decoder.gaps)")
    }
  }

  @Test func `a tag in front and a picture of 20 MB do not disturb, damaged or not`() throws {
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 2, 0, 0] + [UInt8](repeating: 0, count: 1 << 15)
    // A block of metadata takes 16 MiB at most, so there are two of 10 MiB.
    let size = 10 << 20
    let picture =
      [6] + big(size)[1...] + big(3) + [UInt8](repeating: 0, count: 24) + big(size - 32)
      + [UInt8](repeating: 0x5A, count: size - 32)
    for (name, bytes, holes) in damages.prefix(1) + [("whole", whole, 0)] {
      for full in [tag + bytes, bytes[..<42] + picture + picture + bytes[42...]] {
        let decoder = try decoder(Array(full))
        let all = rest(of: decoder)
        let isEqual = all == silenced(decoder.gaps)
        #expect(isEqual && decoder.gaps.count == holes, "\(name): \(decoder.gaps)")
        #expect(decoder.seek(toFrame: 400_000))
        let rest = rest(of: decoder) == Array(all[800_000...])
        #expect(rest, "\(name)")
      }
    }
  }

  @Test func `the finder survives any bytes`() {
    var random = Randomness(seed: 5)
    for _ in 0..<300 {
      var bytes = Array(whole.prefix(30_000))
      for _ in 0..<random.next(below: 40) {
        bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
      }
      bytes = Array(bytes.prefix(random.next(below: 30_000)))
      guard let stream = FLACStream(bytes) else { continue }
      for sample in [0, 4096, 5000, 100_000, Int.max] {
        let place = stream.frame(from: sample)
        #expect(place == nil || place!.frames.lowerBound >= sample && place!.end <= bytes.count)
        if let place = stream.frame(holding: sample) { #expect(place.frames.contains(sample)) }
      }
    }
  }
}
