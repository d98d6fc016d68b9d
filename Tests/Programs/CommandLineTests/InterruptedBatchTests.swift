// InterruptedBatchTests.swift
// A batch that a signal ends leaves outputs that are whole, or none, and a manifest that knows only of those; with --resume
// the rest is made. The moment is any: a campaign tries more of them.

import Foundation
import TestSupport
import Testing

@Suite struct InterruptedBatchTests {
  let folder = TestFolder()

  private var cli: URL { URL(fileURLWithPath: Program.path) }

  /// Starts the batch.
  private func start(_ inputs: [String], into output: String, _ options: [String]) throws -> Process {
    let process = Process()
    process.executableURL = cli
    process.arguments =
      ["peaks"] + inputs + ["--output-dir", folder.path + "/" + output, "--no-cache", "-q"] + options
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run(taking: [SIGINT, SIGTERM])
    return process
  }

  /// The files in a folder and in those below it, by name.
  private func outputs(_ name: String) throws -> [String: Data] {
    let root = URL(fileURLWithPath: folder.path + "/" + name)
    var found: [String: Data] = [:]
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? [] {
      // Nil: a folder.
      found[name] = FileManager.default.contents(atPath: root.appendingPathComponent(name).path)
    }
    return found
  }

  @Test(arguments: ["flac", "ogg"])
  func `an interrupted batch leaves whole files, and goes on from there`(suffix: String) throws {
    let first = folder.path + "/0." + suffix
    try #require(
      Program.run("generate", "pink", "--duration", "4", "-o", first, in: folder).status == 0, "\(suffix)")
    let inputs = try (0..<24).map { number in
      let path = "\(folder.path)/\(number).\(suffix)"
      if number > 0 { try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: first) }
      return path
    }
    let began = Date()
    let whole = try start(inputs, into: "whole", [])
    whole.waitUntilExit()
    let duration = Date().timeIntervalSince(began)
    let expected = try outputs("whole")
    try #require(
      whole.terminationStatus == 0 && expected.count == inputs.count,
      "status \(whole.terminationStatus), \(expected.count) files")

    var random = RandomNumbers(seed: 31)
    var isCut = 0
    for round in 0..<Campaign.inputs(80) {
      let name = "out-\(round)", manifest = "\(folder.path)/\(round).jsonl"
      let options = ["--manifest", manifest, "--resume"]
      let process = try start(inputs, into: name, options)
      usleep(UInt32(duration * 1e6 * Double(random.below(1000)) / 1100))
      kill(process.processIdentifier, [SIGINT, SIGTERM][random.below(2)])
      process.waitUntilExit()
      let found = try outputs(name)
      if found.count < inputs.count { isCut += 1 }
      #expect(found.allSatisfy { expected[$0.key] == $0.value }, "round \(round): \(found.keys.sorted())")
      let noted = (try? String(contentsOfFile: manifest, encoding: .utf8)) ?? ""
      #expect(!noted.contains("incomplete") && !noted.contains("failed"), "round \(round): \(noted)")
      let again = try start(inputs, into: name, options)
      again.waitUntilExit()
      #expect(try again.terminationStatus == 0 && outputs(name) == expected, "round \(round)")
    }
    #expect(isCut > 0, "every batch was quicker than its signal")
  }
}
