// InformationTests.swift
// What is shown of what a file says about itself: files of the tools of the field, hostile texts, damaged files.

import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AudioDecoding
@testable import AudioExport
@testable import AudioFormats
@testable import HostIO

@Suite struct InformationTests {
  let folder = TestFolder()

  private func information(_ path: FilePath) throws -> RecordingInformation {
    let description = try AudioFileReader(path: path).description
    return try #require(RecordingInformation(path: path, description: description))
  }

  private func sheet(_ path: FilePath) throws -> InformationSheet {
    let log = EventLog.reading(path)
    return InformationSheet(
      name: path.string, try #require(log.description), log.report, try information(path))
  }

  private func value(_ name: String, _ kind: InformationSheet.Kind, _ sheet: InformationSheet) -> String? {
    sheet.rows(kind).first { $0.name == name }?.value
  }

  @Test(arguments: TaggedFiles.Kind.allCases)
  func `title, artist and comment of every kind of file`(kind: TaggedFiles.Kind) throws {
    let path = try TaggedFiles.make(kind, in: folder)
    let found = try information(path)
    #expect(found.title == TaggedFiles.title && found.artists == [TaggedFiles.artist])
    #expect(found.tags.contains { $0.name == "COMMENT" && $0.value == TaggedFiles.comment && !$0.isCut })
    #expect(found.remarks.isEmpty, "\(found.remarks)")
    let rows = try sheet(path).rows(.tags)
    #expect(rows.first == .init(name: "Title", value: TaggedFiles.title))
    #expect(rows.dropFirst().first == .init(name: "Artist", value: TaggedFiles.artist))
  }

  @Test func `a broadcast file with everything`() throws {
    let path = try TaggedFiles.make(.wav, in: folder)
    let found = try information(path)
    let bext = try #require(found.broadcast)
    #expect(
      bext.description == "Interview" && bext.originator == "ZOOM" && bext.originatorReference == "REF1")
    #expect(bext.date == "2024-05-06" && bext.time == "10:11:12" && bext.timeReference == 172_800_000)
    #expect(bext.version == 1 && bext.materialIdentifier.isEmpty && bext.loudness == nil)
    #expect(bext.codingHistory == "A=PCM,F=48000,W=16,M=mono,T=F8")
    #expect(found.hasProductionData && found.checksum == .none && found.pictures.isEmpty)
    #expect(found.places.map(\.frame) == [0, 4800, 20_001])
    #expect(found.places.map(\.name) == ["Start", "Süd", "End"])
    #expect(found.places.map(\.note) == ["", "a note", ""] && found.places.map(\.length) == [0, 0, 2000])
    let sheet = try sheet(path)
    #expect(sheet.groups.map(\.kind) == [.recording, .tags, .broadcast, .places, .losses, .checksum])
    #expect(value("Time Reference", .broadcast, sheet) == "1:00:00.000 (172800000 frames since midnight)")
    #expect(value("Bit Rate", .recording, sheet) == "768 kbit/s")
    #expect(value("Length", .recording, sheet) == "0:00.500 (24000 frames)")
    #expect(sheet.rows(.places).map(\.name) == ["0:00.000", "0:00.100", "0:00.416 – 0:00.458"])
    #expect(sheet.text.contains("Broadcast\n  Description: Interview\n") && sheet.text.contains("  Engineer"))
  }

  @Test func `loudness and identifier of a broadcast description of version 2`() throws {
    var bext = TaggedFiles.bext
    bext.replaceSubrange(346..<348, with: [2, 0])
    for place in 0..<32 { bext[348 + place] = UInt8(place) }
    let values: [Int] = [-2301, 520, 0x7FFF, -1800, -1950]
    bext.replaceSubrange(412..<422, with: values.flatMap { little($0 & 0xFFFF, 2) })
    let found = try #require(BroadcastDescription(bext))
    #expect(found.materialIdentifier == "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
    #expect(found.loudness?.integrated == -23.01 && found.loudness?.range == 5.2)
    #expect(found.loudness?.truePeak == nil && found.loudness?.shortTerm == -19.5)
    for end in 0..<bext.count {
      #expect((BroadcastDescription(Array(bext.prefix(end))) != nil) == (end >= 346))
    }
    bext.replaceSubrange(338..<346, with: [UInt8](repeating: 0xFF, count: 8))
    #expect(BroadcastDescription(bext)?.timeReference == nil)
  }

