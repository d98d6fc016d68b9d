// StandardOutputTests.swift
// Everything that is printed, where it cannot be: a status that is not 0 has its line on standard error.

import Foundation
import TestSupport
import Testing

@Suite struct StandardOutputTests {
  let folder = TestFolder()

  /// One second of quiet noise.
  private func sound() -> String {
    folder.write(
      WaveFile((0..<8000).map { Int16(truncatingIfNeeded: $0 &* $0 &* 40_503) >> 8 }).bytes, as: "a.wav")
  }

  /// Every call that prints something.
  private static let calls = [
    ["info", "a.wav"], ["info", "--json", "a.wav"], ["cache"], ["cache", "--clear"],
    ["denoise", "a.wav", "--suggest", "-o", "b.wav"], ["--help"], ["--version"], ["help"],
    ["help", "render"],
    ["info", "--help"], ["peaks", "--help"], ["render", "--help"], ["cache", "--help"],
    ["denoise", "--help"],
  ]

  @Test(arguments: calls, Program.Output.allCases)
  func `what cannot be printed is a failure of one line`(call: [String], output: Program.Output) {
    let path = sound()
    let arguments = call.map { $0.hasSuffix(".wav") ? path.dropLast(5) + $0 : $0 }
    let outcome = Program.run(arguments.map { Array($0.utf8) }, in: folder.path, output: output)
    let reasons: [Program.Output: String] = [
      .full: "No space left on device", .nobody: "Broken pipe", .closed: "Bad file descriptor",
    ]
    guard let reason = reasons[output] else {
      #expect(outcome.status == 0 && !outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
      return
    }
    #expect(outcome.status == 4, "\(outcome)")
    #expect(
      outcome.errors == "barline-cli: standard output: cannot be written: \(reason)\n", "\(outcome.errors)")
    #expect(folder.names.allSatisfy { $0 == "a.wav" }, "\(folder.names)")
  }

  @Test func `without standard output what prints nothing is done all the same`() throws {
    let path = sound()
    for (command, name) in [("peaks", "a.dat"), ("render", "a.png")] {
      let call = [command, path, "-o", folder.path + "/" + name]
      #expect(Program.run(call.map { Array($0.utf8) }, in: folder.path).status == 0)
      let bytes = folder.bytes(name)
      unlink(folder.path + "/" + name)
      let outcome = Program.run(call.map { Array($0.utf8) }, in: folder.path, output: .closed)
      #expect(outcome.status == 0 && outcome.errors.isEmpty && folder.bytes(name) == bytes)
    }
  }
}
