// InfoTests.swift
// barline-cli info, and what every command does with wrong usage.

import Foundation
import Testing

@Suite struct InfoTests {
  let folder = TestFolder()

  private func json(_ outcome: Outcome) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
  }

  @Test func `info counts frames`() throws {
    let path = folder.write(wav([Int16](repeating: 7, count: 24_000), channels: 2), as: "a.wav")
    let outcome = Program.run("info", path, "--json", in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let info = try #require(try json(outcome).first)
    #expect(info["path"] as? String == path)
    #expect(info["format"] as? String == "WAV")
    #expect(info["subtype"] as? String == "16-bit PCM")
    #expect(info["channels"] as? Int == 2)
    #expect(info["sampleRate"] as? Int == 8000)
    #expect(info["frames"] as? Int == 12_000)
    #expect(info["framesPromised"] as? Int == 12_000)
    #expect(info["duration"] as? Double == 1.5)
    #expect(info["complete"] as? Bool == true)
    #expect((info["warnings"] as? [String]) == [])
  }

  @Test func `info counts clipped and silent places of all channels`() throws {
    var samples = [Int16](repeating: 9, count: 4000)
    for frame in 100..<103 { samples[2 * frame] = .max }
    for frame in 200..<202 { samples[2 * frame] = .max }
    for frame in 300..<310 { samples[2 * frame + 1] = .min }
    for frame in 1000..<1064 { samples[2 * frame + 1] = 0 }
    let path = folder.write(wav(samples, channels: 2), as: "marks.wav")
    let info = try #require(try json(Program.run("info", "--json", path, in: folder)).first)
    #expect(info["clippedPlaces"] as? Int == 2)
    #expect(info["silentPlaces"] as? Int == 1)
    let text = Program.run("info", path, in: folder).output
    #expect(text.contains("  Clipped:      in 2 places\n") && text.contains("  Silent:       in 1 place\n"))
    let quiet = folder.write(wav([1, 2, 3]), as: "quiet.wav")
    let nothing = Program.run("info", quiet, in: folder).output
    #expect(!nothing.contains("Clipped") && !nothing.contains("Silent"))
  }

  @Test func `info tells of a file that was cut off`() throws {
    let path = folder.write(wav([Int16](repeating: 7, count: 1000), dataSize: 8000), as: "cut.wav")
    let outcome = Program.run("info", "--json", path, in: folder)
    #expect(outcome.status == 0)
    let info = try #require(try json(outcome).first)
    #expect(info["frames"] as? Int == 1000)
    #expect(info["framesPromised"] as? Int == 4000)
    #expect(info["complete"] as? Bool == false)
    #expect((info["warnings"] as? [String])?.count == 1)
  }

  @Test func `info goes on after a file that failed`() throws {
    let good = folder.write(wav([1, 2, 3]), as: "good.wav")
    let bad = folder.write(Array("text".utf8), as: "bad.wav")
    let outcome = Program.run(
      "info", "--json", folder.path + "/gone", good, bad, folder.path, good, in: folder)
    #expect(outcome.status == 1)
    #expect(try json(outcome).map { $0["frames"] as? Int } == [nil, 3, nil, nil, 3])
    #expect(
      outcome.errorLines == [
        "barline-cli: \(folder.path)/gone: no such file",
        "barline-cli: \(bad): not a sound file, or unknown format",
        "barline-cli: \(folder.path): is a folder",
      ])
  }

  @Test func `any file name is valid JSON`() throws {
    let names: [[UInt8]] = [
      [0x66, 0xFC, 0x72, 0x2E, 0x77], Array("a\"b\\c\nd\u{1}.wav".utf8), Array("\u{10FFFC}.wav".utf8),
      [UInt8](repeating: 0x62, count: 255),
    ]
    for name in names {
      let path = Array((folder.path + "/").utf8) + name
      let copy = folder.write(wav([1, 2, 3]), as: "a.wav")
      let done = (path + [0]).withUnsafeBytes { rename(copy, $0.bindMemory(to: CChar.self).baseAddress!) }
      #expect(done == 0)
      let outcome = Program.run([Array("info".utf8), Array("--json".utf8), path], in: folder.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try json(outcome).first?["path"] as? String == String(decoding: path, as: UTF8.self))
    }
  }

  @Test func `a failing file takes one line, whatever its name`() {
    let outcome = Program.run([Array("info".utf8), Array("no\nsuch\nfile".utf8)], in: folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "barline-cli: no␊such␊file: no such file\n")
  }

  @Test func `decoders do not write to standard error`() {
    let path = folder.write(Array("ID3".utf8) + [UInt8](repeating: 0, count: 3000), as: "broken.mp3")
    let outcome = Program.run("info", path, in: folder)
    #expect(outcome.status == 1 && outcome.errorLines.count == 1, "\(outcome.errors)")
  }

  @Test(arguments: [
    [], ["info"], ["nonsense"], ["info", "--nonsense", "a"], ["peaks"], ["peaks", "a"],
    ["peaks", "a", "-o", "b.txt"], ["peaks", "a", "-o", "b.dat", "--bits", "12"],
    ["peaks", "a", "-o", "b.dat", "--frames-per-pixel", "1"], ["info", ""],
  ])
  func `wrong usage has status 2`(arguments: [String]) {
    let outcome = Program.run(arguments.map { Array($0.utf8) }, in: folder.path)
    #expect(outcome.status == 2, "\(arguments)")
    #expect(!outcome.errors.isEmpty && outcome.output.isEmpty, "\(arguments)")
  }

  @Test func `without a command, the help is shown as an error`() {
    let outcome = Program.run(in: folder)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors == Program.run("--help", in: folder).output)
  }

  @Test func `help and version have status 0`() {
    for arguments in [["--help"], ["-h"], ["help"], ["--version"], ["info", "--help"], ["help", "peaks"]] {
      let outcome = Program.run(arguments.map { Array($0.utf8) }, in: folder.path)
      #expect(outcome.status == 0 && outcome.errors.isEmpty && !outcome.output.isEmpty)
    }
  }
}
