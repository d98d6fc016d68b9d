// CheckCommandTests.swift
// barline-cli check: its formats, its exit statuses, its profiles, and the marks that it writes.

import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct CheckCommandTests {
  let folder = TestFolder()

  /// Noise, with a dropout, and with a name that every format has to quote.
  private func sounds() {
    var state: UInt32 = 1
    func noise() -> [Int16] {
      (0..<16_000).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return Int16(truncatingIfNeeded: Int32(bitPattern: state) >> 18)
      }
    }
    _ = folder.write(WaveFile(noise()).bytes, as: "clean.wav")
    var holed = noise()
    for frame in 8000..<8200 { holed[frame] = 0 }
    _ = folder.write(WaveFile(holed).bytes, as: "a,\"<b>&.wav")
    _ = folder.write(WaveFile(noise(), promisedBytes: 64_000).bytes, as: "cut.wav")
    _ = folder.write(Array("no sound".utf8), as: "bad.wav")
  }

  private func shell(_ script: String) -> Outcome { Program.shell(script, in: folder) }

  @Test func `people get a line for each finding`() {
    sounds()
    let outcome = shell("$CLI check clean.wav a*.wav")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        a,"<b>&.wav: 0:01.000: warning: dropouts: digital silence within sound in 1 place, for 0.03 s at most
        2 files: 0 with errors, 1 with warnings, 0 that cannot be read

        """, "\(outcome.output)")
  }

  @Test func `errors and files that cannot be read make the status 1`() {
    sounds()
    #expect(shell("$CLI check clean.wav").status == 0)
    #expect(shell("$CLI check cut.wav").status == 1)
    #expect(shell("$CLI check clean.wav bad.wav").status == 1)
    #expect(shell("echo 'cut-off = note' > p; $CLI check --profile p cut.wav").status == 0)
    #expect(shell("$CLI check --strict cut.wav").status == 3)
    #expect(shell("$CLI check - < cut.wav").status == 1)
  }

  @Test func `JSONL has an object for each file`() throws {
    sounds()
    let outcome = shell("$CLI check --format jsonl clean.wav a*.wav bad.wav")
    let objects = try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["path"] as? String } == ["clean.wav", "a,\"<b>&.wav", "bad.wav"])
    #expect((objects[0]["findings"] as? [Any])?.isEmpty == true && objects[0]["worst"] is NSNull)
    let finding = try #require((objects[1]["findings"] as? [[String: Any]])?.first)
    #expect(finding["check"] as? String == "dropouts" && finding["severity"] as? String == "warning")
    let place = (finding["places"] as? [[String: Int]])?.first
    #expect(place == ["start": 8000, "end": 8200] && finding["channel"] as? Int == 1)
    #expect((objects[2]["error"] as? String)?.isEmpty == false && objects[2]["frames"] is NSNull)
  }

  @Test func `CSV quotes what has to be quoted`() {
    sounds()
    let lines = shell("$CLI check --format csv a*.wav bad.wav").output.split(separator: "\n")
    #expect(lines[0] == "path,severity,check,channel,start,end,count,value,unit,message")
    #expect(
      lines[1]
        == "\"a,\"\"<b>&.wav\",warning,dropouts,1,1.0,1.025,1,1.0,,\"digital silence within sound in 1 place, for 0.03 s at most\""
    )
    #expect(lines[2].hasPrefix("bad.wav,unreadable,,,,,,,,") && lines.count == 3)
  }

  @Test func `JUnit is XML with a case for each file`() throws {
    sounds()
    let outcome = shell("$CLI check --format junit clean.wav a*.wav cut.wav bad.wav")
    let document = try XMLDocument(data: Data(outcome.output.utf8))
    let suite = try #require(document.rootElement())
    func value(_ element: XMLElement, _ name: String) -> String? {
      element.attribute(forName: name)?.stringValue
    }
    #expect(suite.name == "testsuite" && value(suite, "tests") == "4")
    #expect(value(suite, "failures") == "1" && value(suite, "errors") == "1")
    let cases = suite.elements(forName: "testcase")
    #expect(cases.map { value($0, "name") } == ["clean.wav", "a,\"<b>&.wav", "cut.wav", "bad.wav"])
    #expect(
      cases.map { $0.children?.map { $0.name ?? "" } ?? [] } == [[], ["system-out"], ["failure"], ["error"]])
  }

  @Test func `marks are written beside what was marked before, and marks reads them`() throws {
    sounds()
    _ = shell("mkdir in && mv a*.wav in/x.wav && $CLI check --marks out in/x.wav clean.wav")
    #expect(shell("ls -R out").output.split(separator: "\n").last == "x.wav.barline-marks.json")
    let listed = shell("$CLI marks out/in/x.wav.barline-marks.json").output
    #expect(listed == "0:01.000\t0:01.025\tcheck\tdropouts\n", "\(listed)")
    // Beside the recording, where the window looks for them.
    _ = shell("$CLI check --marks . in/x.wav && $CLI check --marks . in/x.wav")
    #expect(shell("$CLI marks in/x.wav.barline-marks.json").output == listed)
    #expect(shell("echo nothing > in/x.wav.barline-marks.json; $CLI check --marks . in/x.wav").status == 4)
    #expect(shell("cat in/x.wav.barline-marks.json").output == "nothing\n")
  }

  @Test func `a profile that is wrong is told with its line`() {
    sounds()
    let outcome = shell("printf 'hum = off\\nhumm = off\\n' > p; $CLI check --profile p clean.wav")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "barline-cli: p:2: there is no setting “humm”\n")
    #expect(shell("$CLI check --profile none clean.wav").status == 1)
  }

  @Test func `a manifest has the findings, and is gone on with`() throws {
    sounds()
    let call = "$CLI check --marks m --manifest m.jsonl --resume a*.wav clean.wav"
    #expect(shell(call).output.hasSuffix("2 files: 0 with errors, 1 with warnings, 0 that cannot be read\n"))
    #expect(shell(call).output == "0 files: 0 with errors, 0 with warnings, 0 that cannot be read\n")
    #expect(shell("cat m.jsonl").output.contains("dropouts: digital silence within sound in 1 place"))
  }
}
