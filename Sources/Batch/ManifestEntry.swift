// ManifestEntry.swift
// A line of a manifest: what became of one file, and what its name meant then. JSON, one object to a line.

import HostIO
import SystemPackage

/// What is known of a file that was worked on.
struct ManifestEntry: Sendable {
  /// What an entry is about.
  struct Key: Hashable {
    let path: String, output: String?

    init(_ item: BatchItem) { (path, output) = (item.input.string, item.output?.string) }
    fileprivate init(_ entry: ManifestEntry) { (path, output) = (entry.path, entry.output) }
  }

  let path: String
  let output: String?
  let status: String
  /// A digest of what was done; nil when there was nothing to choose.
  /// With which each line begins.
  static let beginning = Array(#"{"path":""#.utf8)

  let options: String?
  /// Of the input, when it was done: bytes, and nanoseconds since 1970.
  let bytes: Int?, modified: Int?
  let outputBytes: Int?
  /// Of the output, in hexadecimal digits.
  let checksum: String?
  private let rest: [(String, JSONText)]

  /// - Parameter state: of the input before it was read; nil for standard input and what is not there.
  init<Product>(
    _ item: BatchItem, _ result: FileResult<Product>, _ state: FileState?, options: String? = nil
  ) {
    self.options = options
    path = item.input.string
    output = item.output?.string
    status = result.status.rawValue
    bytes = state?.byteCount
    modified = state?.modified
    outputBytes = result.written?.byteCount
    checksum = result.written?.digits
    rest = [
      ("code", JSONText(result.error.map { "\($0.code)" })), ("error", JSONText(result.why?.english)),
      ("warnings", .list(result.findings.map { .string($0.english) })), ("frames", JSONText(result.frames)),
      ("seconds", result.seconds.map { .decimal($0) } ?? .null),
    ]
  }

  /// - Returns: nil for what is no entry.
  init?(_ line: some Sequence<UInt8>) {
    guard case .object(let members)? = try? JSONText(reading: Array(line)) else { return nil }
    func text(_ name: String) -> String? {
      if case .string(let text)? = members.first(where: { $0.0 == name })?.1 { text } else { nil }
    }
    func number(_ name: String) -> Int? {
      if case .number(let number)? = members.first(where: { $0.0 == name })?.1 { number } else { nil }
    }
    guard let path = text("path"), let status = text("status") else { return nil }
    (self.path, self.status, output) = (path, status, text("output"))
    (bytes, modified, outputBytes) = (number("bytes"), number("modified"), number("outputBytes"))
    (options, checksum) = (text("options"), text("checksum"))
    rest = []
  }

  var line: String {
    JSONText.object(
      [("path", .string(path)), ("output", JSONText(output)), ("status", .string(status))] + rest + [
        ("bytes", JSONText(bytes)), ("modified", JSONText(modified)), ("outputBytes", JSONText(outputBytes)),
        ("checksum", JSONText(checksum)), ("options", JSONText(options)),
      ]
    ).line
  }

  var key: Key { Key(self) }

  /// True when the file was done and is as it was, and its output is there with every byte that was written.
  func proves(_ item: BatchItem) -> Bool {
    // A name that is no text cannot be told from another one by its text.
    guard status != "failed", item.input.isText, item.input.string == path, item.output?.string == output,
      let now = FileState(of: item.input), now.byteCount == bytes, now.modified == modified
    else { return false }
    // What was passed on is gone.
    guard item.output != "-" else { return false }
    // Where nothing is found, some commands write nothing.
    guard let output = item.output, let checksum else { return true }
    guard output.isText, let there = FileState(of: output) else { return false }
    // After a crash of the machine a file may have its length, and none of its bytes.
    return there.byteCount == outputBytes && (try? Written(reading: output))?.digits == checksum
  }
}

extension FilePath {
  /// True when the name is valid UTF-8.
  fileprivate var isText: Bool { String(validating: self) != nil }
}
