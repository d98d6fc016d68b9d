// ManualTests.swift
// The manual pages name every option, every member of the JSON and every event of the trace: pages are forgotten when
// programs change.

import Foundation
import Testing

@Suite struct ManualTests {
  let folder = TestFolder()

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// A page as it is read: without the escapes for hyphens and against breaks.
  private func page(_ name: String) throws -> String {
    try text("data/man/\(name).1").replacingOccurrences(of: "\\-", with: "-")
      .replacingOccurrences(of: "\\%", with: "")
  }

  @Test func `barline-cli's page names every option and its default`() throws {
    let page = try page("barline-cli")
    let commands = [
      "info", "measure", "check", "compare", "peaks", "render", "sheet", "thumbnail", "cache", "denoise",
      "generate",
      "marks",
    ]
    for command in commands {
      let help = Program.run(command, "--help", in: folder).output
      #expect(page.contains(".SS \(command)\n"))
      for option in help.matches(of: /--[a-z-]+/).map(\.output) {
        let isNamed = page.contains(option)
        #expect(isNamed, "\(command) \(option)")
      }
      for value in help.matches(of: /\(default: ([0-9]+)\)/).map(\.output.1) {
        let isNamed = page.contains("The default is \(value).\n")
        #expect(isNamed, "\(command) \(value)")
      }
    }
  }

  @Test func `barline-cli's page names every member of the JSON`() throws {
    let page = try page("barline-cli")
    for call in [["info"], ["measure"], ["compare", "/none"]] {
      let output = Program.run(
        (call + ["--json", "/nowhere"]).map { Array($0.utf8) }, in: folder.path
      ).output
      let members = try #require(
        try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
      #expect(members.first?.isEmpty == false)
      for member in (members.first ?? [:]).keys {
        #expect(page.firstMatch(of: try Regex("(?m)^\\.BR? .*\\b\(member)\\b")) != nil, "\(member)")
      }
    }
  }

  @Test func `barline's page names every event of the trace`() throws {
    let page = try page("barline")
    var events: Set<Substring> = []
    for folder in ["Sources/Programs/barline", "Sources/Window/WaveformViews"] {
      let files = try FileManager.default.subpathsOfDirectory(
        atPath: Self.root.appendingPathComponent(folder).path)
      for file in files where file.hasSuffix(".swift") {
        let source = try text(folder + "/" + file)
        events.formUnion(source.matches(of: /trace\??\.write\(\s*"([a-z-]+)"/).map(\.output.1))
      }
    }
    #expect(events.count > 8)
    for event in events {
      let isNamed = page.contains(".B \(event)\n")
      #expect(isNamed, "\(event)")
    }
  }
}
