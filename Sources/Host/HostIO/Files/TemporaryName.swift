// TemporaryName.swift
// A random name of ours in a folder, which is taken back when the process ends. One thread.

import Glibc
import SystemPackage

/// The name of an unfinished file: `.barline-`, the number of the process, and a number whose upper half says where processes
/// have such numbers; its lower half is random.
package struct TemporaryName {
  /// The beginning of all temporary names.
  package static let prefix = ".barline-"

  package let path: FilePath
  private let entry: UnfinishedFiles.Entry?

  /// A short name of its own: the real one may be as long as the file system allows, so nothing can be added to it.
  /// Registered before there is such a file, because a signal may arrive in between.
  package init(in folder: FilePath) {
    let number = UInt64(Self.place) << 32 | UInt64(UInt32.random(in: 0...(.max)))
    path = folder.appending("\(Self.prefix)\(getpid())-\(number)")
    entry = UnfinishedFiles.add(path)
  }

  /// Deletes the file of that name, if there is one.
  package func remove() {
    _ = path.withPlatformString { unlink($0) }
    if let entry { UnfinishedFiles.remove(entry) }
  }

  /// A number for this start of this machine, and for the name space in which processes are numbered; 0 where that cannot
  /// be known.
  static let place: UInt32 = {
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let start = [UInt8](unsafeUninitializedCapacity: 64) { $1 = max(0, read(file, $0.baseAddress, $0.count)) }
    guard !start.isEmpty, let space = FileState(of: "/proc/self/ns/pid") else { return 0 }
    return UInt32(truncatingIfNeeded: XXH64.of(start + Array("\(space.inode)".utf8)))
  }()

  /// Whose temporary file something is.
  struct Owner: Hashable {
    let process: pid_t
    /// Whether the number is one of a process here, and no other machine's, container's, or one from before a start.
    let isOfThisPlace: Bool
  }

  /// - Returns: nil for every other name.
  static func owner(of name: String) -> Owner? {
    guard name.hasPrefix(prefix) else { return nil }
    let numbers = name.utf8.dropFirst(prefix.utf8.count).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let areNumbers = numbers.allSatisfy { number in
      !number.isEmpty && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    guard numbers.count == 2, areNumbers, let text = String(numbers[0]), let process = pid_t(text),
      let number = String(numbers[1]).flatMap({ UInt64($0) })
    else { return nil }
    let isOfThisPlace = Self.place != 0 && UInt32(number >> 32) == Self.place
    return Owner(process: process, isOfThisPlace: isOfThisPlace)
  }
}
