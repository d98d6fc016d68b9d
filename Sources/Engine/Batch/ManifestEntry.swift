// ManifestEntry.swift
// A line of a manifest: what became of one file, and what its name meant then. JSON, one object to a line.

import HostIO
import SystemPackage

/// What is known of a file that was worked on.
struct ManifestEntry: Sendable {
  /// What an entry is about.
  struct Key: Hashable {
    let path: String, other: String?, output: String?

    init(_ item: BatchItem) {
      (path, other, output) = (item.input.string, item.counterpart?.string, item.output?.string)
    }
    fileprivate init(_ entry: ManifestEntry) {
      (path, other, output) = (entry.path, entry.other?.path, entry.output)
    }
  }

  /// What a file is told by.
  private struct Identity: Equatable {
    let path: String
    /// When it was read: bytes, and nanoseconds since 1970.
    let bytes: Int?, modified: Int?

    /// True when the file is as it was. A name that is no text cannot be told from another one by its text.
    func holds(for name: FilePath) -> Bool {
      guard name.isText, name.string == path, let now = FileState(of: name) else { return false }
      return now.byteCount == bytes && now.modified == modified
    }
  }

  /// With which each line begins.
  static let beginning = Array(#"{"path":""#.utf8)

  private let input: Identity
  /// What the input was compared with; nil for what is done file by file.
  private let other: Identity?
  let output: String?
  let status: String
  /// Why something was made of a part only: the name of an error's code; nil where the file itself is to blame, or nothing.
  let cause: String?
  /// A digest of what was done; nil when there was nothing to choose.
  let options: String?
  let outputBytes: Int?
  /// Of the output, in hexadecimal digits.
  let checksum: String?
  private let rest: [(String, JSONText)]

  /// - Parameters:
  ///   - state: of the input before it was read; nil for standard input and what is not there.
  ///   - otherState: of its counterpart.
  init<Product>(
    _ item: BatchItem, _ result: FileResult<Product>, _ state: FileState?, otherState: FileState? = nil,
    options: String? = nil
  ) {
    self.options = options
    input = Identity(path: item.input.string, bytes: state?.byteCount, modified: state?.modified)
    other = item.counterpart.map {
      Identity(path: $0.string, bytes: otherState?.byteCount, modified: otherState?.modified)
    }
    output = item.output?.string
    status = result.status.rawValue
    cause = result.cause.map { "\($0.code)" }
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
    input = Identity(path: path, bytes: number("bytes"), modified: number("modified"))
    other = text("other").map {
      Identity(path: $0, bytes: number("otherBytes"), modified: number("otherModified"))
    }
    (self.status, output, outputBytes) = (status, text("output"), number("outputBytes"))
    (options, checksum, cause) = (text("options"), text("checksum"), text("cause"))
    rest = []
  }

  var line: String {
    let pair: [(String, JSONText)] =
      other.map {
        [
          ("other", .string($0.path)), ("otherBytes", JSONText($0.bytes)),
          ("otherModified", JSONText($0.modified)),
        ]
      } ?? []
    return JSONText.object(
      [("path", .string(path)), ("output", JSONText(output)), ("status", .string(status))] + rest + [
        ("cause", JSONText(cause)),
        ("bytes", JSONText(input.bytes)), ("modified", JSONText(input.modified)),
        ("outputBytes", JSONText(outputBytes)), ("checksum", JSONText(checksum)),
        ("options", JSONText(options)),
      ] + pair
    ).line
  }

  var path: String { input.path }

  var key: Key { Key(self) }

  /// True when the file was done and is as it was, with what it was compared with, and its output is there with every byte
  /// that was written. What a device, a process or want of memory cut short may be whole the next time.
  func proves(_ item: BatchItem) -> Bool {
    guard status != "failed", cause == nil || cause == "\(AudioFileError.Code.damaged)",
      item.output?.string == output, input.holds(for: item.input)
    else {
      return false
    }
    if let counterpart = item.counterpart, other?.holds(for: counterpart) != true { return false }
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
