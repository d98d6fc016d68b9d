// FindingTexts.swift
// Findings as lines for people, and as JSON, CSV and JUnit's XML for programs, which are in English. Pure functions.

import HostIO
import Localization
import Marks
import WaveformCore

/// A file that was checked, or why it could not be.
public struct CheckedFile: Sendable {
  /// As it was named.
  let path: String
  let check: RecordingCheck?
  /// Why it could not be read; nil when it could.
  let error: String?

  public init(path: String, _ check: RecordingCheck?, error: String?) {
    self.path = path
    self.check = check
    self.error = error
  }

  private var findings: [Finding] { check?.findings ?? [] }
  private var rate: Double { Double(check?.description.sampleRate ?? 1) }

  private func label(_ finding: Finding) -> String? {
    finding.channel.map { check?.description.label(ofChannel: $0) ?? String($0 + 1) }
  }

  // MARK: For people

  /// A line for each finding: file, time of the first place, severity, check, sentence, channel.
  ///
  /// - Parameter name: the file as people see it.
  public func lines(name: String) -> [String] {
    findings.map { finding in
      let place = finding.places.first.map {
        Timecode(frames: $0.lowerBound, sampleRate: check?.description.sampleRate ?? 1).text + ": "
      }
      // Mono has no channel that would have to be told.
      let channel = check?.description.channels == 1 ? nil : label(finding)
      return "\(name): \(place ?? "")\(finding.severity.rawValue): \(finding.kind.rawValue): \(finding.text)"
        + (channel.map { " (\($0))" } ?? "")
    }
  }

  // MARK: For programs

  /// An object in one line: JSONL has one for each file.
  public var jsonLine: String {
    JSONText.object([
      ("path", .string(path)), ("error", JSONText(error)), ("worst", JSONText(check?.worst?.rawValue)),
      ("frames", JSONText(check?.report.frames)), ("sampleRate", JSONText(check?.description.sampleRate)),
      ("channels", JSONText(check?.description.channels)),
      ("findings", .list(findings.map(object))),
    ]).line
  }

  private func object(_ finding: Finding) -> JSONText {
    .object([
      ("check", .string(finding.kind.rawValue)), ("severity", .string(finding.severity.rawValue)),
      ("channel", JSONText(finding.channel.map { $0 + 1 })),
      ("value", finding.value.map { .decimal($0) } ?? .null), ("unit", JSONText(finding.kind.unit)),
      ("message", .string(finding.english)), ("count", .number(finding.count)),
      (
        "places",
        .list(
          finding.places.map {
            .object([("start", .number($0.lowerBound)), ("end", .number($0.upperBound))])
          })
      ),
    ])
  }

  /// The names of the values of `csvLines`.
  public static let csvHeader = csvLine([
    "path", "severity", "check", "channel", "start", "end", "count", "value", "unit", "message",
  ])

  /// A line for each finding (RFC 4180), with the seconds at which its first place begins and ends; one for a file that
  /// could not be read.
  public var csvLines: [String] {
    if let error { return [Self.csvLine([path, "unreadable", "", "", "", "", "", "", "", error])] }
    return findings.map { finding in
      let (start, end) = (finding.places.first?.lowerBound, finding.places.first?.upperBound)
      return Self.csvLine([
        path, finding.severity.rawValue, finding.kind.rawValue, finding.channel.map { String($0 + 1) } ?? "",
        start.map { "\(Double($0) / rate)" } ?? "", end.map { "\(Double($0) / rate)" } ?? "",
        finding.count > 0 ? String(finding.count) : "", finding.value.map { "\($0)" } ?? "",
        finding.kind.unit ?? "", finding.english,
      ])
    }
  }

  private static func csvLine(_ cells: [String]) -> String {
    String(decoding: DelimitedTable.line(cells, delimiter: DelimitedTable.comma).dropLast(), as: UTF8.self)
  }

  /// A `testcase` of JUnit's XML: it fails by findings that are errors, and tells the others.
  private var testCase: String {
    func text(_ findings: [Finding]) -> String {
      findings.map { "\($0.severity.rawValue): \($0.kind.rawValue): \($0.english)" }.joined(separator: "\n")
    }
    let errors = findings.filter { $0.severity == .error }, others = findings.filter { $0.severity != .error }
    var inner = ""
    if let error { inner += "    <error message=\"\(XMLText.escaped(error))\"/>\n" }
    if let first = errors.first {
      inner +=
        "    <failure type=\"\(first.kind.rawValue)\" message=\"\(XMLText.escaped(first.english))\">"
        + "\(XMLText.escaped(text(errors), keepsLines: true))</failure>\n"
    }
    if !others.isEmpty {
      inner += "    <system-out>\(XMLText.escaped(text(others), keepsLines: true))</system-out>\n"
    }
    let head = "  <testcase classname=\"check\" name=\"\(XMLText.escaped(path))\""
    return head + (inner.isEmpty ? "/>" : ">\n\(inner)  </testcase>")
  }

  /// All files as JUnit's XML, which continuous integration shows.
  public static func junit(_ files: [CheckedFile]) -> String {
    let failures = files.count { $0.check?.worst == .error }, errors = files.count { $0.error != nil }
    let head =
      "<testsuite name=\"barline-cli check\" tests=\"\(files.count)\" failures=\"\(failures)\" errors=\"\(errors)\">"
    return (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", head] + files.map(\.testCase) + ["</testsuite>"])
      .joined(separator: "\n")
  }
}

/// What a call has come to, in a line.
public struct CheckTally: Sendable {
  private var files = 0, errors = 0, warnings = 0, unreadable = 0

  public init() {}

  public mutating func add(_ file: CheckedFile) {
    files += 1
    if file.error != nil { unreadable += 1 }
    if file.check?.worst == .error { errors += 1 }
    if file.check?.worst == .warning { warnings += 1 }
  }

  /// True when a finding is an error.
  public var hasErrors: Bool { errors > 0 }

  public var text: String {
    let checked = Sentence("\(files) file", plural: "\(files) files", count: files)
    return Sentence(
      "\(checked): \(errors) with errors, \(warnings) with warnings, \(unreadable) that cannot be read"
    ).localized
  }
}
