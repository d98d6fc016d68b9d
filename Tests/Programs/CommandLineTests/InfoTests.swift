// InfoTests.swift
// barline-cli info, and what every command does with wrong usage.

import Foundation
import TestSupport
import Testing

@Suite struct InfoTests {
  let folder = TestFolder()

  private func json(_ outcome: Outcome) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
  }

  @Test func `a file may be named by its address, as file managers write it`() throws {
    let name = "Gr\u{F6}\u{DF}e 1%.wav"
    let path = folder.write(WaveFile([Int16](repeating: 7, count: 8000)).bytes, as: name)
    let address = folder.path + "/Gr%C3%B6%c3%9fe%201%25.wav"
    for given in ["file://" + address, "file://localhost" + address] {
      let outcome = Program.run("info", "--json", given, in: folder)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(try json(outcome).first?["path"] as? String == path)
    }
    let written = Program.run(
      "peaks", path, "-o", "file://\(folder.path)/a%20b.dat", "--no-cache", in: folder)
    #expect(written.status == 0 && folder.names.contains("a b.dat"), "\(written)")
    for wrong in ["file://elsewhere/a.wav", "file:///%", "file:///%00", "file:///%zz", "file:///%+1"] {
      #expect(Program.run("info", wrong, in: folder).status == 2, "\(wrong)")
    }
  }

  @Test func `info counts frames`() throws {
    let path = folder.write(WaveFile([Int16](repeating: 7, count: 24_000), channels: 2).bytes, as: "a.wav")
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
    let path = folder.write(WaveFile(samples, channels: 2).bytes, as: "marks.wav")
    let info = try #require(try json(Program.run("info", "--json", path, in: folder)).first)
    #expect(info["clippedPlaces"] as? Int == 2)
    #expect(info["silentPlaces"] as? Int == 1)
    let text = Program.run("info", path, in: folder).output
    #expect(text.contains("  Clipped:      in 2 places\n") && text.contains("  Silent:       in 1 place\n"))
    let quiet = folder.write(WaveFile([1, 2, 3]).bytes, as: "quiet.wav")
    let nothing = Program.run("info", quiet, in: folder).output
    #expect(!nothing.contains("Clipped") && !nothing.contains("Silent"))
  }

  @Test func `info --verify counts the bits that are really used`() throws {
    for (samples, used) in [([0x1230, -0x40, 0], 12), ([1, 0], 16), ([-32768], 1), ([0, 0], 0)]
      as [([Int16], Int)]
    {
      let path = folder.write(WaveFile(samples).bytes, as: "bits.wav")
      let info = try #require(try json(Program.run("info", "--json", "--verify", path, in: folder)).first)
      #expect(info["usedBits"] as? Int == used)
      let text = Program.run("info", "--verify", path, in: folder).output
      #expect(text.contains("  Bits used:    \(used) of 16\n"), "\(text)")
      #expect(!Program.run("info", path, in: folder).output.contains("Bits used"))
    }
  }

  @Test func `info tells what a file says about itself`() throws {
    var bext = BroadcastChunk(timeReference: 8000, version: 0)
    bext.description = "Talk"
    let info = RIFFChunk.list(
      "INFO",
      [RIFFChunk("INAM", Array("A\u{1B}[1m\0".utf8)), RIFFChunk("IART", Array("Ann\0".utf8))])
    let wave = WaveFile([Int16](repeating: 7, count: 8000), after: [bext.chunk, info])
    let path = folder.write(wave.bytes, as: "said.wav")
    let member = try #require(try json(Program.run("info", "--json", "--verify", path, in: folder)).first)
    #expect(member["tags"] as? [String: [String]] == ["TITLE": ["A[1m"], "ARTIST": ["Ann"]])
    let broadcast = try #require(member["broadcast"] as? [String: Any])
    #expect(broadcast["description"] as? String == "Talk" && broadcast["timeReference"] as? Int == 8000)
    #expect(
      member["checksum"] is NSNull && member["bits"] as? Int == 16 && member["bitRate"] as? Int == 128_000)
    #expect((member["cues"] as? [Any])?.isEmpty == true && (member["remarks"] as? [Any])?.isEmpty == true)
    let text = Program.run("info", path, in: folder).output
    #expect(text.contains("  Title:        A[1m\n  Artist:       Ann\n  Description:  Talk\n"), "\(text)")
    #expect(text.contains("  Time reference: 0:01.000 (8000 frames since midnight)\n"), "\(text)")
    #expect(text.contains("  Bit rate:     128 kbit/s\n") && !text.contains("Checksum"), "\(text)")
  }

  @Test func `info --verify has status 1 when samples are not those that were encoded`() throws {
    let good = ManualTests.root.appendingPathComponent("data/samples/tabla.flac").path
    let whole = Program.run("info", "--json", "--verify", good, in: folder)
    #expect(whole.status == 0 && whole.errors.isEmpty)
    let sum = try #require(try json(whole).first?["checksum"] as? [String: Any])
    #expect(sum["verified"] as? Bool == true && sum["of"] as? String == "samples")
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: good)))
    bytes[26] ^= 1
    let bad = folder.write(bytes, as: "bad.flac")
    let outcome = Program.run("info", "--verify", bad, good, in: folder)
    let found = try #require(sum["md5"] as? String)
    #expect(outcome.status == 1 && outcome.output.contains("tabla.flac"))
    #expect(
      outcome.errors
        == "barline-cli: \(bad): damaged: the MD5 of its samples is \(found), not the one in the file\n")
    #expect(outcome.output.contains("  Compared:     The samples are not those that were encoded"))
    #expect(Program.run("info", bad, in: folder).status == 0)
  }

  @Test func `info tells of a file that was cut off`() throws {
    let path = folder.write(
      WaveFile([Int16](repeating: 7, count: 1000), promisedBytes: 8000).bytes, as: "cut.wav")
    let outcome = Program.run("info", "--json", path, in: folder)
    #expect(outcome.status == 0)
    let info = try #require(try json(outcome).first)
    #expect(info["frames"] as? Int == 1000)
    #expect(info["framesPromised"] as? Int == 4000)
    #expect(info["complete"] as? Bool == false)
    #expect((info["warnings"] as? [String])?.count == 1)
  }

  @Test func `info goes on after a file that failed`() throws {
    let good = folder.write(WaveFile([1, 2, 3]).bytes, as: "good.wav")
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
      let copy = folder.write(WaveFile([1, 2, 3]).bytes, as: "a.wav")
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
