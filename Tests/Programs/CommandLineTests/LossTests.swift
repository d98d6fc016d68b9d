// LossTests.swift
// Every verb, every loss: whoever reads a recording that is not whole says so, in the same words as everybody else, and
// does what can be done with the rest.

import Foundation
import TestSupport
import Testing

@Suite struct LossTests {
  let folder = TestFolder()
  private static let rate = 48_000
  private static let seconds = 3

  /// Stereo noise with a tone in the middle of it, so that there is noise to be learnt.
  private static let samples: [Int16] = {
    var state: UInt32 = 1
    return (0..<seconds * rate).flatMap { frame -> [Int16] in
      state = state &* 1_664_525 &+ 1_013_904_223
      let noise = Double(state >> 16) / 65_536 * 2000 - 1000
      let tone = frame < rate / 2 ? 0 : 9000 * sin(Double(frame) * 0.05)
      return [Int16(noise + tone), Int16(tone - noise)]
    }
  }()

  /// A recording of which something is lost.
  struct Loss: CustomTestStringConvertible, Sendable {
    let name: String
    /// ffmpeg's options; nil: plain samples, as they are.
    var options: [String]?
    /// What happens to the file.
    let damage: @Sendable ([UInt8]) -> [UInt8]
    /// What a sentence about it says.
    let word: String

    var testDescription: String { name }
  }

  private static func zeros(_ count: Int) -> @Sendable ([UInt8]) -> [UInt8] {
    { bytes in
      let half = bytes.count / 2
      return bytes[..<half] + [UInt8](repeating: 0, count: count) + bytes[(half + count)...]
    }
  }

  private static func cut(_ share: Int) -> @Sendable ([UInt8]) -> [UInt8] {
    { Array($0[..<($0.count * share / 100)]) }
  }

  private static func flip(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes[bytes.count / 2] ^= 4
    return bytes
  }

  /// A second one behind it, whose streams bear the same serial numbers, as all have that ffmpeg writes "bitexact".
  private static func twice(_ bytes: [UInt8]) -> [UInt8] { bytes + bytes }

  /// The head of a float WAV ends somewhere before its middle.
  private static func noNumbers(_ bytes: [UInt8]) -> [UInt8] {
    let data = bytes.indices.first { bytes[$0...].starts(with: Array("data".utf8)) }! + 8
    let place = data + (bytes.count - data) / 16 * 8
    return bytes[..<place] + [0, 0, 0xC0, 0x7F, 0, 0, 0x80, 0x7F] + bytes[(place + 8)...]
  }

  static let losses = [
    Loss(name: "cut.wav", damage: cut(38), word: "(62 %) are missing"),
    Loss(name: "cut.aiff", options: [], damage: cut(38), word: "(62 %) are missing"),
    Loss(
      name: "float.wav", options: ["-c:a", "pcm_f32le"], damage: noNumbers, word: "2 samples are not numbers"),
    Loss(
      name: "chain.ogg", options: ["-c:a", "libvorbis", "-bitexact"], damage: twice,
      word: "the same serial number"),
    Loss(
      name: "chain.opus", options: ["-c:a", "libopus", "-bitexact"], damage: twice,
      word: "the same serial number"),
    Loss(
      name: "hole.ogg", options: ["-c:a", "libvorbis", "-page_duration", "50000"], damage: zeros(5000),
      word: "are damaged"),
    Loss(name: "hole.flac", options: ["-c:a", "flac"], damage: zeros(5000), word: "are damaged"),
    Loss(name: "cut.flac", options: ["-c:a", "flac"], damage: cut(50), word: "are missing"),
    Loss(name: "hole.mp3", options: ["-c:a", "libmp3lame"], damage: zeros(5000), word: "are damaged"),
    Loss(name: "cut.mp3", options: ["-c:a", "libmp3lame"], damage: cut(50), word: "are missing"),
    Loss(name: "bit.wv", options: ["-c:a", "wavpack"], damage: flip, word: "are damaged"),
    Loss(name: "bit.tta", options: ["-c:a", "tta"], damage: flip, word: "are damaged"),
    Loss(name: "cut.oga", options: ["-c:a", "flac"], damage: cut(50), word: "cut off"),
    Loss(
      name: "cut.spx", options: ["-ar", "16000", "-c:a", "libspeex", "-page_duration", "100000"],
      damage: cut(50), word: "cut off"),
    Loss(
      name: "cut.m4a", options: ["-c:a", "aac", "-movflags", "faststart"], damage: cut(50),
      word: "are missing"),
    Loss(
      name: "fragment.mp4",
      options: ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov", "-frag_duration", "500000"],
      damage: cut(50), word: "cut off"),
    Loss(name: "cut.mka", options: ["-c:a", "flac"], damage: cut(50), word: "are missing"),
  ]

