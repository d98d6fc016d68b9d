// FileResult.swift
// What came of one file of a batch.

import HostIO
import Localization
import SystemPackage

/// What came of one file.
public struct FileResult<Product: Sendable>: Sendable {
  public enum Status: String, Sendable {
    case done
    /// Something was made of it, but the recording is not whole.
    case incomplete
    case failed
  }

  /// What is printed of it, or passed on; nil when there is nothing.
  public var product: Product?
  /// What is wrong with the file: sentences of one line each.
  public var findings: [Sentence] = []
  /// Nil when it was not counted.
  public var frames: Int?
  /// Frames per second.
  public var sampleRate: Int?
  public var isComplete = true
  /// Why reading ended before the end of the recording; nil where it did not.
  public var cause: AudioFileError?
  public private(set) var error: AudioFileError?
  /// Why it failed, in words that do not name the file.
  public private(set) var why: Sentence?
  /// What was written; nil when nothing was.
  public var written: Written?

  public init(_ product: Product? = nil) { self.product = product }

  public init(failed error: AudioFileError, reason: Sentence) { fail(error, reason: reason) }
  /// - Parameter reason: the same in every language.
  public init(failed error: AudioFileError, reason: String) {
    self.init(failed: error, reason: Sentence(verbatim: reason))
  }

  /// Whatever was made of it does not count.
  public mutating func fail(_ error: AudioFileError, reason: Sentence) {
    self.error = error
    why = reason
  }

  /// The findings for people; those that are given are the same in every language.
  public var warnings: [String] {
    get { findings.map(\.localized) }
    set { findings = newValue.map { Sentence(verbatim: $0) } }
  }

  public var status: Status { error != nil ? .failed : isComplete ? .done : .incomplete }

  /// The length in seconds.
  var seconds: Double? {
    guard let frames, let sampleRate, sampleRate > 0 else { return nil }
    return Double(frames) / Double(sampleRate)
  }
}

/// The content of a file that was written.
public struct Written: Hashable, Sendable {
  public let byteCount: Int
  /// XXH64 of its bytes.
  public let checksum: UInt64

  public init(_ bytes: [UInt8]) {
    byteCount = bytes.count
    checksum = XXH64.of(bytes)
  }

  /// Reads a file that is there.
  public init(reading path: FilePath) throws(AudioFileError) {
    var hash = XXH64(), offset = 0
    // A list of no marks may have no bytes, which is no recording.
    if FileState(of: path)?.byteCount != 0 {
      let file = try FileBytes(path: path)
      while offset < file.count {
        let bytes = file.bytes(at: offset, length: min(1 << 20, file.count - offset))
        guard !bytes.isEmpty else { throw AudioFileError(.readFailed, path: path) }
        hash.add(bytes)
        offset += bytes.count
      }
    }
    (byteCount, checksum) = (offset, hash.digest)
  }

  /// The checksum in 16 hexadecimal digits.
  public var digits: String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// How a whole call ended.
public struct BatchTally: Hashable, Sendable {
  public private(set) var done = 0, incomplete = 0, failed = 0, unwritten = 0

  public init() {}

  public mutating func add<Product>(_ result: FileResult<Product>) {
    switch result.status {
    case .done: done += 1
    case .incomplete: incomplete += 1
    case .failed where result.error?.code == .writeFailed: unwritten += 1
    case .failed: failed += 1
    }
  }

  /// 0: done; 1: some input is bad; 3: a recording is not whole, if that counts; 4: an output failed.
  public func exitStatus(isStrict: Bool) -> Int32 {
    if unwritten > 0 { return 4 }
    if failed > 0 { return 1 }
    return isStrict && incomplete > 0 ? 3 : 0
  }
}