  @Test(arguments: ["png", "jpg"])
  func `covers of FLAC, MP3 and MP4 have a type and a size`(suffix: String) throws {
    let picture = folder.file("p.\(suffix)")
    TestMedia.ffmpeg(["-f", "lavfi", "-i", "testsrc=size=320x200", "-frames:v", "1", picture.string])
    let plain = folder.write(
      WaveFile(TestMedia.noise(frames: 24_000, channels: 1), rate: 48_000).bytes, as: "p.wav")
    let flac = folder.file("s.flac"), mp3 = folder.file("s.mp3"), m4a = folder.file("s.m4a")
    try Tool.run(
      "flac", ["-s", "-f", plain.string, "-o", flac.string, "--picture", "3||Cöver||\(picture.string)"])
    try Tool.run("lame", ["--quiet", "--ti", picture.string, plain.string, mp3.string])
    TestMedia.ffmpeg([
      "-i", plain.string, "-i", picture.string, "-map", "0", "-map", "1", "-c:v", "copy", "-c:a", "aac",
      "-disposition:v", "attached_pic", m4a.string,
    ])
    let type = suffix == "png" ? "image/png" : "image/jpeg"
    for path in [flac, mp3, m4a] {
      let found = try information(path).pictures
      #expect(found.count == 1 && found.first?.type == type, "\(path)")
      #expect(found.first?.width == 320 && found.first?.height == 200, "\(path)")
      #expect(found.first?.byteCount == contents(picture).count, "\(path)")
    }
    let row = try #require(try sheet(flac).rows(.pictures).first)
    #expect(row.name == "Front Cover" && row.value.hasPrefix("\(type), 320 × 200 pixels, "))
    #expect(row.value.hasSuffix(" bytes), Cöver"), "\(row.value)")
  }

