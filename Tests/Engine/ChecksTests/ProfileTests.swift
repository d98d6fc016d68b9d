// ProfileTests.swift
// What a profile may say, and what is said of one that is wrong.

import Checks
import Foundation
import TestSupport
import Testing

@Suite struct ProfileTests {
  private func problem(_ text: String) -> String? {
    do throws(ProfileProblem) {
      _ = try CheckProfile(reading: Array(text.utf8))
      return nil
    } catch {
      return "\(error.line): \(error.text)"
    }
  }

  @Test func `lines, comments and spaces`() throws {
    let profile = try CheckProfile(
      reading: Array(
        "# mine\r\n\n  hum = off # not here\n\tdc.most=0.01\nclipped = error\nloudness.most = off".utf8))
    #expect(profile.severity(of: .hum) == nil)
    #expect(profile.severity(of: .clipped) == .error)
    #expect(try CheckProfile(reading: []) == CheckProfile())
  }

  @Test func `what is wrong is told with its line`() {
    #expect(problem("\n\nloudnes.most = -20") == "3: there is no setting “loudnes.most”")
    #expect(problem("hum") == "1: “hum” is no setting: a name, = and a value are wanted")
    #expect(problem("hum = loud") == "1: “hum” can be error, warning, note or off, not “loud”")
    #expect(problem("dc.most = 1\ndc.most = 1") == "2: “dc.most” was set before")
    #expect(problem("dc.most = much") == "1: “dc.most” must be a number from 0 to 1, not “much”")
    #expect(problem("dc.most = nan") != nil && problem("dc.most = 1.5") != nil && problem("hum =") != nil)
    // A level that a check cannot do without.
    #expect(problem("silence.level = off") != nil && problem("silence.most = off") == nil)
  }

  @Test func `whatever a profile holds, it is read or told`() throws {
    var numbers = RandomNumbers(seed: 7)
    let profile = Array(
      "# bounds\nhum = off\ndc.most = 0.01 # wide\nloudness.least = -30\n\nclipped = error\n".utf8)
    for _ in 0..<20_000 {
      var bytes = profile
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        let place = Int.random(in: bytes.indices, using: &numbers)
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
        case 1: bytes.insert(contentsOf: "= .#\n".utf8, at: place)
        default: bytes.removeSubrange(place..<min(place + 3, bytes.count - 1))
        }
      }
      do throws(ProfileProblem) { _ = try CheckProfile(reading: bytes) } catch {
        #expect(error.line >= 1 && !error.text.isEmpty)
      }
    }
  }

  @Test func `every setting has a line in the documentation, and every example can be read`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let page = try String(contentsOf: root.appendingPathComponent("docs/checks.md"), encoding: .utf8)
    for kind in CheckKind.allCases { #expect(page.contains("| `\(kind.rawValue)` |"), "\(kind)") }
    for parameter in CheckParameter.allCases {
      #expect(page.contains("`\(parameter.rawValue)`"), "\(parameter)")
    }
    let folder = root.appendingPathComponent("data/profiles")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["podcast.profile", "prompts.profile"])
    for name in names {
      let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
      #expect(throws: Never.self) { try CheckProfile(reading: bytes) }
    }
  }
}
