// TemporaryName.swift
// A random name of ours in a folder, which is taken back when the process ends. One thread.

import Glibc
import SystemPackage

/// The name of an unfinished file: `.barline-`, the number of the process, and a random number.
package struct TemporaryName {
  /// The beginning of all temporary names.
  package static let prefix = ".barline-"

  package let path: FilePath
  private let entry: UnfinishedFiles.Entry?

  /// A short name of its own: the real one may be as long as the file system allows, so nothing can be added to it.
  /// Registered before there is such a file, because a signal may arrive in between.
  package init(in folder: FilePath) {
    path = folder.appending("\(Self.prefix)\(getpid())-\(UInt32.random(in: 0...(.max)))")
    entry = UnfinishedFiles.add(path)
  }

  /// Deletes the file of that name, if there is one.
  package func remove() {
    _ = path.withPlatformString { unlink($0) }
    if let entry { UnfinishedFiles.remove(entry) }
  }

  /// The process whose temporary file it is; nil for every other name.
  static func process(of name: String) -> pid_t? {
    guard name.hasPrefix(prefix) else { return nil }
    let numbers = name.utf8.dropFirst(prefix.utf8.count).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let areNumbers = numbers.allSatisfy { number in
      !number.isEmpty && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    guard numbers.count == 2, areNumbers, let text = String(numbers[0]) else { return nil }
    return pid_t(text)
  }
}