  @Test func `bit rates of packed samples are those of the file without its pictures`() throws {
    let picture = folder.write([UInt8](repeating: 7, count: 300_000), as: "p.bin")
    let plain = folder.write(
      WaveFile(TestMedia.noise(frames: 96_000, channels: 1), rate: 48_000).bytes, as: "p.wav")
    let mp3 = folder.file("s.mp3"), tagged = folder.file("t.flac"), bare = folder.file("b.flac")
    try Tool.run("lame", ["--quiet", "--cbr", "-b", "128", plain.string, mp3.string])
    try Tool.run("flac", ["-s", "-f", "--no-padding", plain.string, "-o", bare.string])
    try Tool.run(
      "flac",
      [
        "-s", "-f", "--no-padding", plain.string, "-o", tagged.string, "--picture",
        "3|image/png||4x4x24|\(picture.string)",
      ])
    let rate = value("Bit Rate", .recording, try sheet(mp3)).flatMap { Int($0.prefix { $0 != " " }) }
    #expect(128...136 ~= rate ?? 0, "a head and a rest beside 128 kbit/s: \(rate ?? 0)")
    #expect(
      value("Bit Rate", .recording, try sheet(bare)) == value("Bit Rate", .recording, try sheet(tagged)))
    // Nobody knows how much of a film is its sound.
    let film = folder.file("f.mkv")
    TestMedia.ffmpeg(["-f", "lavfi", "-i", "testsrc=d=1", "-i", plain.string, "-c:a", "aac", film.string])
    #expect(value("Bit Rate", .recording, try sheet(film)) == nil)
  }

  // MARK: Hostile texts

  @Test func `a comment of ten megabytes is cut, and said to be`() throws {
    let novel = RIFFChunk("ICMT", [UInt8](repeating: UInt8(ascii: "x"), count: 10 << 20))
    let wave = contents(try TaggedFiles.make(.wav, in: folder)) + RIFFChunk.list("INFO", [novel]).bytes
    let long = folder.write(wave, as: "long.wav")
    let found = try information(long)
    let tag = try #require(found.tags.last)
    #expect(tag.name == "COMMENT" && tag.isCut && tag.value.count == 1000)
    #expect(found.title == TaggedFiles.title)
    #expect(found.remarks == ["Of texts beyond 1 MB, or of more than 10,000, only the beginnings are shown."])
    #expect(try sheet(long).rows(.tags).contains { $0.value.hasSuffix("x … (only the beginning)") })
    // Texts that are carried on may still be too long to be shown.
    let path = try TaggedFiles.make(.flac, in: folder)
    try Tool.run(
      "metaflac",
      ["--set-tag=ESSAY=\(String(repeating: "y", count: 90_000))", path.string])
    let essay = try #require(try information(path).tags.first { $0.name == "ESSAY" })
    #expect(essay.isCut && essay.value.count == ShownText.limit)
  }

  @Test func `texts of any bytes become texts that can be shown`() {
    #expect(ShownText.text("a\u{0}b\u{1B}[31mc\u{202E}d\u{7F}\u{9B}\u{FEFF}").text == "ab[31mcd")
    #expect(ShownText.text("  one\r\ntwo\rthree\n\n four\t5 \n").text == "one\ntwo\nthree\n\n four\t5")
    #expect(ShownText.line(" one\r\n two\t\u{2028}three ") == "one two three")
    #expect(ShownText.line(String(repeating: "é", count: 201)) == String(repeating: "é", count: 200) + "…")
    #expect(ShownText.text(String(repeating: "\u{0}", count: 1 << 20)).text.isEmpty)
    // One letter with a hundred thousand accents.
    let tower = ShownText.text("e" + String(repeating: "\u{301}", count: 100_000))
    #expect(tower.isCut && tower.text.unicodeScalars.count == ShownText.limit)
    // UTF-16 with half a pair, and UTF-8 that is none.
    #expect(TextBytes.wide([0x00, 0x41, 0xD8, 0x00, 0x00, 0x42][...], bigEndian: true) == "A\u{FFFD}B")
    #expect(TextBytes.text([0x47, 0x72, 0xF6, 0xDF, 0x65]) == "Größe")
  }

  @Test func `control characters in the tags of a real file do not get out of it`() throws {
    let path = folder.file("s.mp3")
    var wide: [UInt8] = [1, 0xFF, 0xFE]
    for unit in "Ti\u{1B}]0;evil\u{7}\u{0}tle".utf16 { wide += little(Int(unit), 2) }
    let body = Array("TIT2".utf8) + big(wide.count) + [0, 0] + wide
    let bare = folder.file("bare.mp3")
    TestMedia.ffmpeg([
      "-f", "lavfi", "-i", "sine=d=0.5", "-id3v2_version", "0", "-write_xing", "0", bare.string,
    ])
    let size = (0..<4).reversed().map { UInt8(body.count >> (7 * $0) & 0x7F) }
    #expect(folder.write(Array("ID3".utf8) + [3, 0, 0] + size + body + contents(bare), as: "s.mp3") == path)
    let found = try information(path)
    #expect(found.title == "Ti]0;evil")
    #expect(found.tags.map(\.value) == ["Ti]0;evil", "tle"])
  }

  // MARK: Damage

  @Test func `every cut and thousands of damages are survived, and stay within bounds`() throws {
    for kind in TaggedFiles.Kind.allCases {
      let all = contents(try TaggedFiles.make(kind, in: folder))
      let bytes = all.count > 6000 ? Array(all.prefix(3000) + all.suffix(3000)) : all
      func read(_ bytes: [UInt8]) -> RecordingInformation {
        var metadata = RecordingMetadata()
        WaveMetadata.read(bytes, sampleRate: 48_000, into: &metadata)
        FLACMetadata.read(bytes, sampleRate: 48_000, into: &metadata)
        OggMetadata.read(bytes, sampleRate: 48_000, into: &metadata)
        ID3Metadata.read(bytes, sampleRate: 48_000, into: &metadata)
        _ = MP4Metadata.read(bytes, into: &metadata)
        var found = RecordingInformation()
        found.take(metadata)
        found.checksum = StoredChecksum(of: bytes)
        _ = BroadcastDescription(bytes)
        _ = PictureSize.of(bytes)
        return found
      }
      for end in stride(from: 0, to: bytes.count, by: 7) { _ = read(Array(bytes.prefix(end))) }
      var mutator = Mutator([bytes], seed: 11)
      for _ in 0..<fuzzInputs / 40 {
        let found = read(mutator.next())
        #expect(
          found.tags.allSatisfy { $0.value.unicodeScalars.count <= ShownText.limit && $0.name.count <= 201 })
        #expect(found.places.allSatisfy { $0.frame >= 0 && $0.length >= 0 })
        if case .samples(let md5, let bits) = found.checksum { #expect(md5.count == 32 && 1...32 ~= bits) }
      }
    }
  }

  @Test func `a file that was exchanged says nothing`() throws {
    let path = try TaggedFiles.make(.wav, in: folder)
    let description = try AudioFileReader(path: path).description
    try FileManager.default.removeItem(atPath: path.string)
    #expect(RecordingInformation(path: path, description: description) == nil)
    _ = folder.write(WaveFile([1, 2, 3], rate: 8000).bytes, as: "s.wav")
    #expect(RecordingInformation(path: path, description: description) == nil)
  }
}
