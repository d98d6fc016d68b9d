// OggTests.swift
// Vorbis and Opus by their own libraries: the samples are libsndfile's, jumps are exact, chains are whole, and what
// lies behind a hole is at its place.

import Decoding
import CSndfile
import Foundation
import SystemPackage
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO

@Suite struct OggTests {
  let folder = TestFolder()

  /// A file of tones.
  func sound(_ name: String, _ codec: Int, frames: Int = 200_000, channels: Int = 2, rate: Int = 48_000)
    -> FilePath
  {
    let path = folder.file(name)
    let tones = TestSound.tones(frames: frames, channels: channels)
    precondition(
      TestSound.write(tones, to: path, format: SF_FORMAT_OGG | codec, channels: channels, sampleRate: rate))
    return path
  }

  static func decoder(_ path: FilePath) throws -> any Decoder {
    let file = try FileBytes(path: path)
    return try Opening.of(file, path: path, options: OpenOptions()).decoder
  }

  /// The library that decodes a file; nil when none does.
  private static func access(_ path: FilePath) throws -> CodecAccess? {
    let source = try Opening.of(FileBytes(path: path), path: path, options: OpenOptions()).source
    return if case .codec(let access, _, _) = source.access { access } else { nil }
  }

  /// Everything from where the decoder stands.
  static func rest(of decoder: any Decoder, channels: Int) -> [Float] {
    var all: [Float] = []
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 3001 * channels)
    defer { block.deallocate() }
    while case let count = decoder.read(into: block), count > 0 { all += block[..<(count * channels)] }
    return all
  }

  static func read(_ frames: Int, of decoder: any Decoder, channels: Int) -> [Float] {
    [Float](unsafeUninitializedCapacity: frames * channels) { buffer, count in
      count =
        decoder.read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<(frames * channels)])) * channels
    }
  }

  @Test(arguments: [SF_FORMAT_VORBIS, SF_FORMAT_OPUS])
  func `samples and channels are those of libsndfile, bit for bit`(codec: Int) throws {
    for channels in 1...8 {
      let path = sound("\(channels).ogg", codec, frames: 30_000, channels: channels)
      let expected = TestSound.decodeFloat(path)
      let decoder = try Self.decoder(path)
      let all = Self.rest(of: decoder, channels: channels)
      #expect(all.count == 30_000 * channels)
      #expect(all == expected, "\(channels) channels")
      #expect(decoder.gaps == [])
    }
    #expect(try Self.access(sound("v.ogg", SF_FORMAT_VORBIS)) == .vorbis)
    #expect(try Self.access(sound("o.ogg", SF_FORMAT_OPUS)) == .opus)
  }

  @Test(arguments: [SF_FORMAT_VORBIS, SF_FORMAT_OPUS])
  func `jumps are exact, alone and through another decoder's reading`(codec: Int) throws {
    let path = sound("jump.ogg", codec, frames: 300_000)
    let file = try FileBytes(path: path)
    let source = try Opening.of(file, path: path, options: OpenOptions()).source
    let one = try source.open()
    let other = try source.open()
    let all = Self.rest(of: try source.open(), channels: 2)
    #expect(all.count == 600_000)
    var random = Randomness(seed: 1)
    var wrong = 0
    for index in 0..<300 {
      let first = random.next(below: 300_000), count = min(1 + random.next(below: 5000), 300_000 - first)
      let decoder = index % 2 == 0 ? one : other
      try #require(decoder.seek(toFrame: first))
      if Self.read(count, of: decoder, channels: 2) != Array(all[first * 2..<(first + count) * 2]) {
        wrong += 1
      }
    }
    #expect(wrong == 0)
    #expect(one.seek(toFrame: 300_000) && Self.rest(of: one, channels: 2).isEmpty)
    #expect(!one.seek(toFrame: 300_001) && !one.seek(toFrame: -1))
    #expect(one.seek(toFrame: 0) && Self.read(100, of: one, channels: 2) == Array(all[..<200]))
  }

  @Test(arguments: [SF_FORMAT_VORBIS, SF_FORMAT_OPUS])
  func `a chain is one recording`(codec: Int) throws {
    // Each has a serial number of its own, as the format demands.
    let parts = [40_000, 90_000, 7_000, 7_001].map { sound("\($0).ogg", codec, frames: $0) }
    let bytes = parts.map(contents), samples = parts.map(TestSound.decodeFloat)
    for order in [[0, 1], [1, 0], [0, 1, 2], [2, 3, 0], [0, 2, 1]] {
      let path = folder.write(order.flatMap { bytes[$0] }, as: "chain.ogg")
      let expected = order.flatMap { samples[$0] }
      let log = EventLog.reading(path)
      #expect(log.report?.frames == expected.count / 2, "\(order)")
      #expect(log.report?.framesPromised == expected.count / 2, "\(order)")
      #expect(log.report?.isComplete == true && log.report?.warnings == [], "\(order)")
      let decoder = try Self.decoder(path)
      let isEqual = Self.rest(of: decoder, channels: 2) == expected
      #expect(isEqual && decoder.gaps == [], "\(order)")
      var random = Randomness(seed: 2)
      for _ in 0..<40 {
        let first = random.next(below: expected.count / 2 - 2000)
        #expect(decoder.seek(toFrame: first))
        let isEqual =
          Self.read(2000, of: decoder, channels: 2) == Array(expected[first * 2..<(first + 2000) * 2])
        #expect(isEqual, "\(order), \(first)")
      }
    }
  }

  @Test(arguments: [SF_FORMAT_VORBIS, SF_FORMAT_OPUS])
  func `a chain ends before a recording that does not fit, and says so`(codec: Int) throws {
    let first = contents(sound("first.ogg", codec, frames: 96_000, channels: 2))
    let mono = contents(sound("mono.ogg", codec, frames: 50_000, channels: 1))
    let third = contents(sound("third.ogg", codec, frames: 20_000, channels: 2))
    let report = EventLog.reading(folder.write(first + mono + third, as: "misfit.ogg")).report
    #expect(report?.frames == 96_000)
    #expect(report?.isComplete == false)
    #expect(
      report?.warnings == [
        "At 0:02.000 another recording begins (1 channel, 48000 Hz). It does not fit this one (2 channels, "
          + "48000 Hz), and is not shown."
      ])
    let other = contents(
      sound("other.ogg", codec == SF_FORMAT_OPUS ? SF_FORMAT_VORBIS : SF_FORMAT_OPUS, frames: 70_000))
    let mixed = EventLog.reading(folder.write(first + other, as: "mixed.ogg")).report
    #expect(mixed?.frames == 96_000)
    #expect(mixed?.isComplete == false && mixed?.warnings.count == 1, "\(mixed?.warnings ?? [])")
  }

  @Test(arguments: [SF_FORMAT_VORBIS, SF_FORMAT_OPUS])
  func `what lies behind a hole is at its place`(codec: Int) throws {
    let path = sound("whole.ogg", codec, frames: 600_000, channels: 1)
    let whole = contents(path)
    let expected = TestSound.decodeFloat(path)
    for (name, holes) in [
      ("one byte", [whole.count / 2..<whole.count / 2 + 1]),
      ("some pages", [whole.count / 3..<whole.count / 3 + 30_000]),
      ("two holes", [whole.count / 4..<whole.count / 4 + 9000, whole.count / 2..<whole.count / 2 + 20_000]),
    ] {
      var bytes = whole
      for hole in holes { for index in hole { bytes[index] ^= 0x5A } }
      let damaged = folder.write(bytes, as: "hole.ogg")
      let decoder = try Self.decoder(damaged)
      let all = Self.rest(of: decoder, channels: 1)
      try #require(all.count == expected.count, "\(name)")
      let gaps = decoder.gaps
      #expect(gaps.count == holes.count, "\(name): \(gaps)")
      // A decoder that lost something takes a while to be itself again.
      let settling = codec == SF_FORMAT_OPUS ? 48_000 : 0
      var wrong = 0
      for frame in 0..<600_000 {
        if let gap = gaps.first(where: { ($0.lowerBound..<$0.upperBound + settling).contains(frame) }) {
          if gap.contains(frame), all[frame] != 0 { wrong += 1 }
        } else if all[frame] != expected[frame] {
          wrong += 1
        }
      }
      #expect(wrong == 0, "\(name): \(gaps)")
      let lost = gaps.reduce(0) { $0 + $1.count }
      #expect(lost < 600_000 / 2, "\(name): \(gaps)")
      let report = EventLog.reading(damaged).report
      #expect(report?.gaps == gaps && report?.frames == 600_000 && report?.isComplete == false, "\(name)")
    }
  }

  @Test func `jumps in Vorbis lead to the samples of a decoding from the beginning, behind damage too`()
    throws
  {
    let length = 600_000
    let whole = contents(sound("whole.ogg", SF_FORMAT_VORBIS, frames: length, channels: 1))
    var random = Randomness(seed: 5)
    for hole in [whole.count / 2..<whole.count / 2 + 1, whole.count / 3..<whole.count / 3 + 30_000] {
      var bytes = whole
      for index in hole { bytes[index] ^= 0x5A }
      let path = folder.write(bytes, as: "hole.ogg")
      let first = try Self.decoder(path)
      let all = Self.rest(of: first, channels: 1)
      let gap = try #require(first.gaps.first)
      let near = [-40_000, -5000, -1, 0, 1, gap.count / 2, gap.count - 1].map { gap.lowerBound + $0 }
      let behind = [0, 1, 100, 1000, 3000, 10_000, 30_000, 60_000, 90_000].map { gap.upperBound + $0 }
      let decoder = try Self.decoder(path)
      var wrong: [Int] = []
      // In two orders, with others between them.
      for place in near + behind + behind.reversed() + near
        + (0..<40).map({ _ in random.next(below: length - 2000) })
      where place >= 0 && place + 2000 <= length {
        let isThere = decoder.seek(toFrame: place)
        if !isThere || Self.read(2000, of: decoder, channels: 1) != Array(all[place..<place + 2000]) {
          wrong.append(place)
        }
      }
      #expect(wrong.isEmpty, "\(hole), \(gap): \(wrong)")
      // Crossed a dozen times, told once.
      #expect(Set(decoder.gaps).count == decoder.gaps.count && decoder.gaps.count <= 2, "\(decoder.gaps)")
    }
  }

  /// libopusfile's own jump into what a hole took leads elsewhere.
  @Test func `a damaged Opus is decoded forwards by all that come after the first reading`() throws {
    var bytes = contents(sound("whole.opus", SF_FORMAT_OPUS, frames: 600_000, channels: 1))
    let path = folder.write(bytes, as: "sound.opus")
    #expect(try #require(EventLog.reading(path).report).seeking != .forwardOnly)
    bytes[bytes.count / 2] ^= 0x5A
    let report = try #require(EventLog.reading(folder.write(bytes, as: "hole.opus")).report)
    #expect(report.seeking == .forwardOnly && report.gaps.count == 1 && report.frames == 600_000)
  }

  /// The same pages under another serial number.
  private func renumbered(_ file: [UInt8], as serial: [UInt8]) -> [UInt8] {
    var bytes = file
    var walk = OggWalk(file)
    var offset = 0
    while let (page, start) = walk.page(), let end = page.end {
      bytes.replaceSubrange(offset + 14..<offset + 18, with: serial)
      let sum = bytes[offset..<offset + end - start].withUnsafeBytes { OggChecksum.of($0) }
      withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(offset + 22..<offset + 26, with: $0) }
      offset += end - start
    }
    return bytes
  }

  @Test(arguments: [SF_FORMAT_VORBIS, SF_FORMAT_OPUS])
  func `recordings that bear the same serial number are said to be lost`(codec: Int) throws {
    let parts = [40_000, 90_000, 70_000].map { contents(sound("\($0).ogg", codec, frames: $0)) }
    for order in [[0, 1], [1, 0], [1, 0, 2]] {
      let bytes = order.flatMap { renumbered(parts[$0], as: [1, 2, 3, 4]) }
      let path = folder.write(bytes, as: "same.ogg")
      let found = OggParts(of: bytes)
      #expect(found.frames == order.map { [40_000, 90_000, 70_000][$0] })
      for report in [EventLog.reading(path).report, try ReadReport.read(path).1] {
        let shown = report?.frames ?? 0, all = found.frames.reduce(0, +)
        let lost = Timecode(frames: max(0, all - shown), sampleRate: 48_000).text
        let warnings = (report?.warnings ?? []).filter { $0.contains("the same serial number") }
        #expect(warnings.count == 1 && warnings[0].contains("\(order.count) recordings"), "\(warnings)")
        #expect(
          warnings.first?.contains(shown < all ? "about \(lost)" : "may be wrong") == true, "\(warnings)")
        #expect(report?.isComplete == false)
      }
    }
  }

  @Test func `pages are found again behind what is none`() throws {
    let bytes = contents(sound("walk.ogg", SF_FORMAT_VORBIS, frames: 100_000))
    func pages(_ bytes: [UInt8]) -> (count: Int, isBroken: Bool) {
      var walk = OggWalk(bytes)
      var count = 0
      while let (page, start) = walk.page() {
        #expect(walk.isIntact(page, at: start))
        count += 1
      }
      return (count, walk.isBroken)
    }
    let whole = pages(bytes)
    #expect(whole.count > 5 && !whole.isBroken)
    let junk = [UInt8](repeating: 0x4F, count: 3_000_000)
    #expect(pages(junk + bytes) == (whole.count, true))
    #expect(pages(bytes + junk) == (whole.count, true))
    #expect(pages(bytes.dropLast(1)) == (whole.count - 1, true))
    #expect(pages([]) == (0, false))
    // More than one piece.
    #expect(pages((0..<40).flatMap { _ in bytes }) == (40 * whole.count, false))
  }

  @Test func `what a hole in FLAC or Speex swallows is said in seconds`() throws {
    let samples = TestSound.tones(frames: 320_000, channels: 1).map { Int16($0 * 30_000) }
    for (name, options) in [("a.oga", ["-c:a", "flac"]), ("a.spx", ["-c:a", "libspeex"])] {
      let path = TestMedia.encode(samples, channels: 1, sampleRate: 32_000, options, as: name, in: folder)
      let whole = EventLog.reading(path).report
      #expect(whole?.isComplete == true && whole?.warnings == [], "\(name): \(whole?.warnings ?? [])")
      var bytes = contents(path)
      for index in bytes.count / 2..<bytes.count / 2 + 3000 { bytes[index] = 0 }
      let report = EventLog.reading(folder.write(bytes, as: "hole-" + name)).report
      // ffmpeg goes on behind a page that it cannot read, or ends there.
      let lost = (report?.gaps ?? []).reduce(report?.missing ?? 0) { $0 + $1.count }
      #expect(lost > 2048 && report?.isComplete == false, "\(name): \(lost)")
      #expect(report.map { $0.frames + $0.missing } == whole?.frames, "\(name)")
      let text = (report?.warnings ?? []).joined(separator: " ")
      #expect(text.contains("damaged"), "\(name): \(text)")
    }
  }

  @Test func `sound beside pictures is read`() throws {
    let path = folder.file("video.ogv")
    try Tool.run(
      "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc=s=64x48:d=3", "-f", "lavfi", "-i",
      "sine=f=440:r=44100:d=3", "-c:v", "libtheora", "-c:a", "libvorbis", "-f", "ogg", path.string)
    let log = EventLog.reading(path)
    #expect(log.report?.frames == 132_300, "\(String(describing: log.error))")
    #expect(log.report?.isComplete == true, "\(log.report?.warnings ?? [])")
    let decoder = try Self.decoder(path)
    let all = Self.rest(of: decoder, channels: 1)
    #expect(all.max()! > 0.1)
    for first in [100_000, 5, 66_000] {
      #expect(decoder.seek(toFrame: first))
      #expect(Self.read(3000, of: decoder, channels: 1) == Array(all[first..<first + 3000]))
    }
  }

  @Test(arguments: [SF_FORMAT_VORBIS, SF_FORMAT_OPUS])
  func `a file that grows or shrinks while it is open confuses nobody`(codec: Int) throws {
    let path = sound("live.ogg", codec, frames: 400_000)
    let whole = contents(path)
    let expected = TestSound.decodeFloat(path)
    let decoder = try Self.decoder(path)
    #expect(Self.read(1000, of: decoder, channels: 2) == Array(expected[..<2000]))
    folder.write(whole + whole, to: path)
    #expect(Self.rest(of: decoder, channels: 2) == Array(expected[2000...]))
    #expect(decoder.seek(toFrame: 300_000))
    truncate(path.string, whole.count / 2)
    let rest = Self.rest(of: decoder, channels: 2).count / 2
    #expect(rest < 100_000)
    #expect(!decoder.seek(toFrame: 390_000) || Self.rest(of: decoder, channels: 2).isEmpty)
  }

  @Test func `the labels of channels are those of the Vorbis specification`() {
    let six = sound("six.ogg", SF_FORMAT_VORBIS, frames: 3000, channels: 6)
    #expect(EventLog.reading(six).description?.channelLabels == ["L", "C", "R", "Ls", "Rs", "LFE"])
    let opus = sound("six.opus", SF_FORMAT_OPUS, frames: 3000, channels: 6)
    #expect(EventLog.reading(opus).description?.channelLabels == ["L", "C", "R", "Ls", "Rs", "LFE"])
    #expect(EventLog.reading(sound("1.ogg", SF_FORMAT_VORBIS, channels: 1)).description?.channelLabels == [])
  }

  @Test func `Opus is always 48 kHz, however it was recorded`() {
    let path = sound("speech.opus", SF_FORMAT_OPUS, frames: 16_000, channels: 1, rate: 16_000)
    let log = EventLog.reading(path)
    #expect(log.description?.sampleRate == 48_000)
    #expect(log.report?.frames == 48_000)
    #expect(log.description?.seeking == .unproven)
  }
}

/// Numbers that repeat.
struct Randomness {
  private var state: UInt64
  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 }

  /// From 0 to `limit` − 1.
  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
