// TaggedFiles.swift
// Recordings that say something about themselves: by the tools of the field, or byte by byte; and what those tools say
// about ours.

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
    let plain = folder.write(TestSound.wav(samples, sampleRate: rate), as: "plain.wav")
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

  static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(bytes.count) + bytes + (bytes.count % 2 == 0 ? [] : [0])
  }

  static func little(_ value: Int, _ size: Int = 4) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func big(_ value: Int, _ size: Int = 4) -> [UInt8] { little(value, size).reversed() }

  static let history = "A=PCM,F=48000,W=16,M=mono,T=F8\r\n"
  static let cues = [(1, 0, "Start"), (2, 4800, "Süd"), (7, 20_001, "End")]

  /// EBU Tech 3285: 602 bytes and a history.
  static let bext: [UInt8] = {
    func field(_ text: String, _ size: Int) -> [UInt8] {
      let bytes = Array(text.utf8)
      return bytes + [UInt8](repeating: 0, count: size - bytes.count)
    }
    return field("Interview", 256) + field("ZOOM", 32) + field("REF1", 32) + field("2024-05-06", 10)
      + field("10:11:12", 8) + little(172_800_000, 8) + little(1, 2) + [UInt8](repeating: 0, count: 254)
      + Array(history.utf8)
  }()

  static let ixml = Array(
    ("<BWFXML><SCENE>12</SCENE><SPEED><TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>0</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>"
      + "<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO>172800000</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO></SPEED></BWFXML>")
      .utf8)

  /// A WAV file with everything, most of it behind the samples; the last cue point is a region of 2000 frames.
  static func wave(_ samples: [Int16]) -> [UInt8] {
    let plain = TestSound.wav(samples, sampleRate: rate)
    let points = cues.flatMap {
      little($0.0) + little($0.1) + Array("data".utf8) + little(0, 8) + little($0.1)
    }
    let names = cues.flatMap { chunk("labl", little($0.0) + Array($0.2.utf8) + [0]) }
    let region = chunk("ltxt", little(7) + little(2000) + Array("rgn ".utf8) + little(0, 8))
    let note = chunk("note", little(2) + Array("a note\0".utf8))
    let info = [("INAM", title), ("IART", artist), ("ICMT", comment), ("IENG", "Bob")].flatMap {
      chunk($0.0, Array($0.1.utf8) + [0])
    }
    var bytes = Array(plain[..<36]) + chunk("bext", bext) + plain[36...] + chunk("iXML", ixml)
    bytes +=
      chunk("cue ", little(cues.count) + points) + chunk("LIST", Array("adtl".utf8) + names + note + region)
    bytes += chunk("LIST", Array("INFO".utf8) + info)
    bytes.replaceSubrange(4..<8, with: little(bytes.count - 8))
    return bytes
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
