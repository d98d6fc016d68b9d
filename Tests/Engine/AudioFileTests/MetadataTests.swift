// MetadataTests.swift
// What a recording says about itself is carried into every format, and read there by the tools of the field; what a
// format cannot hold is said.

import Foundation
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import AudioDecoding
@testable import AudioExport
@testable import AudioFormats
@testable import HostIO

@Suite struct MetadataTests {
  let folder = TestFolder()

  /// Writes what a file says about itself into another one, with some other sound.
  private func export(
    _ path: FilePath, _ format: ExportFormat, as name: String = "out", range: FrameRange? = nil
  ) throws -> (path: FilePath, remark: String?) {
    let target = folder.file("\(name).\(format.suffixes[0])")
    let writer = try AudioFileWriter(
      OutputFile(target, notOver: path), format: format, layout: .usual(1), sampleRate: TaggedFiles.rate,
      metadata: RecordingMetadata(path: path, options: OpenOptions()).moved(to: range))
    let samples = TestMedia.noise(frames: range?.count ?? TaggedFiles.rate / 2, channels: 1).map {
      Float($0) / 32_768
    }
    try samples.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
    return (target, writer.remark)
  }

  /// What ffprobe says: "TITLE=…" by name in upper case, of the file and its track.
  private func texts(_ path: FilePath) throws -> [String: String] {
    let text = try Tool.output(
      "ffprobe", ["-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "default", path.string])
    var texts: [String: String] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("TAG:") {
      let parts = line.dropFirst(4).split(separator: "=", maxSplits: 1).map { String($0) }
      texts[parts[0].uppercased()] = parts.last
    }
    return texts
  }

  /// Seconds at which chapters begin, and their titles.
  private func chapters(_ path: FilePath) throws -> [String] {
    try Tool.output(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title", "-of", "csv=p=0",
        path.string,
      ]
    ).split(separator: "\n").map { String($0) }
  }

  @Test(arguments: Campaign.part(3, of: TaggedFiles.Kind.allCases))
  func `texts get from each kind of file into every format`(kind: TaggedFiles.Kind) throws {
    let source = try TaggedFiles.make(kind, in: folder)
    for format in ExportFormat.allCases {
      let (path, remark) = try export(source, format, as: format.rawValue)
      let texts = try texts(path)
      #expect(texts["TITLE"] == TaggedFiles.title, "\(kind) → \(format)")
      #expect(texts["ARTIST"] == TaggedFiles.artist, "\(kind) → \(format)")
      #expect(texts["COMMENT"] == TaggedFiles.comment, "\(kind) → \(format)")
      #expect(
        (remark == nil) == (kind != .wav || format.suffixes[0] == "wav"),
        "\(kind) → \(format): \(remark ?? "")")
      var reader = try AudioFileReader(path: path)
      #expect(abs((reader.description.framesPromised ?? 24_000) - 24_000) < 1200)
      #expect(try reader.seek(toFrame: 20_000))
    }
    try Tool.run("flac", ["-t", "-s", folder.file("flac-16.flac").string])
    #expect(!(try Tool.output("ogginfo", [folder.file("vorbis.ogg").string])).contains("WARNING"))
    #expect(!(try Tool.output("opusinfo", [folder.file("opus.opus").string])).contains("WARNING"))
  }