  private func ffmpeg(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-nostdin", "-v", "error"] + arguments
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "ffmpeg \(arguments)")
  }

  /// Writes a recording as it should be.
  private func whole(_ loss: Loss) throws -> String {
    let plain = folder.write(WaveFile(Self.samples, channels: 2, rate: Self.rate).bytes, as: "plain.wav")
    let path = folder.path + "/whole-" + loss.name
    try ffmpeg(["-i", plain] + (loss.options ?? ["-c:a", "copy"]) + [path])
    return path
  }

  private func info(_ path: String) throws -> [String: Any] {
    let outcome = Program.run("info", "--json", path, in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let list = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    return try #require(list?.first)
  }

  /// All verbs but `info --json`: their arguments behind the file, and what they write.
  private static let verbs = [
    (["peaks"], "peaks.dat", [String]()), (["peaks"], "peaks.json", ["--frames-per-pixel", "512"]),
    (["render"], "picture.png", []),
    (["denoise"], "clean.flac", ["--noise", "0..0.4"]), (["denoise"], "clean.mp3", ["--noise", "0..0.4"]),
    (["denoise"], "residue.wav", ["--noise", "0..0.4", "--residue"]),
  ]

  /// What a verb says on standard error, without whose it is.
  private func said(_ outcome: Outcome, about path: String) -> [String] {
    outcome.errorLines.map {
      String($0).replacing("barline-cli: \(path): warning: ", with: "", maxReplacements: 1)
    }
  }

  @Test(arguments: losses) func `every verb says every loss, in the same words`(loss: Loss) throws {
    let source = try whole(loss)
    let name = URL(fileURLWithPath: source).lastPathComponent
    #expect(try info(source)["warnings"] as? [String] == [], "the whole file is said to be damaged")
    let path = folder.write(loss.damage(folder.bytes(name)), as: loss.name)
    let found = try info(path)
    let warnings = try #require(found["warnings"] as? [String])
    #expect(warnings.contains { $0.contains(loss.word) }, "\(warnings)")
    // Samples that are no numbers are all there.
    #expect(found["complete"] as? Bool == (loss.name == "float.wav"))
    let text = Program.run("info", path, in: folder)
    let lines = text.output.split(separator: "\n").filter { $0.hasPrefix("  Warning:") }
    #expect(text.status == 0 && lines.map { String($0.dropFirst(16)) } == warnings, "\(lines)")
    let number = try #require(Self.losses.firstIndex { $0.name == loss.name })
    for (index, (verb, target, options)) in Self.verbs.enumerated()
    where Campaign.isWanted || index % 3 == number % 3 {
      let output = folder.path + "/" + target
      let outcome = Program.run(
        (verb + [path, "-o", output] + options).map { Array($0.utf8) }, in: folder.path)
      #expect(outcome.status == 0, "\(verb) \(target): \(outcome.errors)")
      #expect(said(outcome, about: path) == warnings, "\(verb) \(target)")
      #expect(folder.bytes(target).count > 100, "\(verb) \(target)")
    }
  }

  @Test func `no verb says a word about a recording that is whole`() throws {
    let path = try whole(Loss(name: "whole.flac", options: ["-c:a", "flac"], damage: { $0 }, word: ""))
    for (verb, target, options) in Self.verbs {
      let outcome = Program.run(
        (verb + [path, "-o", folder.path + "/" + target] + options).map { Array($0.utf8) }, in: folder.path)
      #expect(outcome.status == 0 && said(outcome, about: path) == [], "\(verb) \(target): \(outcome.errors)")
    }
  }
}
