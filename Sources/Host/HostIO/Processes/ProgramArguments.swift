// ProgramArguments.swift
// The words with which this program was started. Swift's own list is empty where /proc is not mounted.

import CProgram
import Glibc
import SystemPackage

/// The arguments of this process.
public enum ProgramArguments {
  /// C strings that stay for the life of the process, the program's name first.
  nonisolated(unsafe) public static let pointers: [UnsafeMutablePointer<CChar>] = {
    guard let words = barline_arguments() else { return [] }
    var pointers: [UnsafeMutablePointer<CChar>] = []
    while let word = words[pointers.count] { pointers.append(word) }
    return pointers
  }()

  /// The words, the program's name first; what is not UTF-8 in them is replaced.
  public static var texts: [String] { pointers.map { String(cString: $0) } }

  /// What the kernel was told to start, without links. Looked up when this is asked for first, so before the program leaves
  /// its folder.
  private static let given: [UInt8] = {
    guard let told = barline_program(), let real = realpath(told, nil) else { return [] }
    defer { free(real) }
    return Array(String(cString: real).utf8)
  }()

  /// The folder in which this program lies; nil when that cannot be known.
  static var folderOfThisProgram: String? {
    // An update may have taken the program away, but not the folder: the kernel then adds words to the name.
    var name = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) {
        max(0, readlink("/proc/self/exe", $0.baseAddress!, $0.count))
      }
    }
    if name.isEmpty { name = given }
    return name.lastIndex(of: UInt8(ascii: "/")).map { String(decoding: name[..<$0], as: UTF8.self) }
  }
}
