// BoundedWorkTests.swift
// What a damaged file costs: never much more than a whole one, whatever its holes hold, and next to nothing once nobody
// wants it any more. Bytes are counted, not seconds; `barline-bench holes` measures those.

import Decoding
import CSndfile
import Synchronization
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import CodecDecoding
@testable import HostIO
@testable import Recording

@Suite struct BoundedWorkTests {
  let folder = TestFolder()

  private static let sound = TestSound.tones(frames: 4 * 44_100, channels: 2)

  /// The head of a FLAC frame of 4,096 samples of 16 bits in two channels at 44.1 kHz, with a right checksum.
  private static func flacHead(number: UInt8) -> [UInt8] {
    let head: [UInt8] = [0xFF, 0xF8, 0xC9, 0x18, number]
    return head + [head.withUnsafeBytes { FLACChecksum.crc8($0, 0..<$0.count) }]
  }

  /// What is written, and what begins something in it.
  private static let formats: [(name: String, format: Int, head: [UInt8])] = [
    ("a.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16, Array("RIFF....WAVEdata".utf8)),
    ("a.w64", SF_FORMAT_W64 | SF_FORMAT_PCM_24, Array("riff....wavedata".utf8)),
    ("a.caf", SF_FORMAT_CAF | SF_FORMAT_PCM_16, Array("caffdata".utf8)),
    ("a.aiff", SF_FORMAT_AIFF | SF_FORMAT_PCM_16, Array("FORM....AIFFSSND".utf8)),
    ("a.au", SF_FORMAT_AU | SF_FORMAT_FLOAT, Array(".snd".utf8)),
    ("a.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16, flacHead(number: 60)),
    ("vorbis.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS, Array("OggS".utf8)),
    ("a.opus", SF_FORMAT_OGG | SF_FORMAT_OPUS, Array("OggS".utf8)),
    // 320 kb/s at 44.1 kHz. Heads in every fourth byte follow each other, and so are frames.
    ("a.mp3", SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, [0xFF, 0xFB, 0xE0, 0]),
    ("flac.ogg", 0, Array("OggS".utf8)),
    ("a.m4a", 0, [0, 0, 0, 8] + Array("moof".utf8)),
  ]

  private func whole(_ name: String, _ format: Int) -> [UInt8] {
    let path = folder.file(name)
    if format == 0 {
      let samples = Self.sound.map { Int16($0 * 30_000) }
      let codec = name.hasSuffix("ogg") ? ["-c:a", "flac"] : ["-c:a", "aac", "-b:a", "256k"]
      return contents(TestMedia.encode(samples, channels: 2, codec, as: name, in: folder))
    }
    let rate = name == "a.opus" ? 48_000 : 44_100
    precondition(TestSound.write(Self.sound, to: path, format: format, channels: 2, sampleRate: rate))
    return contents(path)
  }

  /// Reads a file to its end, as everything that reads a whole does.
  ///
  /// - Returns: nil when there is nothing to read in it.
  private func read(
    _ path: FilePath, goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws(AudioFileError) -> (file: FileBytes, report: ReadReport?) {
    let file = try FileBytes(path: path, goesOn: goesOn)
    let reader: AudioFileReader
    do throws(AudioFileError) { reader = try AudioFileReader(file, path: path, options: OpenOptions()) } catch
    {
      return (file, nil)
    }
    let report = try? SamplePass(ReaderBox(reader), goesOn: goesOn).run { _ in true }
    return (file, report)
  }

  @Test(arguments: Campaign.part(3, of: formats.indices))
  func `a damaged file costs at most three times the bytes of a whole one`(index: Int) throws {
    let (name, format, head) = Self.formats[index]
    let bytes = whole(name, format)
    let expected = try read(folder.write(bytes, as: name))
    let frames = try #require(expected.report).frames
    #expect(expected.report?.isComplete == true && frames > 0)
    // ffmpeg reads the file itself, and is slow to start.
    let isOurs = format != 0
    let work = max(bytes.count, expected.file.bytesRead)
    for count in isOurs ? [1, 10, 100] : [10] {
      for content in Holes.Content.allCases {
        let holes = Holes(count, of: content)
        let path = folder.write(
          holes.cut(into: bytes, head: head, from: bytes.count / 8), as: "holes-" + name)
        let found = try read(path)
        #expect(found.file.bytesRead <= 3 * work, "\(name), \(holes)")
      }
    }
  }

  @Test func `what lies behind a hole of heads of frames is shown`() throws {
    let bytes = whole("a.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    let holes = Holes(1, of: .heads).cut(into: bytes, head: Self.flacHead(number: 60), from: bytes.count / 8)
    let report = try #require(try read(folder.write(holes, as: "heads.flac")).report)
    #expect(report.frames == Self.sound.count / 2 && report.gaps.count == 1 && report.cause == nil)
  }

  /// Each hole takes a decoder of its own, which would read ahead a thousand times as much as such a frame has.
  @Test func `holes between short frames cost some times the bytes of the frames`() throws {
    let silence = [Int16](repeating: 0, count: 16 * 20_000)
    let bytes = contents(
      TestMedia.encode(
        silence, channels: 1, ["-c:a", "flac", "-frame_size", "16"], as: "short.flac", in: folder))
    let stream = try #require(FLACStream(bytes))
    var torn = Array(bytes[..<stream.firstFrame]), frames = 0
    while let place = stream.frame(from: frames) {
      // A library opens only what begins well, and a frame counts only where another follows.
      let isTorn = frames > silence.count / 8 && frames / 16 % 3 == 0
      torn += bytes[place.offset..<place.end] + (isTorn ? [0x55] : [])
      frames = place.frames.upperBound
    }
    try #require(frames == silence.count)
    let path = folder.write(torn, as: "torn.flac")
    let found = try read(path)
    #expect(found.file.bytesRead <= 40 * torn.count, "\(found.file.bytesRead) of \(torn.count)")
    // What a window shows of it.
    let report = try #require(EventLog.reading(path).report)
    #expect(!report.isComplete && report.frames == silence.count, "\(report.warnings)")
  }

  /// Heads of frames in all places of a file, each of which claims to be the next one.
  @Test func `a search for frames that are none ends, and says so`() throws {
    let bytes = whole("a.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    let stream = try #require(FLACStream(bytes))
    let begin = try #require(stream.frame(from: 0)).end
    var heads = Array(bytes[..<begin])
    // Frames 1 to 127, a thousand heads for each; and those that are numbered in two bytes, ten for each.
    for number in 1..<128 { for _ in 0..<1000 { heads += Self.flacHead(number: UInt8(number)) } }
    for number in 128..<2048 {
      let head: [UInt8] = [0xFF, 0xF8, 0xC9, 0x18, 0xC0 | UInt8(number >> 6), 0x80 | UInt8(number & 63)]
      let crc = head.withUnsafeBytes { FLACChecksum.crc8($0, 0..<$0.count) }
      for _ in 0..<10 { heads += head + [crc] }
    }
    let search = try #require(FLACStream(heads))
    // From everywhere, again and again.
    for sample in stride(from: 4096, to: 1 << 23, by: 4096) { _ = search.frame(from: sample) }
    // Twice the file and 4 MiB, and the one frame at which that was found out: 4,096 times two samples of 17 bits, an
    // eighth more, and its head.
    let limit = 2 * heads.count + 1 << 22
    #expect(search.isAbandoned)
    #expect(search.vainBytes <= limit + 4096 * 2 * 17 / 8 * 9 / 8 + 1024)
    let report = try read(folder.write(heads, as: "rising.flac")).report
    #expect(report?.isComplete != true)
  }

  @Test(arguments: [4, 26 + 256])
  func `beginnings of pages behind the heads of an Ogg file end its opening`(size: Int) throws {
    let bytes = whole("vorbis.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS)
    var walk = OggWalk(bytes)
    for _ in 0..<2 { _ = walk.page() }
    let third = walk.page()
    let start = try #require(third).start
    // As they stand in the text; or with 255 segments of 255 bytes, which claim 64 KiB.
    let page =
      size == 4
      ? Array("OggS".utf8)
      : Array("OggS".utf8) + .init(repeating: 0, count: 22)
        + .init(repeating: 255, count: 256)
    let count = 2_400_000 / page.count
    let path = folder.write(bytes[..<start] + (0..<count).flatMap { _ in page }, as: "pages.ogg")
    let file = try FileBytes(path: path)
    let error = #expect(throws: AudioFileError.self) {
      _ = try Opening.of(file, path: path, options: OpenOptions())
    }
    #expect(error?.code == .damaged)
    let cause = try #require(error?.cause as? SearchEnded)
    #expect(cause == .falsePages && error?.clause == cause.clause)
    #expect(file.bytesRead <= 3 * file.count)
  }

  @Test func `a library that reads far more than its task needs gets nothing any more`() throws {
    let path = folder.write([UInt8](repeating: 7, count: 1 << 20), as: "bytes")
    let window = FileWindow(try FileBytes(path: path))
    let room = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { room.deallocate() }
    func readAll() -> Int {
      _ = window.seek(to: 0, from: 0)
      return window.read(into: room, count: 1 << 20)
    }
    var rounds = 0
    window.begin(.jump)
    while readAll() > 0, rounds < 1000 { rounds += 1 }
    // 4 MiB and an eighth of a file of 1 MiB are five rounds.
    #expect(rounds == 5 && window.searchEnded == .damage)
    window.begin(.jump)
    #expect(readAll() == 1 << 20 && window.searchEnded == nil, "another task has bytes of its own")
  }

  /// Gives up after so many questions, and counts those that come later.
  private final class GivingUp: Sendable {
    private let asked = Atomic(0)
    let limit: Int
    init(after limit: Int) { self.limit = limit }
    func goesOn() -> Bool { asked.add(1, ordering: .relaxed).newValue <= limit }
    var askedLater: Int { max(0, asked.load(ordering: .relaxed) - limit) }
  }

  @Test func `whether ffmpeg is wanted is asked four times a second, and is no silence of its own`() throws {
    let giving = GivingUp(after: 3)
    let file = try FileBytes(path: folder.write(Array("OggS".utf8), as: "a.ogg")) { giving.goesOn() }
    var stop = SearchStop(file)
    // From the first millisecond on; the fourth answer is no, and holds.
    let wanted = (0..<10_000).filter { stop.wantsMore(at: 1000 + $0) }
    #expect(wanted == Array(0..<750) && giving.askedLater == 1)
    // Nobody looks into a file that nobody wants.
    #expect(stop.reason == nil && file.bytesRead == 0)
  }

  /// Between true ones they cost ffmpeg a little each time: it is never silent.
  @Test func `false pages of Ogg are found out about after a second, whatever comes`() throws {
    let head = Array("OggS".utf8) + [UInt8](repeating: 0xFF, count: 4)
    let heads = Array(repeatElement(head, count: 20_000).joined())
    let path = folder.file("true.ogg")
    TestSound.write(
      TestSound.tones(frames: 200_000, channels: 1), to: path, format: SF_FORMAT_OGG | SF_FORMAT_VORBIS,
      channels: 1)
    let whole = contents(path)
    for (bytes, isTrue) in [(whole, true), (whole + heads + whole, false)] {
      let file = try FileBytes(path: folder.write(bytes, as: "pages.ogg"))
      var stop = SearchStop(file)
      let wanted = (0..<3000).filter { stop.wantsMore(at: 1000 + $0) }
      #expect(wanted == Array(0..<(isTrue ? 3000 : 1000)))
      #expect((stop.reason == nil) == isTrue && file.bytesRead <= bytes.count + 4)
    }
  }

  /// libmpg123 compares each comment of a tag with all others.
  @Test func `a long tag in front of an MP3 is left out`() throws {
    let path = folder.file("short.mp3")
    TestSound.write(
      TestSound.tones(frames: 100_000, channels: 1), to: path,
      format: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, channels: 1)
    let size = 4 << 20
    let tag = Array("ID3".utf8) + [4, 0, 0] + [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
    let file = try FileBytes(
      path: folder.write(tag + [UInt8](repeating: 0, count: size) + contents(path), as: "tag.mp3"))
    let opening = try CodecOpening.of(file, path: "tag.mp3", suffix: "mp3", isGrowing: false)
    #expect(opening.finding.description.container == .mpeg)
    #expect(file.bytesRead < size / 2, "\(file.bytesRead)")
  }

  @Test(arguments: formats.indices)
  func `a reading that is given up anywhere ends at once`(index: Int) throws {
    let (name, format, head) = Self.formats[index]
    let bytes = whole(name, format)
    let damaged = Holes(10, of: .heads).cut(into: bytes, head: head, from: bytes.count / 8)
    let path = folder.write(damaged, as: "holes-" + name)
    for limit in format == 0 ? [0, 3, 8] : [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
      let giving = GivingUp(after: limit)
      let (file, report) = try read(path) { giving.goesOn() }
      // Nobody reads more than a mebibyte at once.
      #expect(file.bytesRead <= limit << 20, "\(name) after \(limit)")
      // Some ways to open a file are tried after each other, and each asks for some bytes: hundreds of questions are a
      // search that goes on.
      #expect(giving.askedLater < 100, "\(name) after \(limit)")
      if giving.askedLater > 0 { #expect(report == nil, "\(name) after \(limit)") }
    }
  }
}
