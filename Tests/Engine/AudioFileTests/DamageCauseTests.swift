// DamageCauseTests.swift
// Lengths, rates and numbers of channels that cannot be, or that look as if they could not; recordings that follow each
// other in one file; what ends early. Each says what it is, in the right words, or is complete.

import CSndfile
import Foundation
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO
@testable import Recording

@Suite struct DamageCauseTests {
  let folder = TestFolder()

  /// What becomes of opening a file.
  private func opened(_ path: FilePath) throws -> AudioDescription {
    try AudioFileReader(path: path).description
  }

  private func error(_ path: FilePath) -> AudioFileError? {
    do throws(AudioFileError) {
      _ = try AudioFileReader(path: path)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Lengths

  private static let list = RIFFChunk.list("INFO", [RIFFChunk("ISFT", [])]).bytes

  @Test(arguments: [0x7FFF_0000, 0x7FFF_FF00, 0x7FFF_FFFE, 0xFFFF_0100, 0xFFFF_FF00])
  func `an honest length of 2 or 4 GiB is the length, and what follows is no sound`(size: Int) throws {
    let path = folder.write(WaveFile([], promisedBytes: size).bytes, as: "large.wav")
    let descriptor = open(path.string, O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    // Nothing of it takes room on the disk but the two ends.
    try #require(
      pwrite(descriptor, Self.list, Self.list.count, 44 + size) == Self.list.count, "a sparse file")
    close(descriptor)
    let description = try opened(path)
    #expect(description.framesPromised == size / 2)
    #expect(description.framesCounted == nil, "the length is said to be unknown")
    var reader = try AudioFileReader(path: path)
    #expect(try reader.seek(toFrame: size / 2 - 100))
    let room = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 1000)
    defer { room.deallocate() }
    #expect(try reader.read(into: room) == 100 && reader.read(into: room) == 0)
  }

  @Test func `a length of 0 with other chunks behind it is no sound`() throws {
    let texts = (0..<200).flatMap { _ in Self.list }
    let empty = folder.write(WaveFile([]).bytes + texts, as: "empty.wav")
    #expect(EventLog.reading(empty).error?.code == .noAudio)
    // Behind a recorder that crashed stand samples.
    let samples = (1...500).map { Int16($0) }
    #expect(
      try opened(folder.write(WaveFile(samples, promisedBytes: 0).bytes, as: "open.wav")).framesCounted == 500
    )
  }

  // MARK: Channels and rates

