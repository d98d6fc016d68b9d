// MPEGDamageTests.swift
// MP3 and MP2 with holes in the middle: what lies behind them is shown at its place, and what is lost is said in
// seconds, with a table of contents in the file or without.

import Decoding
import CSndfile
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioFormats
@testable import Recording

@Suite struct MPEGDamageTests {
  let folder = TestFolder()

  private static let seconds = 14
  private static let sound = [1, 2].map { channels in
    TestSound.tones(frames: seconds * 44_100, channels: channels).map { Int16($0 * 30_000) }
  }

  /// Long enough for several threads.
  private func file(_ name: String, _ options: [String], channels: Int = 2) -> FilePath {
    TestMedia.encode(Self.sound[channels - 1], channels: channels, options, as: name, in: folder)
  }

  private static let kinds: [(name: String, options: [String], channels: Int)] = [
    ("cbr.mp3", ["-c:a", "libmp3lame", "-b:a", "128k"], 2),
    ("vbr.mp3", ["-c:a", "libmp3lame", "-q:a", "4"], 2),
    ("mono.mp3", ["-c:a", "libmp3lame", "-b:a", "64k"], 1),
    ("untold.mp3", ["-c:a", "libmp3lame", "-b:a", "128k", "-write_xing", "0"], 2),
    ("low.mp3", ["-c:a", "libmp3lame", "-b:a", "48k", "-ar", "22050"], 2),
    ("two.mp2", ["-c:a", "mp2", "-b:a", "192k"], 2),
  ]

  private func damaged(_ bytes: [UInt8], _ holes: [Range<Int>], noise: Bool) -> [UInt8] {
    var bytes = bytes
    var random = Randomness(seed: 9)
    for hole in holes { for index in hole { bytes[index] = noise ? UInt8(random.next(below: 256)) : 0 } }
    return bytes
  }

