// TaggedFiles.swift
// Recordings that say something about themselves: by the tools of the field, or byte by byte; and what those tools say
// about ours.

import TestSupport
import Foundation
import SystemPackage

enum TaggedFiles {
  /// The kinds of files that metadata are read from.
  enum Kind: String, CaseIterable { case wav, flac, ogg, opus, mp3, aiff, m4a, wv }

  static let rate = 48_000
  static let title = "Größe – 大きさ", artist = "Ann Ö", comment = "a = b; \"c\""

  /// Half a second with a title, an artist, a comment and, but for WAV, a picture.
  static func make(_ kind: Kind, in folder: TestFolder) throws -> FilePath {
    let samples = TestMedia.noise(frames: rate / 2, channels: 1)
    if kind == .wav { return folder.write(wave(samples), as: "s.wav") }
    let plain = folder.write(WaveFile(samples, rate: rate).bytes, as: "plain.wav")
    let path = folder.file("s.\(kind.rawValue)")
    let texts = ["title=\(title)", "artist=\(artist)", "comment=\(comment)"]
    switch kind {
    case .flac:
      try Tool.run("flac", ["-s", "-f", plain.string, "-o", path.string] + texts.flatMap { ["-T", $0] })
    case .ogg:
      try Tool.run("oggenc", ["-Q", plain.string, "-o", path.string] + texts.flatMap { ["-c", $0] })
    case .opus:
      try Tool.run("opusenc", ["--quiet", plain.string, path.string] + texts.flatMap { ["--comment", $0] })
    default:
      let special: [Kind: [String]] = [
        .aiff: ["-write_id3v2", "1"], .m4a: ["-c:a", "aac"], .mp3: ["-b:a", "64k"],
      ]
      TestMedia.ffmpeg(
        ["-i", plain.string] + texts.flatMap { ["-metadata", $0] } + (special[kind] ?? []) + [path.string])
    }
    return path
  }

  static let history = "A=PCM,F=48000,W=16,M=mono,T=F8\r\n"
  static let cues = [(1, 0, "Start"), (2, 4800, "Süd"), (7, 20_001, "End")]

  static let bext: [UInt8] = {
    var chunk = BroadcastChunk(timeReference: 172_800_000)
    (chunk.description, chunk.originator, chunk.reference) = ("Interview", "ZOOM", "REF1")
    (chunk.date, chunk.time, chunk.history) = ("2024-05-06", "10:11:12", history)
    return chunk.bytes
  }()

  static let ixml = Array(
    ("<BWFXML><SCENE>12</SCENE><SPEED><TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>0</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>"
      + "<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO>172800000</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO></SPEED></BWFXML>")
      .utf8)

  /// A WAV file with everything, most of it behind the samples; the last cue point is a region of 2000 frames.
  static func wave(_ samples: [Int16]) -> [UInt8] {
    let names = cues.map { RIFFChunk("labl", little($0.0) + Array($0.2.utf8) + [0]) }
    let note = RIFFChunk("note", little(2) + Array("a note\0".utf8))
    let region = RIFFChunk("ltxt", little(7) + little(2000) + Array("rgn ".utf8) + little(0, 8))
    let info = [("INAM", title), ("IART", artist), ("ICMT", comment), ("IENG", "Bob")].map {
      RIFFChunk($0.0, Array($0.1.utf8) + [0])
    }
    return WaveFile(
      samples, rate: rate, before: [RIFFChunk("bext", bext)],
      after: [
        RIFFChunk("iXML", ixml), .cues(cues.map { ($0.0, $0.1) }), .list("adtl", names + [note, region]),
        .list("INFO", info),
      ]
    ).bytes
  }

  /// All chunks of a WAV file by name; those of samples are left out.
  static func chunks(_ bytes: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    var chunks: [(String, [UInt8])] = []
    var offset = 12
    while offset + 8 <= bytes.count {
      let size = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << (8 * $1) }
      let name = String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
      if name != "data" { chunks.append((name, Array(bytes[(offset + 8)..<(offset + 8 + size)]))) }
      offset += 8 + size + size % 2
    }
    return chunks
  }
}

extension Tool {
  /// Runs a program, and takes what it says on both of its outputs.
  static func run(_ name: String, _ arguments: [String]) throws { _ = try output(name, arguments) }

  static func output(_ name: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Failure(tool: name, text: text) }
    return text
  }
}
