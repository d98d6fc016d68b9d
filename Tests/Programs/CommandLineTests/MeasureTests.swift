// MeasureTests.swift
// barline-cli measure: what it prints, and what it does with stretches and with files that cannot be read.

import Foundation
import TestSupport
import Testing

@Suite struct MeasureTests {
  let folder = TestFolder()

  private func json(_ outcome: Outcome) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
  }

  /// A tone of 1 kHz at −6 dB in stereo, 8 kHz; the second half is 20 dB quieter.
  private func tone(seconds: Double) -> [UInt8] {
    let frames = Int(seconds * 8000)
    var samples: [Int16] = []
    for frame in 0..<frames {
      let level = frame < frames / 2 ? 0.5 : 0.05
      let value = Int16((level * 32_767 * sin(2 * .pi * Double(frame) / 8 + 0.3)).rounded())
      samples += [value, value]
    }
    return WaveFile(samples, channels: 2).bytes
  }

  private func number(_ object: [String: Any], _ key: String) -> Double { object[key] as? Double ?? .nan }

  @Test func `measure prints JSON with every member`() throws {
    let path = folder.write(tone(seconds: 8), as: "a.wav")
    let outcome = Program.run("measure", "--json", path, in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let measures = try #require(try json(outcome).first)
    #expect(measures["path"] as? String == path)
    // The gate leaves the quiet half out, but for the windows over the step.
    #expect((number(measures, "integrated") - (-6)).magnitude < 0.5)
    #expect((number(measures, "momentaryMax") - (-6)).magnitude < 0.2)
    #expect((number(measures, "shortTermMax") - (-6)).magnitude < 0.2)
    #expect((number(measures, "loudnessRange") - 20).magnitude < 1)
    #expect((number(measures, "truePeak") - (-6.02)).magnitude < 0.2)
    #expect(number(measures, "samplePeak") <= -6 && number(measures, "samplePeak") > -6.7)
    #expect((number(measures, "rms") - (-12)).magnitude < 0.1)
    #expect(number(measures, "dcOffset").magnitude < 1e-4)
    #expect(measures["clippedSamples"] as? Int == 0)
    let channels = try #require(measures["channels"] as? [[String: Any]])
    #expect(channels.count == 2)
    let keys = Set(measures.keys).subtracting(["path", "channels"])
    for channel in channels {
      #expect(Set(channel.keys) == keys)
      // Two equal channels are 3 dB louder than one.
      #expect((number(channel, "integrated") - number(measures, "integrated") + 3.01).magnitude < 0.02)
    }
  }

  @Test func `a stretch is measured as if it had been cut out`() throws {
    let path = folder.write(tone(seconds: 8), as: "a.wav")
    let cut = folder.write(
      WaveFile(Array(repeating: 0, count: 0), channels: 2).bytes, as: "empty.wav")
    let first = Program.run("measure", "--json", "--end", "4", path, in: folder)
    // The rest is not missing.
    #expect(first.status == 0 && first.errors.isEmpty, "\(first.errors)")
    let loud = try #require(try json(first).first)
    #expect((number(loud, "integrated") - (-6)).magnitude < 0.2)
    let outcome = Program.run("measure", "--json", "--start", "0:04", "--end", "7.5", path, in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let quiet = try #require(try json(outcome).first)
    #expect((number(quiet, "integrated") - (-26)).magnitude < 0.2)
    #expect((number(quiet, "rms") - (-29.03)).magnitude < 0.05)
    let beyond = Program.run("measure", "--start", "9", path, in: folder)
    #expect(beyond.status == 1 && beyond.errorLines.count == 1, "\(beyond.errors)")
    #expect(Program.run("measure", cut, in: folder).status == 1)
  }

  @Test func `silence has no loudness`() throws {
    let path = folder.write(WaveFile([Int16](repeating: 0, count: 8000)).bytes, as: "a.wav")
    let measures = try #require(try json(Program.run("measure", "--json", path, in: folder)).first)
    for key in [
      "integrated", "momentaryMax", "shortTermMax", "loudnessRange", "truePeak", "samplePeak", "rms",
    ] {
      #expect(measures[key] is NSNull, "\(key)")
    }
    #expect(number(measures, "dcOffset") == 0)
  }

  @Test func `a table has a line for each file, and names are quoted`() {
    let path = folder.write(WaveFile([32_767, 32_767, 32_767, 0]).bytes, as: "a,\"b.wav")
    let outcome = Program.run("measure", "--csv", path, folder.path + "/gone", path, in: folder)
    #expect(outcome.status == 1 && outcome.errorLines.count == 1)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("path,integrated,"))
    #expect(lines[1].hasPrefix("\"\(folder.path)/a,\"\"b.wav\",,,,,"))
    #expect(lines[1].hasSuffix(",3"))
  }

  @Test func `the table for people has a column for each channel`() {
    let path = folder.write(tone(seconds: 1), as: "a.wav")
    let text = Program.run("measure", path, in: folder).output
    #expect(text.hasPrefix(path + "\n  Length: "))
    #expect(text.contains("All") && text.contains(" LUFS\n") && text.contains("Correlation:"))
  }

  @Test(arguments: [
    ["measure"], ["measure", "--json", "--csv", "a"], ["measure", "--start", "2", "--end", "1", "a"],
  ])
  func `wrong usage has status 2`(arguments: [String]) {
    let outcome = Program.run(arguments.map { Array($0.utf8) }, in: folder.path)
    #expect(outcome.status == 2 && !outcome.errors.isEmpty && outcome.output.isEmpty)
  }
}