  @Test(arguments: [1025, 32_767, 65_535]) func `more channels than any recording has are refused`(
    channels: Int
  ) {
    let path = folder.write(
      WaveFile([Int16](repeating: 1, count: 70_000), channels: channels).bytes, as: "channels.wav")
    let error = error(path)
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("\(channels) channels") == true, "\(error?.message ?? "opened")")
  }

  @Test func `as many channels as are shown are opened`() throws {
    let path = folder.write(
      WaveFile([Int16](repeating: 1, count: 4096), channels: 1024).bytes, as: "most.wav")
    #expect(try opened(path).channels == 1024)
  }

  /// An AIFF file whose head says something else.
  private func aiff(_ name: String, compression: String? = nil, _ change: (inout [UInt8], Int) -> Void) throws
    -> FilePath
  {
    let path = folder.file("whole.aiff")
    try #require(
      TestSound.write(
        TestSound.tones(frames: 1000, channels: 1), to: path, format: SF_FORMAT_AIFF | SF_FORMAT_PCM_16,
        channels: 1))
    var bytes = contents(path)
    let head = try #require(bytes.indices.first { bytes.has("COMM", at: $0) }) + 8
    change(&bytes, head)
    return folder.write(bytes, as: name)
  }

  @Test func `an AIFF file whose rate is none, or that has fewer channels than none, is refused`() throws {
    for (name, rate) in [
      ("zero", [UInt8](repeating: 0, count: 10)),
      ("infinite", [0x7F, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0]),
      ("negative", [0xC0, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]),
    ] as [(String, [UInt8])] {
      let path = try aiff(name + ".aiff") { $0.replaceSubrange($1 + 8..<$1 + 18, with: rate) }
      let error = error(path)
      #expect(error?.code == .noAudio || error?.code == .damaged, "\(name)")
      #expect(error?.message.contains("sample rate") == true, "\(name): \(error?.message ?? "opened")")
    }
    let error = error(try aiff("minus.aiff") { $0.replaceSubrange($1..<$1 + 2, with: [0xFF, 0xFD]) })
    #expect(error?.code == .damaged && error?.message.contains("65533 channels") == true)
  }

  // MARK: Words

  @Test func `formats have the right article`() throws {
    var wave = WaveFile([Int16](repeating: 1, count: 1000))
    wave.tag = 0x1234
    let wav = error(folder.write(wave.bytes, as: "unknown.wav"))
    #expect(wav?.message.contains("a WAV file") == true, "\(wav?.message ?? "opened")")
    let caf = folder.file("whole.caf")
    TestSound.write([0, 0.5], to: caf, format: SF_FORMAT_CAF | SF_FORMAT_PCM_16, channels: 1)
    var bytes = contents(caf)
    let place = try #require(bytes.indices.first { bytes.has("lpcm", at: $0) })
    bytes.replaceSubrange(place..<place + 4, with: Array("zzzz".utf8))
    let apple = error(folder.write(bytes + [UInt8](repeating: 0, count: 500), as: "unknown.caf"))
    #expect(apple?.message.contains("a CAF file") == true, "\(apple?.message ?? "opened")")
  }

  @Test func `links that lead in a circle, and addresses, say what they are`() {
    symlink("two.wav", folder.file("one.wav").string)
    symlink("one.wav", folder.file("two.wav").string)
    let circle = error(folder.file("one.wav"))
    #expect(circle?.code == .linksInACircle && circle?.message.contains("circle") == true)
    #expect(circle?.advice.contains("share") == false)
    for address in ["http://example.org/a.mp3", "https://example.org/a.mp3", "data:audio/wav;base64,AAAA"] {
      let error = error(FilePath(address))
      #expect(error?.code == .notARegularFile && error?.message.contains("an address") == true, "\(address)")
      #expect(error?.advice.contains("Download") == true)
    }
  }

  // MARK: Recordings behind each other

  private func mp3(_ name: String, rate: Int = 44_100, seconds: Int = 3, tag: Bool = true) -> [UInt8] {
    let samples = TestSound.tones(frames: seconds * rate, channels: 2).map { Int16($0 * 30_000) }
    return contents(
      TestMedia.encode(
        samples, channels: 2, sampleRate: rate,
        ["-c:a", "libmp3lame", "-b:a", "128k", "-write_id3v2", tag ? "1" : "0"], as: name, in: folder))
  }

  @Test func `MP3 files behind each other are one recording, with all their frames`() throws {
    let one = mp3("one.mp3"), two = mp3("two.mp3", seconds: 5, tag: false)
    let frames = [one, two].map { EventLog.reading(folder.write($0, as: "a.mp3")).report?.frames ?? 0 }
    #expect(frames == [3 * 44_100, 5 * 44_100])
    for (order, parts) in [([0, 0], [one, one]), ([0, 1], [one, two]), ([1, 0, 1], [two, one, two])] {
      let path = folder.write(parts.flatMap { $0 }, as: "joined.mp3")
      let report = EventLog.reading(path).report
      #expect(report?.frames == order.reduce(0) { $0 + frames[$1] }, "\(order)")
      let (_, plain) = try ReadReport.read(path)
      #expect(plain.frames == report?.frames && plain.warnings == report?.warnings, "\(order)")
    }
  }

  @Test func `an MP3 file of another rate behind the first one is said`() throws {
    let path = folder.write(mp3("one.mp3") + mp3("low.mp3", rate: 22_050), as: "joined.mp3")
    let report = try #require(EventLog.reading(path).report)
    #expect(report.frames == 3 * 44_100 && !report.isComplete)
    #expect(report.warnings.count == 1 && report.warnings[0].contains("22050 Hz"), "\(report.warnings)")
  }

  @Test func `a tag in the middle of an MP3 hides nothing behind it`() throws {
    let whole = mp3("whole.mp3")
    let frames = try #require(EventLog.reading(folder.write(whole, as: "a.mp3")).report).frames
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 3, 0] + [UInt8](repeating: 0x41, count: 384)
    for place in stride(from: whole.count / 4, to: whole.count * 3 / 4, by: whole.count / 17) {
      let path = folder.write(whole[..<place] + tag + whole[place...], as: "tag.mp3")
      let report = try #require(EventLog.reading(path).report)
      #expect(abs(report.frames - frames) <= 2 * 1152, "\(place): \(report.frames) \(report.warnings)")
      #expect(report.isComplete || !report.warnings.isEmpty, "\(place)")
    }
  }

  // MARK: Ends

  @Test(
    arguments: Campaign.part(
      3,
      of: [
        (
          "fragments.mp4",
          ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov", "-frag_duration", "300000"]
        ),
        ("default.mp4", ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov+default_base_moof"]),
        ("flac.mka", ["-c:a", "flac"]), ("opus.webm", ["-c:a", "libopus"]),
      ] as [(String, [String])]))
  func `what is cut anywhere is never complete`(name: String, options: [String]) throws {
    let samples = TestSound.tones(frames: 4 * 48_000, channels: 2).map { Int16($0 * 30_000) }
    let whole = contents(
      TestMedia.encode(samples, channels: 2, sampleRate: 48_000, options, as: name, in: folder))
    let report = EventLog.reading(folder.write(whole, as: "whole-" + name)).report
    #expect(report?.isComplete == true && report?.warnings == [], "\(report?.warnings ?? [])")
    var shown = 0
    for percent in stride(from: 10, to: 100, by: 10) {
      let log = EventLog.reading(folder.write(Array(whole[..<(whole.count * percent / 100)]), as: name))
      guard let report = log.report else { continue }
      shown += 1
      #expect(!report.isComplete && !report.warnings.isEmpty, "\(percent) %: \(report.frames) frames")
    }
    #expect(shown > 4)
  }

  // MARK: FLAC

  private func flac() throws -> [UInt8] {
    let path = folder.file("whole.flac")
    try #require(
      TestSound.write(
        TestSound.tones(frames: 200_000, channels: 2), to: path, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16,
        channels: 2))
    return contents(path)
  }

  /// A frame with another number and the checksums that it should have (RFC 9639, sections 9.1 and 9.3).
  private func numbered(_ frame: [UInt8], as number: Int) -> [UInt8] {
    // A number of six bytes: 31 bits.
    let digits = [30, 24, 18, 12, 6, 0].enumerated().map { index, shift in
      UInt8(truncatingIfNeeded: number >> shift) & (index == 0 ? 1 : 0x3F) | (index == 0 ? 0xFC : 0x80)
    }
    let old = max(1, (~frame[4]).leadingZeroBitCount)
    let header = frame.withUnsafeBytes { FLACFrame($0)!.headerBytes }
    var head = frame[..<4] + digits + frame[(4 + old)..<(header - 1)]
    head.append(head.withUnsafeBytes { FLACChecksum.crc8($0, 0..<$0.count) })
    let body = head + frame[header..<(frame.count - 2)]
    let sum = body.withUnsafeBytes { FLACChecksum.crc16(0, $0, 0..<$0.count) }
    return body + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
  }

  @Test func `frames of FLAC whose numbers jump make no silence without end`() throws {
    let whole = try flac()
    let expected = OggTests.rest(of: try OggTests.decoder(folder.file("whole.flac")), channels: 2)
    let stream = try #require(FLACStream(whole))
    let middle = try #require(stream.frame(holding: 100_000))
    let frame = Array(whole[middle.offset..<middle.end])
    let number = middle.frames.lowerBound / middle.frames.count
    let same = numbered(frame, as: number)
    #expect(same.withUnsafeBytes { FLACFrame($0)?.number } == number)
    for bit in [20, 28, 30] {
      for isLasting in [false, true] {
        var bytes = Array(whole[..<middle.offset])
        var place: FLACStream.Place? = middle
        while let at = place {
          let number = at.frames.lowerBound / middle.frames.count
          let frame = Array(whole[at.offset..<at.end])
          bytes += at == middle || isLasting ? numbered(frame, as: number + 1 << bit) : frame
          place = stream.frame(from: at.frames.upperBound)
        }
        let path = folder.write(bytes, as: "jump.flac")
        let report = try #require(EventLog.reading(path).report)
        #expect(report.frames <= 3 * 200_000, "\(bit), \(isLasting)")
        // The samples of a whole frame are where they were, whatever its number.
        let isEqual = OggTests.rest(of: try OggTests.decoder(path), channels: 2) == expected
        #expect(isEqual || !report.isComplete && !report.warnings.isEmpty, "\(bit), \(isLasting)")
        let (_, plain) = try ReadReport.read(path)
        #expect(plain.frames == report.frames && plain.warnings == report.warnings, "\(bit), \(isLasting)")
      }
    }
  }

  @Test func `a file of nothing but heads of FLAC frames comes to an end`() throws {
    let whole = try flac()
    let stream = try #require(FLACStream(whole))
    let first = try #require(stream.frame(from: 0))
    let length = whole[first.offset...].withUnsafeBytes { FLACFrame($0)!.headerBytes }
    let head = Array(whole[first.offset..<first.offset + length])
    let bomb = (0..<8_000_000 / length).flatMap { _ in head }
    let log = EventLog()
    PeakReader(path: folder.write(whole[..<first.end] + bomb, as: "bomb.flac")) { log.take($0) }.start()
    #expect(log.waitForEnd(seconds: 120))
    #expect(log.report.map { !$0.isComplete } ?? (log.error != nil))
  }

  @Test(arguments: [nil, AudioFileError(.readFailed, path: "a.wav")])
  func `only what is read to its end is called damaged`(cause: AudioFileError?) {
    let description = AudioDescription(
      container: .wav, encoding: Encoding(.unknown), layout: .usual(1), sampleRate: 8000,
      framesPromised: 80_000,
      isFloat: false, isLossy: false, seeking: .exact, byteCount: 1)
    let warnings = ReadReport(description, frames: 8000, nonFiniteSamples: 0, cause: cause).warnings
    #expect(warnings.contains { $0.contains("damaged") } == (cause == nil), "\(warnings)")
    #expect(warnings.contains { $0.contains("are not shown") } == (cause != nil), "\(warnings)")
  }
}
