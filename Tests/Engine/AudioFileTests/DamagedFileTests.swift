// DamagedFileTests.swift
// Headers that lie, files that were cut off, samples that are no numbers: what is there is shown, and the report
// says what is not.

import CSndfile
import Glibc
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioFormats
@testable import HostIO

@Suite struct DamagedFileTests {
  let folder = TestFolder()
  let samples = (0..<4000).map { Int16(truncatingIfNeeded: $0 * 37) }

  @Test func `a WAV file cut anywhere shows what is left`() {
    let whole = WaveFile(samples).bytes
    for cut in [44, 45, 46, 47, 48, 100, 1000, 4001, 8042, 8043] {
      let path = folder.write(Array(whole[..<cut]), as: "cut.wav")
      let log = EventLog.reading(path)
      let frames = (cut - 44) / 2
      if frames == 0 {
        #expect(log.error != nil, "\(cut)")
        continue
      }
      #expect(log.report?.frames == frames, "\(cut)")
      #expect(log.report?.framesPromised == 4000, "\(cut)")
      #expect(log.report?.missing == 4000 - frames, "\(cut)")
      #expect(log.report?.isComplete == false, "\(cut)")
      #expect(log.report?.warnings.count == 1, "\(cut)")
    }
  }

  @Test func `every cut of a header is an error, never a crash`() {
    let whole = WaveFile(samples).bytes
    for cut in 0..<44 {
      let log = EventLog.reading(folder.write(Array(whole[..<cut]), as: "header.wav"))
      #expect(log.error != nil && log.report == nil, "\(cut)")
    }
  }

  @Test func `the report says from where on the recording is missing`() {
    let path = folder.write(Array(WaveFile(samples).bytes[..<(44 + 2000)]), as: "half.wav")
    let warning = EventLog.reading(path).report?.warnings.first ?? ""
    #expect(warning.contains("from 0:00.125 on: 0:00.375 of 0:00.500 (75 %)"), "\(warning)")
  }

  @Test(
    arguments: [0, 0xFFFF_FFFF, 0x7FFF_FFFF, 0x7FFF_FFDB, 0xFFFF_FFDB, 0xFFFF_FF00, 0x7FFF_F000])
  func `a WAV file whose recorder crashed is shown to its end`(dataSize: Int) {
    let log = EventLog.reading(folder.write(WaveFile(samples, promisedBytes: dataSize).bytes, as: "open.wav"))
    #expect(log.report?.frames == 4000)
    #expect(log.report?.framesPromised == nil)
    #expect(log.description?.expectedFrames == 4000, "the bytes are there: progress can be shown")
    #expect(log.report?.isComplete == true)
    #expect(log.report?.warnings.count == 1)
    let expected = extremes(samples, channels: 1, channel: 0)
    #expect(log.peaks.map { columns($0, channel: 0).low } == expected.map(\.lowerBound))
  }

