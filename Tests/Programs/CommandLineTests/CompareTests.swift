// CompareTests.swift
// barline-cli compare: what it prints, what it writes, and its exit statuses.

import AudioFormats
import Foundation
import HostIO
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import Commands

@Suite struct CompareTests {
  let folder = TestFolder()

  /// Noise in 16 bits that is the same in every run.
  private func noise(_ count: Int) -> [Int16] {
    var state: UInt32 = 19
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: Int32(bitPattern: state) >> 18)
    }
  }

  private func json(_ outcome: Outcome) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
  }

  @Test func `the exit status says whether every pair is identical`() throws {
    let sound = noise(4_000)
    let a = folder.write(WaveFile(sound).bytes, as: "a.wav")
    let copy = folder.write(WaveFile(sound).bytes, as: "copy.wav")
    let other = folder.write(WaveFile(sound.map { $0 / 2 }).bytes, as: "other.wav")
    let same = Program.run("compare", a, copy, in: folder)
    #expect(same.status == 0 && same.output.contains("identical") && same.errors.isEmpty)
    #expect(Program.run("compare", a, copy, a, other, in: folder).status == 1)
    #expect(Program.run("compare", a, in: folder).status == 2)
    let missing = Program.run("compare", a, folder.path + "/none.wav", "--json", in: folder)
    #expect(missing.status == 1 && missing.errorLines.count == 1)
    #expect(try json(missing).first?["error"] as? String != nil)
  }

  @Test func `a copy that was moved, turned round and made quieter leaves nothing`() throws {
    let sound = noise(12_000).map { $0 & ~1 }
    let a = folder.write(WaveFile(sound).bytes, as: "a.wav")
    let b = folder.write(WaveFile(sound[1_234...].map { -$0 / 2 }).bytes, as: "b.wav")
    let outcome = Program.run(
      "compare", "--align", "--json", a, b, "-o", folder.path + "/difference.wav", in: folder)
    #expect(outcome.status == 1)
    let found = try #require(try json(outcome).first)
    #expect(found["offsetFrames"] as? Double == 1_234 && found["inverted"] as? Bool == true)
    #expect(found["driftPpm"] as? Double == 0 && found["certainty"] as? Double ?? 0 > 0.5)
    let gain = try #require(found["gain"] as? Double)
    #expect((gain - 20 * log10(0.5)).magnitude < 1e-6)
    #expect(found["identical"] as? Bool == false && found["first"] is NSNull && found["nullDepth"] is NSNull)
    // The difference is as long as the first one, and is heard only where the second one is not.
    let lengths = Program.run("info", "--json", folder.path + "/difference.wav", in: folder)
    #expect(try json(lengths).first?["frames"] as? Int == 12_000)
    #expect(folder.bytes("difference.wav").suffix(4 * (12_000 - 1_234)).allSatisfy { $0 & 0x7F == 0 })
  }

  @Test func `what is not whole is said of the file that is not`() throws {
    let sound = noise(4_000)
    let a = folder.write(WaveFile(sound).bytes, as: "a.wav")
    let cut = folder.write(WaveFile(sound, promisedBytes: 16_000).bytes, as: "cut.wav")
    let outcome = Program.run("compare", a, cut, "--json", in: folder)
    let found = try #require(try json(outcome).first)
    #expect((found["losses"] as? [String])?.isEmpty == true)
    #expect((found["otherLosses"] as? [String])?.isEmpty == false)
    #expect(outcome.errorLines.count == 1 && outcome.errors.contains("cut.wav"))
  }

  @Test func `a difference of which samples are missing is no file`() throws {
    let sound = noise(70_000)
    let paths = ["a.wav", "b.wav"].map { FilePath(folder.write(WaveFile(sound).bytes, as: $0)) }
    var pair = try ComparedPair(paths[0], paths[1], options: OpenOptions(), aligns: false)
    func write(_ name: String) throws {
      let output = FilePath(folder.path).appending(name)
      try pair.write(into: try OutputFile(output, notOver: paths), named: output)
    }
    try write("whole.wav")
    #expect(folder.bytes("whole.wav").count > 4 * 70_000)
    let whole = pair.sources
    for side in 0...1 {
      pair.sources = side == 0 ? (CutSource(whole.a), whole.b) : (whole.a, CutSource(whole.b))
      let error = #expect(throws: AudioFileError.self) { try write("cut.wav") }
      #expect((error?.cause as? EarlyEnd)?.frame == CutSource.end)
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/cut.wav"))
    }
  }

  @Test func `pairs come from a list, and no difference takes the place of a recording`() throws {
    let sound = noise(1_000)
    let names = ["a.wav", "b.wav", "c.wav"].map { folder.write(WaveFile(sound).bytes, as: $0) }
    let list = [names[0], names[1], names[0], names[2]].map { $0 + "\n" }.joined()
    let path = folder.write(Array(list.utf8), as: "list")
    let outcome = Program.run("compare", "--files-from", path, "--json", in: folder)
    #expect(outcome.status == 0)
    #expect(try json(outcome).compactMap { $0["other"] as? String } == [names[1], names[2]])
    let before = folder.bytes("b.wav")
    #expect(Program.run("compare", names[0], names[1], "-o", names[1], in: folder).status == 2)
    #expect(folder.bytes("b.wav") == before)
  }

  @Test func `a manifest proves pairs, and the next call compares the rest`() throws {
    let sound = noise(1_000)
    let names = ["a.wav", "b.wav", "c.wav"].map { folder.write(WaveFile(sound).bytes, as: $0) }
    let manifest = folder.path + "/m.jsonl"
    func others(_ options: String...) throws -> [String] {
      let call = ["compare", names[0], names[1], names[0], names[2], "--json", "--manifest", manifest]
      let outcome = Program.run((call + options).map { Array($0.utf8) }, in: folder.path)
      return try json(outcome).compactMap { $0["other"] as? String }
    }
    #expect(try others("--shard", "2/2") == [names[2]])
    #expect(try others("--resume") == [names[1]], "the same first file beside another one is another pair")
    #expect(try others("--resume").isEmpty)
    #expect(try others("--resume", "--align") == [names[1], names[2]], "other options are other work")
    #expect(try others("--resume").count == 2, "the last line of a pair counts")
    // The second file of a pair is another one now.
    _ = folder.write(WaveFile(noise(1_001)).bytes, as: "c.wav")
    #expect(try others("--resume") == [names[2]])
    func written() -> String {
      let call = [
        "compare", names[0], names[1], "--manifest", manifest, "--resume", "-o", folder.path + "/out.wav",
      ]
      return Program.run(call.map { Array($0.utf8) }, in: folder.path).output
    }
    #expect(written().contains("identical") && written().isEmpty)
    _ = folder.write(Array(folder.bytes("out.wav").dropLast()), as: "out.wav")
    #expect(written().contains("identical"), "the difference was not whole")
  }
}

/// The beginning of another source.
private final class CutSource: SampleSource {
  static let end = 66_000
  private let base: any SampleSource
  var channels: Int { base.channels }
  var sampleRate: Int { base.sampleRate }
  var path: FilePath { base.path }

  init(_ base: any SampleSource) { self.base = base }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    try base.read(range.clamped(toLength: Self.end))
  }

  func cancel() { base.cancel() }
}
