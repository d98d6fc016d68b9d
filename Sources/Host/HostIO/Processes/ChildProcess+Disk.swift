// ChildProcess+Disk.swift
// Whether a child does nothing because a disk does nothing. Any thread.

import Glibc

extension ChildProcess {
  /// True while one of its threads waits for a disk, or for a share that does not answer (proc(5), state D).
  package var isWaitingForDisk: Bool {
    let tasks = "/proc/\(identifier)/task"
    guard let folder = opendir(tasks) else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.utf8.first.map({ (48...57).contains($0) }) == true else { continue }
      // The program's name stands in parentheses, and may hold any byte.
      let text = KernelText.of("\(tasks)/\(name)/stat").utf8
      if let end = text.lastIndex(of: UInt8(ascii: ")")), text[end...].dropFirst(2).first == UInt8(ascii: "D")
      {
        return true
      }
    }
    return false
  }
}