  @Test func `half a frame where a file is cut while it is read is none`() throws {
    let path = folder.write(WaveFile([Int16](repeating: 5, count: 2000), channels: 2).bytes, as: "cut.wav")
    let file = try FileBytes(path: path)
    let format = RawFormat(encoding: .s16le, channels: 2, sampleRate: 8000, dataOffset: 44)
    let layout = RawLayout(format, byteCount: file.count - 44)
    #expect(path.withPlatformString { truncate($0, 44 + 10 * 4 + 3) } == 0)
    let shorts = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 2000)
    let floats = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2000)
    defer {
      shorts.deallocate()
      floats.deallocate()
    }
    let plain = PCMDecoder(file, layout: layout)
    #expect(plain.read(into: shorts) == 10 && plain.read(into: shorts) == 0)
    let converted = PCMDecoder(file, layout: layout)
    #expect(converted.read(into: floats) == 10 && converted.read(into: floats) == 0)
  }

  @Test func `a header that promises less ends there`() {
    let log = EventLog.reading(folder.write(WaveFile(samples, promisedBytes: 2000).bytes, as: "less.wav"))
    #expect(log.report?.frames == 1000)
    #expect(log.report?.isComplete == true)
  }

  @Test func `a second chunk of samples is not passed over in silence`() {
    let second = RIFFChunk("data", [UInt8](repeating: 7, count: 400))
    for after in [[second], [RIFFChunk("LIST", [1, 2, 3]), second]] {
      let log = EventLog.reading(folder.write(WaveFile(samples, after: after).bytes, as: "twice.wav"))
      #expect(log.report?.frames == 4000 && log.report?.isComplete == false)
      #expect(log.report?.warnings == ["Only the first of several recordings in this file is shown."])
    }
    for after in [[], [RIFFChunk("LIST", [1, 2, 3])], [RIFFChunk("data", [])]] {
      let log = EventLog.reading(folder.write(WaveFile(samples, after: after).bytes, as: "once.wav"))
      #expect(log.report?.isComplete == true, "\(after.count)")
    }
  }

  @Test(arguments: [1, 2, 4]) func `AIFF that counts more frames than it has is cut off`(channels: Int) throws
  {
    let path = folder.file("count.aiff")
    let format = SF_FORMAT_AIFF | SF_FORMAT_PCM_16
    TestSound.write(
      TestSound.tones(frames: 4000, channels: channels), to: path, format: format, channels: channels)
    let whole = contents(path)
    let place = try #require(whole.indices.first { whole.has("COMM", at: $0) }) + 10
    for (told, promised) in [(4000, 4000), (5000, 5000), (0xFFFF_FFFF, 4000), (0x7FFF_FFFF, 4000)] {
      var bytes = whole
      bytes.replaceSubrange(place..<place + 4, with: (0..<4).map { UInt8(told >> (24 - 8 * $0) & 0xFF) })
      let report = EventLog.reading(folder.write(bytes, as: "\(told).aiff")).report
      #expect(report?.frames == 4000 && report?.framesPromised == promised, "\(told)")
      #expect(report?.isComplete == (promised == 4000), "\(told)")
    }
  }

  @Test func `an MP3 that ends within a frame says so, and one that ends behind one does not`() throws {
    let tones = TestSound.tones(frames: 44_100, channels: 2).map { Int16($0 * 32_000) }
    let path = TestMedia.encode(
      tones, channels: 2, ["-write_xing", "0", "-id3v2_version", "0"], as: "a.mp3", in: folder)
    let whole = contents(path)
    let ends = try #require(
      MPEGStream(whole).map { stream in
        var (stream, ends) = (stream, [Int]())
        while case .frame(let place)? = stream.next() { ends.append(place.upperBound) }
        return ends
      })
    try #require(ends.count > 20 && ends.last == whole.count)
    for end in ends[10..<20] {
      for cut in [0, 1, 40, 200] {
        let log = EventLog.reading(folder.write(Array(whole[..<(end - cut)]), as: "cut.mp3"))
        #expect(log.report?.isComplete == (cut == 0), "\(end), \(cut): \(log.report?.warnings ?? [])")
      }
    }
    // A tag is no part of the sound.
    let tag = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
    let tagged = EventLog.reading(folder.write(whole + tag, as: "tag.mp3"))
    #expect(tagged.report?.isComplete == true, "\(tagged.report?.warnings ?? [])")
  }

  @Test func `a FLAC file cut anywhere shows what is left`() {
    let path = folder.file("whole.flac")
    let tones = TestSound.tones(frames: 40_000, channels: 2)
    TestSound.write(tones, to: path, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, channels: 2)
    let whole = contents(path)
    var shown = 0
    for part in 1..<40 {
      let log = EventLog.reading(folder.write(Array(whole[..<(whole.count * part / 40)]), as: "cut.flac"))
      guard let report = log.report else {
        #expect(log.error != nil)
        continue
      }
      shown += 1
      #expect(report.frames < 40_000 && report.framesPromised == 40_000 && !report.isComplete, "\(part)")
      #expect(log.peaks?.framesRead == report.frames, "\(part)")
    }
    #expect(shown > 20)
  }

  @Test(arguments: [SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS])
  func `an Ogg file cut anywhere says that its end is missing`(format: Int) {
    let path = folder.file("whole.ogg")
    let tones = TestSound.tones(frames: 100_000, channels: 1)
    TestSound.write(tones, to: path, format: format, channels: 1, sampleRate: 48_000)
    #expect(EventLog.reading(path).report?.isComplete == true)
    let whole = contents(path)
    var shown = 0
    for part in 1..<20 {
      let log = EventLog.reading(folder.write(Array(whole[..<(whole.count * part / 20)]), as: "cut.ogg"))
      guard let report = log.report else { continue }
      shown += 1
      #expect(!report.isComplete && report.warnings.count == 1, "\(part)")
    }
    #expect(shown > 5)
  }

  @Test(arguments: [SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS])
  func `a chain of Ogg recordings that is cut says that its end is missing`(format: Int) {
    let parts = [30_000, 200_000].map { frames -> [UInt8] in
      let path = folder.file("\(frames).ogg")
      let tones = TestSound.tones(frames: frames, channels: 1)
      TestSound.write(tones, to: path, format: format, channels: 1, sampleRate: 48_000)
      return contents(path)
    }
    for cut in [10, parts[1].count / 3] {
      let path = folder.write(parts[0] + parts[1].dropLast(cut), as: "chain.ogg")
      let report = EventLog.reading(path).report
      #expect((report?.frames ?? 0) > 100_000 && (report?.frames ?? 0) < 230_000)
      #expect(report?.isComplete == false && report?.warnings.count == 1, "\(report?.warnings ?? [])")
    }
  }

  @Test func `streams that run side by side are one recording`() {
    let path = folder.file("sound.ogg")
    let tones = TestSound.tones(frames: 30_000, channels: 1)
    TestSound.write(tones, to: path, format: SF_FORMAT_OGG | SF_FORMAT_VORBIS, channels: 1)
    // A page of another stream: where the file begins, and where it ends.
    func page(_ flags: UInt8) -> [UInt8] {
      Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 8) + [1, 2, 3, 4]
        + [UInt8](repeating: 0, count: 8) + [1, 3, 7, 7, 7]
    }
    let whole = contents(path)
    let head = 27 + 1 + 30
    let log = EventLog.reading(
      folder.write(whole[..<head] + page(2) + whole[head...] + page(4), as: "side.ogg"))
    #expect(log.report?.frames == 30_000)
    #expect(log.description?.isFirstOfSeveral == false)
  }

  @Test func `a FLAC file may have a tag in front, and a picture in it`() throws {
    let path = folder.file("plain.flac")
    let tones = TestSound.tones(frames: 50_000, channels: 2)
    TestSound.write(tones, to: path, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, channels: 2)
    let plain = contents(path)
    let expected = try #require(FileSampleSourceTests.read(path, 40_000..<40_100))
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 2, 0, 0] + [UInt8](repeating: 0, count: 1 << 15)
    let size = 12 << 20
    // A block of type 6 after the one that comes first (RFC 9639, section 8); 42 bytes in.
    let picture =
      [6, UInt8(size >> 16), 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
      + [
        UInt8((size - 32) >> 24), UInt8((size - 32) >> 16), UInt8((size - 32) >> 8 & 0xFF),
        UInt8((size - 32) & 0xFF),
      ]
      + (0..<size - 32).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for (name, bytes) in [("tag", tag + plain), ("picture", plain[..<42] + picture + plain[42...])] {
      let path = folder.write(Array(bytes), as: name + ".flac")
      #expect(EventLog.reading(path).report?.frames == 50_000, "\(name)")
      let slice = try #require(FileSampleSourceTests.read(path, 40_000..<40_100))
      #expect(
        (40_000..<40_100).allSatisfy {
          slice.sample(channel: 1, frame: $0) == expected.sample(channel: 1, frame: $0)
        }, "\(name)")
    }
  }

  @Test(arguments: [0, 1, 1 << 35, (1 << 36) - 1] as [Int])
  func `a FLAC header may promise anything`(frames: Int) {
    let path = folder.file("lie.flac")
    let tones = TestSound.tones(frames: 10_000, channels: 1)
    TestSound.write(tones, to: path, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, channels: 1)
    var bytes = contents(path)
    // STREAMINFO: 36 bits from the lower half of byte 21 on.
    bytes[21] = bytes[21] & 0xF0 | UInt8(frames >> 32)
    for (index, shift) in [24, 16, 8, 0].enumerated() { bytes[22 + index] = UInt8(frames >> shift & 0xFF) }
    let log = EventLog.reading(folder.write(bytes, as: "lie.flac"))
    #expect(log.error != nil || (log.report?.frames ?? 0) > 0)
    #expect((log.peaks?.framesPerBin ?? 256) == 256, "a lie must not coarsen the picture")
    if frames != 1 { #expect(log.report?.frames == 10_000, "\(frames)") }
  }

  @Test func `a 64-bit length that cannot be is no promise`() {
    let path = folder.file("lie.w64")
    let tones = TestSound.tones(frames: 1000, channels: 1)
    TestSound.write(tones, to: path, format: SF_FORMAT_W64 | SF_FORMAT_PCM_16, channels: 1)
    var bytes = contents(path)
    let data = bytes.indices.first { Array(bytes[$0...].prefix(4)) == Array("data".utf8) }!
    for (index, byte) in [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F].enumerated() {
      bytes[data + 16 + index] = UInt8(byte)
    }
    let log = EventLog.reading(folder.write(bytes, as: "lie.w64"))
    #expect(log.report?.frames == 1000)
    #expect((log.report?.framesPromised ?? 0) <= 8192 * bytes.count)
  }

  @Test func `samples that are no numbers are counted`() {
    var tones = TestSound.tones(frames: 1000, channels: 2)
    tones[10] = .nan
    tones[11] = .infinity
    tones[1500] = -.infinity
    let path = folder.file("nan.wav")
    TestSound.write(tones, to: path, format: SF_FORMAT_WAV | SF_FORMAT_FLOAT, channels: 2)
    let log = EventLog.reading(path)
    #expect(log.report?.nonFiniteSamples == 3)
    #expect(log.report?.isComplete == true)
    #expect(log.report?.warnings.count == 1)
  }

  @Test func `an MP3 file without a length is read to its end`() {
    let path = folder.file("vbr.mp3")
    let tones = TestSound.tones(frames: 200_000, channels: 2)
    guard TestSound.write(tones, to: path, format: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, channels: 2)
    else {
      return
    }
    let whole = EventLog.reading(path)
    let frames = whole.report!.frames
    // Without its first frame, which holds the length.
    var bytes = contents(path)
    let tag = bytes.indices.first {
      ["Xing", "Info"].contains(String(decoding: bytes[$0..<$0 + 4], as: UTF8.self))
    }
    guard let tag else { return }
    let second = (tag + 4..<bytes.count).first { bytes[$0] == 0xFF && bytes[$0 + 1] & 0xE0 == 0xE0 }!
    bytes.removeSubrange(..<second)
    let log = EventLog.reading(folder.write(bytes, as: "headless.mp3"))
    #expect(abs((log.report?.frames ?? 0) - frames) < 3000)
    #expect(log.report?.framesPromised == nil && log.report?.isComplete == true)
    #expect(log.description?.seeking == .exact)
  }
}
