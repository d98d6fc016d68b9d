// GenerateTests.swift
// barline-cli generate: what is written, what the options mean, and what is refused.

import Foundation
import Testing

@Suite struct GenerateTests {
  let folder = TestFolder()

  private func run(_ arguments: String...) -> Outcome {
    Program.run((["generate"] + arguments).map { Array($0.utf8) }, in: folder.path)
  }

  /// The samples of a WAV file of 32-bit floats.
  private func samples(_ bytes: [UInt8]) throws -> [Float] {
    let data = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("data".utf8)) })
    return stride(from: data + 8, to: bytes.count - 3, by: 4).map { place in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << (8 * $1) })
    }
  }

  @Test func `every value of the formula is in the file`() throws {
    let out = folder.path + "/out.wav"
    let outcome = run("3*sin(2*pi*t)+n; -t", "-o", out, "--duration", "0:01.5", "--rate", "1000")
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.isEmpty, "\(outcome)")
    let samples = try samples(folder.bytes("out.wav"))
    #expect(samples.count == 2 * 1500)
    for frame in 0..<min(1500, samples.count / 2) {
      let t = Double(frame) / 1000
      #expect(samples[2 * frame] == Float(3 * sin(2 * .pi * t) + Double(frame)))
      #expect(samples[2 * frame + 1] == Float(-t))
    }
  }

  @Test func `a test signal has a name, and what is not said has a default`() throws {
    let out = folder.path + "/out.flac"
    #expect(run("sweep", "-o", out, "--channels", "2").status == 0)
    let told = Program.run(["info", "--json", out].map { Array($0.utf8) }, in: folder.path).output
    let files = try JSONSerialization.jsonObject(with: Data(told.utf8)) as? [[String: Any]]
    #expect(files?.first?["frames"] as? Int == 10 * 48_000)
    #expect(files?.first?["sampleRate"] as? Int == 48_000 && files?.first?["channels"] as? Int == 2)
  }

  @Test func `values beyond full scale are limited in integers, and said to be`() {
    let outcome = run(
      "2", "-o", folder.path + "/a.wav", "--duration", "1", "--rate", "8000", "--format", "wav-16")
    #expect(
      outcome.status == 0 && outcome.errors.contains("8000 samples are louder than full scale"), "\(outcome)")
  }

  @Test func `what is wrong with a formula is said, and where`() {
    let outcome = run("sin(2pi*t)", "-o", folder.path + "/a.wav")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "barline-cli: Here an operator is missing: write 2*pi, not 2pi.\nsin(2pi*t)\n     ^^\n")
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [
    ["1", "-o", "a.txt"], ["1", "-o", "-"], ["1", "-o", "/nowhere/a.wav"],
  ])
  func `what cannot be written ends with 4`(arguments: [String]) {
    let outcome = Program.run((["generate"] + arguments).map { Array($0.utf8) }, in: folder.path)
    #expect(outcome.status == 4 && outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [
    ["1"], ["-o", "a.wav"], ["1", "-o", "a.wav", "--rate", "0"], ["1", "-o", "a.wav", "--duration", "0"],
    ["1", "-o", "a.wav", "--duration", "1e9"], ["1", "-o", "a.wav", "--duration", "999999999"],
    ["1;2", "-o", "a.wav", "--channels", "3"], ["1", "-o", "a.wav", "--channels", "65"],
  ])
  func `what makes no sense is wrong usage`(arguments: [String]) {
    let outcome = Program.run((["generate"] + arguments).map { Array($0.utf8) }, in: folder.path)
    #expect(outcome.status == 2 && !outcome.errors.isEmpty, "\(outcome)")
    #expect(folder.names.isEmpty)
  }
}