  @Test func `several values, long and empty ones, unknown names and a picture come back as they were`()
    throws
  {
    let plain = folder.write(
      WaveFile(TestMedia.noise(frames: 24_000, channels: 1), rate: 48_000).bytes, as: "p.wav")
    let picture = folder.file("p.png")
    TestMedia.ffmpeg(["-f", "lavfi", "-i", "testsrc=size=400x300", "-frames:v", "1", picture.string])
    let long = folder.write(Array(String(repeating: "lång ", count: 30_000).utf8), as: "long.txt")
    let source = folder.file("s.flac")
    try Tool.run(
      "flac",
      [
        "-s", "-f", plain.string, "-o", source.string, "-T", "ARTIST=Ann", "-T", "ARTIST=Bob", "-T",
        "Foo Bar=baz",
      ]
        + ["--tag-from-file=LYRICS=\(long.string)", "-T", "EMPTY=", "-T", "ENCODER=other"]
        + ["--picture", "3||Cöver||\(picture.string)"])
    func tags(_ path: FilePath) throws -> [String] {
      try Tool.output("metaflac", ["--no-utf8-convert", "--export-tags-to=-", path.string]).split(
        separator: "\n"
      )
      .map { String($0) }.filter { !$0.hasPrefix("ENCODER=") && $0 != "EMPTY=" }.sorted()
    }
    let expected = try tags(source)
    #expect(expected.count == 4)
    for format in [ExportFormat.flac24, .vorbis, .opus, .mp3, .wav16] {
      let (there, remark) = try export(source, format, as: "there")
      #expect(remark == nil)
      let (back, _) = try export(there, .flac16, as: "back")
      #expect(try tags(back).map { $0.uppercased() } == expected.map { $0.uppercased() }, "\(format)")
      let found = folder.file("found.png")
      try Tool.run("metaflac", ["--export-picture-to=\(found.string)", back.string])
      #expect(contents(found) == contents(picture), "\(format)")
    }
  }

  @Test(arguments: [ExportFormat.wav16, .wav24, .wavFloat])
  func `chunks of WAV stay as they are, and cue points keep their names`(format: ExportFormat) throws {
    let (path, remark) = try export(try TaggedFiles.make(.wav, in: folder), format)
    #expect(remark == nil)
    let old = TaggedFiles.chunks(contents(folder.file("s.wav"))), new = TaggedFiles.chunks(contents(path))
    for (name, bytes) in old where ["iXML", "cue "].contains(name) {
      #expect(new.contains { $0.name == name && $0.bytes == bytes }, "\(name)")
    }
    #expect(new.count { $0.name == "LIST" } == 2)
    // A line of history for each coding that is another one, and for no other.
    let bext = try #require(new.first { $0.name == "bext" }).bytes
    let line =
      [
        .wav24: "A=PCM,F=48000,W=24,M=mono,T=Barline\r\n",
        .wavFloat: "A=PCM,F=48000,W=32,M=mono,T=Barline\r\n",
      ][format]
      ?? ""
    #expect(bext == TaggedFiles.bext + Array(line.utf8))
    let text = try Tool.output("sndfile-info", [path.string])
    #expect(text.contains("labl : 2 : Süd") && text.contains("Cue ID :  7  Pos : 20001"), "\(text)")
    #expect(text.contains("INAM : \(TaggedFiles.title)") && text.contains("Frames      : 24000"), "\(text)")
    #expect(!text.contains("***") && !text.contains("should be"), "\(text)")
    #expect(try chapters(path) == ["0.000000,Start", "0.100000,Süd", "0.416687,End"])
  }

  @Test func `chunks of any length stay byte for byte`() throws {
    // Behind odd ones of the last two libsndfile 1.2.0 finds no sound: they get a byte.
    let names = ["iXML", "axml", "_PMX", "aXYZ", "chna", "smpl", "acid"], heads = ["smpl": 36, "acid": 24]
    for length in 0..<6 {
      let chunks = names.map {
        RIFFChunk($0, [UInt8](repeating: 0, count: heads[$0] ?? 0) + (0..<length).map { UInt8(65 + $0) })
      }
      let samples = TestMedia.noise(frames: 1001, channels: 1)
      let source = folder.write(
        WaveFile(samples, rate: 8000, before: Array(chunks.prefix(2)), after: Array(chunks.dropFirst(2)))
          .bytes,
        as: "odd.wav")
      let (path, remark) = try export(source, .wav16)
      let new = TaggedFiles.chunks(contents(path))
      for chunk in chunks {
        let isFilled = heads[chunk.name] != nil && length % 2 == 1
        let wanted = chunk.content + (isFilled ? [0] : [])
        #expect(new.contains { $0.name == chunk.name && $0.bytes == wanted }, "\(chunk.name), \(length)")
      }
      #expect(remark == nil)
      let info = try Tool.output("sndfile-info", [path.string])
      #expect(info.contains("data : 48000") && !info.contains("should be"), "\(info)")
    }
  }