  @Test(arguments: Campaign.part(3, of: 0..<kinds.count))
  func `what lies behind a hole is shown at its place`(kind: Int) throws {
    let (name, options, channels) = Self.kinds[kind]
    let path = file(name, options, channels: channels)
    let bytes = contents(path)
    let whole = OggTests.rest(of: try OggTests.decoder(path), channels: channels)
    let rate = try ReadReport.read(path).0.sampleRate
    let third = bytes.count / 3, half = bytes.count / 2
    for (holes, noise) in [
      ([third..<third + 3000], false), ([half..<half + 20_000], true),
      ([third..<third + 5000, half..<half + 2500], true),
    ] {
      let path = folder.write(damaged(bytes, holes, noise: noise), as: "hole-" + name)
      let decoder = try OggTests.decoder(path)
      let all = OggTests.rest(of: decoder, channels: channels)
      let gaps = decoder.gaps
      #expect(gaps.count == holes.count, "\(name): \(gaps)")
      #expect(abs(all.count - whole.count) <= 2 * 1152 * channels, "\(name): \(all.count), \(whole.count)")
      let bytesPerFrame = Double(bytes.count) / Double(whole.count / channels)
      for (gap, hole) in zip(gaps, holes) {
        let lost = Double(hole.count) / bytesPerFrame
        #expect(abs(Double(gap.count) - lost) < 8 * 1152, "\(name): \(gap), \(lost)")
        #expect(gap.allSatisfy { all[$0 * channels] == 0 })
      }
      // A decoder that lost something takes a while to be itself again; only one hole can be measured to the frame.
      for (index, gap) in gaps.enumerated() where holes.count == 1 {
        let end = index + 1 < gaps.count ? gaps[index + 1].lowerBound - 1152 : all.count / channels - 4 * 1152
        var worst: Float = 0
        for sample in stride(from: (gap.upperBound + 10 * 1152) * channels, to: end * channels, by: 7) {
          worst = max(worst, abs(all[sample] - whole[sample]))
        }
        #expect(worst < 1e-4, "\(name), \(holes): \(worst)")
      }
      let log = EventLog.reading(path)
      let report = try #require(log.report)
      #expect(report.frames == all.count / channels, "\(name)")
      #expect(!report.isComplete && report.gaps.count == gaps.count, "\(name): \(report.gaps)")
      let warnings = report.warnings.filter { $0.contains("are damaged and shown as silence") }
      #expect(warnings.count == holes.count, "\(name): \(report.warnings)")
      #expect(report.seeking == .exact)
      let source = SampleSources.source(path: path, description: log.description!.with(report.seeking))
      for first in [gaps[0].upperBound + 20 * 1152, 5, all.count / channels - 3 * rate] {
        let slice = try source.read(first..<first + 500)
        #expect(
          (first..<first + 500).allSatisfy { slice.sample(channel: 0, frame: $0) == all[$0 * channels] })
      }
    }
  }

  @Test(arguments: Campaign.part(3, of: 0..<kinds.count))
  func `jumps lead to the samples of a decoding from the beginning, behind damage too`(kind: Int) throws {
    let (name, options, channels) = Self.kinds[kind]
    let bytes = contents(file(name, options, channels: channels))
    let third = bytes.count / 3, half = bytes.count / 2
    var random = Randomness(seed: 11)
    for holes in [[], [third..<third + 300, half..<half + 9000]] {
      let path = folder.write(damaged(bytes, holes, noise: true), as: "jump-" + name)
      let whole = try OggTests.decoder(path)
      let all = OggTests.rest(of: whole, channels: channels)
      let decoder = try OggTests.decoder(path)
      let room = UnsafeMutableBufferPointer<Float>.allocate(capacity: 700 * channels)
      defer { room.deallocate() }
      let edges = whole.gaps.flatMap { [$0.lowerBound - 1, $0.lowerBound, $0.upperBound - 5, $0.upperBound] }
      var wrong: [Int] = []
      for first in (0..<100).map({ _ in random.next(below: all.count / channels - 700) }) + edges {
        if !decoder.seek(toFrame: first) || decoder.read(into: room) != 700
          || !room.elementsEqual(all[first * channels..<(first + 700) * channels])
        {
          wrong.append(first)
        }
      }
      #expect(wrong.isEmpty, "\(name): \(wrong), \(whole.gaps)")
    }
  }

  @Test func `a hole that takes one frame is silence at its place`() throws {
    for (name, options, channels) in Self.kinds {
      let bytes = contents(file(name, options, channels: channels))
      let whole = OggTests.rest(
        of: try OggTests.decoder(folder.write(bytes, as: "whole-" + name)), channels: channels)
      let stream = try #require(MPEGStream(bytes))
      var walk = stream
      var place = 0
      for _ in 0..<200 { if case .frame(let bytes) = walk.next() { place = bytes.lowerBound } }
      let path = folder.write(damaged(bytes, [place..<place + 4], noise: false), as: "one-" + name)
      let decoder = try OggTests.decoder(path)
      let all = OggTests.rest(of: decoder, channels: channels)
      let first = 199 * stream.first.samples - stream.delay
      #expect(decoder.gaps == [first..<first + stream.first.samples], "\(name)")
      #expect(
        all.count == whole.count && all[..<(first * channels)] == whole[..<(first * channels)], "\(name)")
    }
  }

  @Test(arguments: 0..<kinds.count)
  func `sound that is destroyed behind whole heads is a doubt at its place`(kind: Int) throws {
    let (name, options, channels) = Self.kinds[kind]
    let bytes = contents(file(name, options, channels: channels))
    let stream = try #require(MPEGStream(bytes))
    var walk = stream
    var frames: [Range<Int>] = []
    while let step = walk.next() { if case .frame(let place) = step { frames.append(place) } }
    let heads = Set(frames.flatMap { Array($0.lowerBound..<$0.lowerBound + 4) })
    var random = Randomness(seed: 31)
    // In two or three of a thousand libmpg123 finds the noise good enough.
    var silent = 0
    let count = Campaign.inputs(60)
    for _ in 0..<count {
      let number = 40 + random.next(below: frames.count - 60)
      var hurt = bytes
      let hole = frames[number].lowerBound + 4..<frames[number].lowerBound + 404
      for index in hole where !heads.contains(index) { hurt[index] = UInt8(random.next(below: 256)) }
      let decoder = try OggTests.decoder(folder.write(hurt, as: "noise-" + name))
      let all = OggTests.rest(of: decoder, channels: channels)
      // A frame of a low rate is shorter than the noise.
      let last = frames.lastIndex { $0.lowerBound < hole.upperBound } ?? number
      let first = (number - 1) * stream.first.samples - stream.delay
      let end = (last + 4) * stream.first.samples - stream.delay
      let told = decoder.doubts + decoder.gaps
      if told.isEmpty { silent += 1 }
      #expect(
        told.allSatisfy { $0.lowerBound >= first - 2 * stream.first.samples && $0.upperBound <= end },
        "\(name): \(told)")
      // From wherever one comes, the same is told.
      let jumping = try OggTests.decoder(folder.file("noise-" + name))
      let room = UnsafeMutableBufferPointer<Float>.allocate(
        capacity: (all.count / channels - first) * channels)
      defer { room.deallocate() }
      #expect(jumping.seek(toFrame: first) && jumping.read(into: room) == all.count / channels - first)
      #expect(
        jumping.doubts == decoder.doubts && jumping.gaps == decoder.gaps,
        "\(name): \(jumping.doubts), \(told)")
    }
    #expect(silent * 20 <= count, "\(name): \(silent) of \(count)")
  }

  @Test func `nothing is made up where nothing is damaged`() throws {
    for (name, options, channels) in Self.kinds {
      let path = file(name, options, channels: channels)
      let report = EventLog.reading(path).report
      #expect(report?.gaps == [] && report?.isComplete == true && report?.warnings == [], "\(name)")
      // A tag at the end, or several, is no hole. Anything else is one, unless a tag tells where the sound ends.
      let tag = Array("TAG".utf8) + [UInt8](repeating: 32, count: 125)
      let later = Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 128)
      let other = [UInt8](repeating: 0xFF, count: 9000)
      // The first version of APE's tag has no head: what stands in it, its foot with its length, and tags behind it.
      let foot = Array("APETAGEX".utf8) + [0xE8, 3, 0, 0, 32, 16, 0, 0] + [UInt8](repeating: 0, count: 16)
      let ape = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) } + foot
      let lyrics =
        Array("LYRICSBEGIN".utf8) + [UInt8](repeating: 65, count: 989) + Array("001000LYRICS200".utf8)
      let extended = Array("TAG+".utf8) + [UInt8](repeating: 32, count: 223)
      let noise = other.indices.map { UInt8(truncatingIfNeeded: $0 &* $0 >> 4) | 1 }.map {
        $0 == 0xFF ? 0 : $0
      }
      for trailer in [
        tag, later, later + tag, ape, ape + tag, lyrics + tag, extended + tag, other, noise,
      ] {
        let longer = EventLog.reading(folder.write(contents(path) + trailer, as: "tag-" + name)).report
        let hasLength = try #require(MPEGStream(contents(path))).length != nil
        if trailer == noise, !hasLength {
          #expect(longer?.gaps.count == 1 && longer?.gaps.first?.lowerBound == report?.frames, "\(name)")
        } else if trailer == other, !hasLength {
          // One byte, repeated, is not made silence of.
          #expect(
            longer?.gaps == [] && longer?.frames == report?.frames && longer?.isComplete == false, "\(name)")
        } else {
          #expect(longer?.gaps == [] && longer?.frames == report?.frames, "\(name)")
        }
      }
    }
  }

  @Test func `a forged length of a tag at the end leaves everything readable`() throws {
    let (name, options, channels) = Self.kinds[0]
    let sound = contents(file(name, options, channels: channels))
    // What the tag leaves of the file is shorter than the end of another tag.
    for length in 9..<20 {
      let head = [UInt8](repeating: 1, count: length - 9) + Array("LYRICS200".utf8)
      let size = head.count + sound.count + 32 - length
      let foot = Array("APETAGEX".utf8) + [0xE8, 3, 0, 0] + (0..<4).map { UInt8(size >> (8 * $0) & 0xFF) }
      let bytes = head + sound + foot + [UInt8](repeating: 0, count: 16)
      let log = EventLog.reading(folder.write(bytes, as: "forged-\(length).mp3"))
      #expect(log.report.map { $0.frames > 1152 } == true, "\(length): \(log.error.map { "\($0)" } ?? "")")
    }
  }

  @Test func `a hole and a missing end are told apart`() throws {
    let bytes = contents(file("cbr.mp3", ["-c:a", "libmp3lame", "-b:a", "128k"]))
    let third = bytes.count / 3
    let cut = Array(damaged(bytes, [third..<third + 4000], noise: true).prefix(bytes.count / 2))
    let report = try #require(EventLog.reading(folder.write(cut, as: "cut.mp3")).report)
    #expect(report.gaps.count == 1 && (report.gaps.first?.count ?? 0) < 20 * 1152, "\(report.gaps)")
    #expect(abs(report.frames - Self.seconds * 22_050) < 6 * 1152, "\(report.frames)")
    #expect(report.warnings.count == 2 && report.missing > Self.seconds * 20_000, "\(report.warnings)")
  }
}
