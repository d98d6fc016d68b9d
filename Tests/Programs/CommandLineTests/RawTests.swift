// RawTests.swift
// Samples without a header on the command line.

import Foundation
import TestSupport
import Testing

@Suite struct RawTests {
  let folder = TestFolder()
  private static let samples = (0..<8000).map { Int16(truncatingIfNeeded: $0 * 12_345) }

  private func bytes(_ samples: [Int16], bigEndian: Bool = false) -> [UInt8] {
    samples.flatMap { sample in
      let pair = [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      return bigEndian ? pair.reversed() : pair
    }
  }

  private func run(_ arguments: [String]) -> Outcome {
    Program.run(arguments.map { Array($0.utf8) }, in: folder.path)
  }

  @Test func `raw samples have the peaks and the picture of a WAV file with the same`() {
    let sound = folder.write(WaveFile(Self.samples, channels: 2, rate: 8000).bytes, as: "a.wav")
    let raws = [
      (folder.write(bytes(Self.samples), as: "a.raw"), ["--raw", "s16le"]),
      (folder.write(bytes(Self.samples, bigEndian: true), as: "b.raw"), ["--raw", "s16be"]),
      (folder.write([1, 2, 3] + bytes(Self.samples), as: "c.raw"), ["--raw", "s16le", "--offset", "3"]),
    ]
    for (command, name) in [("peaks", "out.dat"), ("render", "out.png")] {
      let output = folder.path + "/" + name
      #expect(run([command, sound, "-o", output]).status == 0)
      let wanted = folder.bytes(name)
      #expect(wanted.count > 20)
      for (path, options) in raws {
        unlink(output)
        let outcome = run([command, path, "-o", output, "--rate", "8 kHz", "--channels", "2"] + options)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(folder.bytes(name) == wanted, "\(command) \(options)")
      }
    }
  }

  @Test func `info says what was read`() throws {
    let path = folder.write([UInt8](repeating: 9, count: 3001), as: "a.raw")
    let outcome = run(["info", "--json", "--raw", "u8", "--rate", "11025", "--channels", "3", path])
    #expect(outcome.status == 0)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    #expect(json.first?["frames"] as? Int == 1000)
    #expect(json.first?["sampleRate"] as? Int == 11_025)
    #expect(json.first?["channels"] as? Int == 3)
    #expect(json.first?["format"] as? String == "raw")
  }

  @Test(arguments: [0, 1])
  func `a file that is too short is refused in a sentence`(count: Int) {
    let path = folder.write([UInt8](repeating: 0, count: count), as: "short.raw")
    let outcome = run(["info", "--raw", "f64le", "--rate", "1", "--channels", "1024", path])
    #expect(outcome.status == 1)
    let reason =
      count == 0
      ? "is empty"
      : "holds no sound: one frame of 1024 channels takes 8192 bytes, but the file is only 1 byte long"
    #expect(outcome.errorLines == ["barline-cli: \(path): \(reason)"])
  }

  @Test func `an offset beyond the end is refused`() {
    let path = folder.write([1, 2, 3, 4], as: "four.raw")
    let outcome = run(["info", "--raw", "u8", "--rate", "1", "--channels", "1", "--offset", "4", path])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("the offset lies beyond the end of the file, which is 4 bytes long"))
  }

  @Test(arguments: [
    ["--raw", "s16"], ["--raw", "s16le"], ["--raw", "s16le", "--rate", "8000"],
    ["--raw", "s16le", "--channels", "1"], ["--rate", "8000"], ["--channels", "2"], ["--offset", "1"],
    ["--raw", "u8", "--rate", "0", "--channels", "1"],
    ["--raw", "u8", "--rate", "768001", "--channels", "1"],
    ["--raw", "u8", "--rate", "8000", "--channels", "0"],
    ["--raw", "u8", "--rate", "8000", "--channels", "1025"],
    ["--raw", "u8", "--rate", "8000", "--channels", "99999999999999999999"],
    ["--raw", "u8", "--rate", "8000", "--channels", "1", "--offset", "-1"],
  ])
  func `wrong options have status 2`(options: [String]) {
    let path = folder.write([1, 2, 3, 4], as: "four.raw")
    #expect(run(["info", path] + options).status == 2, "\(options)")
  }
}