  @Test func `in RF64 what fills a chunk becomes a part of it`() {
    let odd =
      WaveCues.chunk("iXML", [1, 2, 3]) + WaveCues.chunk("even", [4, 5]) + WaveCues.chunk("odd!", [6])
    let even = WaveMetadata.even(odd)
    #expect(
      even == WaveCues.chunk("iXML", [1, 2, 3, 10]) + WaveCues.chunk("even", [4, 5])
        + WaveCues.chunk("odd!", [6, 0]))
    #expect(WaveMetadata.even(even) == even && WaveMetadata.even([]).isEmpty)
  }

  @Test func `in a selection cue points move, and those outside are left out and said`() throws {
    let source = try TaggedFiles.make(.wav, in: folder)
    let (path, remark) = try export(source, .wav16, range: 4000..<20_500)
    #expect(remark == "1 of 3 cue points lies outside the selection and was left out.")
    #expect(try chapters(path) == ["0.016667,Süd", "0.333354,End"])
    let chunks = TaggedFiles.chunks(contents(path))
    let bext = try #require(chunks.first { $0.name == "bext" }).bytes
    #expect(Array(bext[338..<346]) == little(172_804_000, 8), "samples since midnight")
    let xml = String(decoding: try #require(chunks.first { $0.name == "iXML" }).bytes, as: UTF8.self)
    #expect(xml.contains("_LO>172804000<") && xml.contains("<SCENE>12<"))
    // The region ends with the selection.
    let moved = RecordingMetadata(path: path, options: OpenOptions())
    #expect(moved.cues.map(\.length) == [0, 499])
    #expect(
      try export(source, .wav16, range: 5000..<6000).remark?.hasPrefix("No cue point lies in the selection")
        == true)
  }

  @Test(arguments: [ExportFormat.flac16, .vorbis, .opus, .mp3])
  func `cue points become chapters, what else has no place is said, and they come back`(format: ExportFormat)
    throws
  {
    let (path, remark) = try export(try TaggedFiles.make(.wav, in: folder), format)
    let name = [.flac16: "FLAC", .vorbis: "Ogg Vorbis", .opus: "Opus"][format] ?? "MP3"
    #expect(
      remark
        == "\(name) cannot hold the broadcast description, the production data (iXML), 1 note of a cue point "
        + "and 1 length of a region: they were left out. 3 cue points were kept as chapters, to the millisecond."
    )
    #expect(try chapters(path) == ["0.000000,Start", "0.100000,Süd", "0.417000,End"])
    let (back, second) = try export(path, .wav16, as: "back")
    #expect(second == nil)
    let cues = RecordingMetadata(path: back, options: OpenOptions()).cues
    #expect(cues.map(\.frame) == [0, 4800, 20_016] && cues.map(\.name) == ["Start", "Süd", "End"])
    #expect(try Tool.output("sndfile-info", [back.string]).contains("labl : 3 : End"))
  }

  /// A tag of version 3, in UTF-16, before an MP3; with a field that only ID3 knows.
  private func oldTag() throws -> FilePath {
    func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + big(body.count) + [0, 0] + body
    }
    var wide: [UInt8] = [1, 0xFF, 0xFE]
    for unit in TaggedFiles.title.utf16 { wide += little(Int(unit), 2) }
    var frames = frame("TIT2", wide)
    for (name, text) in [
      ("TYER", "\0" + "1999"), ("TCON", "\0(17)"), ("PRIV", "owner\0data"), ("COMM", "\0deu\0Größe"),
      ("TSSE", "\0old encoder"),
    ] {
      // ISO 8859-1.
      frames += frame(name, text.unicodeScalars.map { UInt8($0.value) })
    }
    let sound = try TaggedFiles.make(.mp3, in: folder)
    TestMedia.ffmpeg([
      "-i", sound.string, "-c", "copy", "-map_metadata", "-1", "-id3v2_version", "0",
      folder.file("bare.mp3").string,
    ])
    let size = (0..<4).reversed().map { UInt8(frames.count >> (7 * $0) & 0x7F) }
    // And a tag of another kind at the end, as programs for loudness put it there.
    let gain = Array("REPLAYGAIN_TRACK_GAIN\0−3 dB".utf8)
    let items = little("−3 dB".utf8.count) + little(0) + gain
    let foot =
      Array("APETAGEX".utf8) + little(2000) + little(items.count + 32)
      + little(1) + little(0, 12)
    return folder.write(
      Array("ID3".utf8) + [3, 0, 0] + size + frames + contents(folder.file("bare.mp3")) + items + foot,
      as: "old.mp3")
  }

  @Test func `an old ID3 tag stays what it was in MP3, and is understood elsewhere`() throws {
    let source = try oldTag()
    let (mp3, remark) = try export(source, .mp3, as: "mp3")
    #expect(remark == nil)
    let bytes = contents(mp3)
    #expect(bytes[3] == 3 && bytes.firstRange(of: Array("owner\0data".utf8)) != nil)
    #expect(
      bytes.firstRange(of: Array("deu".utf8)) != nil && bytes.firstRange(of: Array("old encoder".utf8)) == nil
    )
    #expect(try self.texts(mp3)["REPLAYGAIN_TRACK_GAIN"] == "−3 dB")
    let (flac, second) = try export(source, .flac16, as: "flac")
    #expect(second == "FLAC cannot hold 1 field of its ID3 tag: it was left out.")
    let texts = try texts(flac)
    #expect(texts["TITLE"] == TaggedFiles.title && texts["DATE"] == "1999" && texts["GENRE"] == "Rock")
    #expect(texts["COMMENT"] == "Größe" && texts["REPLAYGAIN_TRACK_GAIN"] == "−3 dB")
  }

  @Test func `pictures and chapters of M4A, and tags of APE, are carried, too`() throws {
    let list = folder.write(
      Array(
        (";FFMETADATA1\ntitle=T\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=200\ntitle=Eins\n"
          + "[CHAPTER]\nTIMEBASE=1/1000\nSTART=200\nEND=500\ntitle=Zwei\\=2\n").utf8),
      as: "m.txt")
    let picture = folder.file("p.png"), source = folder.file("s.m4a")
    TestMedia.ffmpeg(["-f", "lavfi", "-i", "testsrc=size=64x48", "-frames:v", "1", picture.string])
    TestMedia.ffmpeg(
      [
        "-f", "lavfi", "-i", "anoisesrc=duration=0.5:sample_rate=48000", "-i", picture.string, "-i",
        list.string,
      ]
        + ["-map", "0", "-map", "1", "-map_metadata", "2", "-map_chapters", "2", "-c:v", "copy"]
        + ["-disposition:v", "attached_pic", "-c:a", "aac", source.string])
    let (flac, remark) = try export(source, .flac16)
    #expect(remark == "2 cue points were kept as chapters, to the millisecond.")
    #expect(try chapters(flac) == ["0.000000,Eins", "0.200000,Zwei=2"])
    #expect(
      try Tool.output("metaflac", ["--list", "--block-type=PICTURE", flac.string]).contains("image/png"))
    #expect(try texts(flac)["TITLE"] == "T")
  }

  /// It stands before each of its values: all of it was made capital for each.
  @Test func `a name without end is no name`() {
    var metadata = RecordingMetadata()
    let name = String(repeating: "n", count: RecordingMetadata.keyLimit + 1)
    metadata.add(name, "text")
    metadata.add(String(name.dropLast()), "text")
    #expect(metadata.tags.map(\.key.utf8.count) == [RecordingMetadata.keyLimit])
    #expect(metadata.losses.count == 1)
  }

  @Test func `names of a video's tags are short texts without control characters`() throws {
    let name = "a\u{1B}[2J\u{202E}" + String(repeating: "b", count: 1000)
    let answer = """
      format.tags.\(name)="x"
      streams.stream.0.tags.\(name)="x"
      chapters.chapter.0.tags.title=\(name)
      """
    let video = MovieMetadata(answer: Array(answer.utf8))
    let loss = try #require(video.loss(comparedWith: MovieMetadata(answer: []), "MP4")).english
    #expect(loss.contains("the tags A\u{FFFD}[2J\u{FFFD}BBB"), "\(loss)")
    #expect(loss.utf8.count < 1000, "\(loss)")
    #expect(loss.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
  }

  @Test func `every cut and thousands of damages of what is said are survived`() throws {
    let kinds: [TaggedFiles.Kind] = [.wav, .flac, .ogg, .opus, .mp3, .aiff, .m4a, .wv]
    func read(_ bytes: [UInt8]) -> RecordingMetadata {
      var found = RecordingMetadata()
      WaveMetadata.read(bytes, sampleRate: 48_000, into: &found)
      AIFFMetadata.read(bytes, sampleRate: 48_000, into: &found)
      FLACMetadata.read(bytes, sampleRate: 48_000, into: &found)
      OggMetadata.read(bytes, sampleRate: 48_000, into: &found)
      ID3Metadata.read(bytes, sampleRate: 48_000, into: &found)
      _ = MP4Metadata.read(bytes, into: &found)
      _ = FFmpegMetadata(bytes)
      return found
    }
    for kind in kinds {
      let all = contents(try TaggedFiles.make(kind, in: folder))
      // What is said stands at the ends: the sound between them is no matter.
      let bytes = all.count > 6000 ? Array(all.prefix(3000) + all.suffix(3000)) : all
      for end in stride(from: 0, to: bytes.count, by: 7) { _ = read(Array(bytes.prefix(end))) }
      var mutator = Mutator([bytes], seed: 7)
      for _ in 0..<fuzzInputs / 40 {
        let found = read(mutator.next())
        #expect(found.tags.reduce(0) { $0 + $1.value.utf8.count } <= RecordingMetadata.textLimit)
        #expect(found.cues.count <= RecordingMetadata.cueLimit)
        for format in [ExportFormat.wav16, .flac16, .mp3] {
          _ = MetadataPlan(
            found, format, try #require(ChannelPlacement(.usual(1), in: format)), sampleRate: 48_000)
        }
      }
    }
  }

  @Test func `what is too much is left out and said, and nothing is allocated by what a file says`() throws {
    let texts = RIFFChunk("ICMT", [UInt8](repeating: 65, count: 1 << 20 + 1))
    let wave = WaveFile(
      TestMedia.noise(frames: 24_000, channels: 1), rate: 48_000,
      after: [
        .cues((0..<10_050).map { ($0, $0) }), .list("INFO", [texts]),
        RIFFChunk("LIST", Array("INFO".utf8), promisedBytes: 0x7000_0000),
      ])
    let (_, remark) = try export(folder.write(wave.bytes, as: "s.wav"), .flac16)
    let said = try #require(remark)
    #expect(said.contains("Only the first 10,000 cue points were kept."), "\(said)")
    #expect(said.contains("Texts beyond 1 MB, or 10,000 of them, were left out."), "\(said)")
    #expect(said.contains("left out"), "\(said)")
  }
}
