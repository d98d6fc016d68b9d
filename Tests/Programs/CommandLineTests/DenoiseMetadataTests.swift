// DenoiseMetadataTests.swift
// barline-cli denoise keeps what a recording says about itself, and says in one line what the new file cannot hold.

import Foundation
import TestSupport
import Testing

@Suite struct DenoiseMetadataTests {
  let folder = TestFolder()

  private func tool(_ name: String, _ arguments: [String]) -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "" }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  private func run(_ arguments: String...) -> Outcome {
    Program.run((["denoise"] + arguments).map { Array($0.utf8) }, in: folder.path)
  }

  /// A second of noise with a title and two cue points.
  private func recording() -> String {
    var state: UInt32 = 1
    let noise = (0..<48_000).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(state >> 24) - 128
    }
    let marks = [(1, 0, "Anfang"), (2, 24_000, "Mitte")]
    let labels = marks.map { RIFFChunk("labl", little($0.0) + Array($0.2.utf8) + [0]) }
    let bext = [UInt8](repeating: 65, count: 338) + [UInt8](repeating: 0, count: 264)
    let wave = WaveFile(
      noise, rate: 48_000,
      after: [
        .cues(marks.map { ($0.0, $0.1) }), .list("adtl", labels),
        .list("INFO", [RIFFChunk("INAM", Array("Köln\0".utf8))]), RIFFChunk("bext", bext),
      ])
    return folder.write(wave.bytes, as: "in.wav")
  }

  @Test func `a cleaned WAV has the cue points, the title and the broadcast description, without a word`() {
    let outcome = run(recording(), "-o", folder.path + "/out.wav", "--noise", "0..0.9")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let text = tool("sndfile-info", [folder.path + "/out.wav"])
    for part in ["INAM : Köln", "Pos : 24000", "labl : 2 : Mitte", "bext : 602"] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  @Test func `what FLAC cannot hold is said in one line, and nothing else is lost`() {
    let outcome = run(recording(), "-o", folder.path + "/out.flac", "--noise", "0..0.9")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.hasSuffix(
        "in.wav: warning: FLAC cannot hold the broadcast description: it was left out. 2 cue points were kept as "
          + "chapters, to the millisecond.\n"))
    #expect(outcome.errorLines.count == 1)
    let tags = tool("metaflac", ["--no-utf8-convert", "--export-tags-to=-", folder.path + "/out.flac"])
    #expect(tags.contains("TITLE=Köln\n") && tags.contains("CHAPTER002NAME=Mitte\n"), "\(tags)")
    #expect(tool("flac", ["-t", "-s", folder.path + "/out.flac"]).isEmpty)
  }

  @Test func `a video keeps the languages of all its tracks, and what MP4 cannot hold is said`() {
    let path = folder.path + "/in.mkv"
    let made = tool(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=1", "-f",
        "lavfi",
      ]
        + [
          "-i", "anoisesrc=duration=1:amplitude=0.02:sample_rate=48000:seed=1", "-map", "0", "-map", "1",
          "-map", "1",
        ]
        + [
          "-metadata:s:v", "language=ger", "-metadata:s:a:0", "language=fre", "-metadata:s:a:1",
          "language=eng",
        ]
        + ["-metadata:s:a:0", "title=Ton", "-metadata", "title=Köln", "-metadata", "FOO=bar"]
        + ["-c:v", "mpeg4", "-c:a", "aac", path])
    #expect(made.isEmpty)
    for (name, errors) in [
      ("out.mkv", nil), ("out.mp4", "MP4 cannot hold the tags FOO and TITLE of a track: they"),
    ] {
      let out = folder.path + "/" + name
      let outcome = run(path, "-o", out, "--noise", "0..0.9")
      #expect(outcome.status == 0)
      #expect(errors.map { outcome.errors.contains($0) } ?? outcome.errors.isEmpty, "\(outcome.errors)")
      let languages = tool(
        "ffprobe", ["-v", "error", "-show_entries", "stream_tags=language", "-of", "csv=p=0", out])
      #expect(languages.split(separator: "\n") == ["ger", "fre", "eng"])
      let title = tool(
        "ffprobe", ["-v", "error", "-show_entries", "format_tags=title", "-of", "csv=p=0", out])
      #expect(title == "Köln\n")
    }
  }
}
