// ProgramFiles.swift
// What a program of the system needs to run: itself, its loader, the libraries. Reads the program's head before
// anything is locked.

import Glibc
import SystemPackage

/// The files of one program.
struct ProgramFiles {
  /// Where it lies, links followed.
  private let path: String
  /// The program that loads its libraries; nil when it has none.
  private let loader: String?

  /// - Parameter path: absolute.
  init(_ path: String) throws(CageError) {
    guard let real = realpath(path, nil) else { throw .cannotStart(path, Errno(rawValue: errno)) }
    defer { free(real) }
    self.path = String(cString: real)
    loader = try Self.loader(of: self.path)
  }

  /// Where libraries lie: those of the system, of Flatpak, Nix and Guix, those that were installed with the program, and those
  /// that the user added.
  private var libraryFolders: [String] {
    var folders = [
      "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64", "/app/lib",
      "/nix/store",
      "/gnu/store",
    ]
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count > 2, parts[parts.count - 2] == "bin" {
      let prefix = parts.dropLast(2).joined(separator: "/")
      folders += [prefix + "/lib", prefix + "/lib64"]
    }
    if let added = getenv("LD_LIBRARY_PATH") {
      folders += String(cString: added).split(separator: ":").map(String.init)
    }
    return folders
  }

  /// Grants what is needed, and nothing else.
  func allow(in landlock: borrowing Landlock) throws(CageError) {
    try landlock.allow([.execute, .read], path: path)
    if let loader { try landlock.allow([.execute, .read], path: loader) }
    for folder in libraryFolders { try landlock.allow(.read, path: folder) }
    for file in ["/etc/ld.so.cache", "/etc/ld.so.preload", "/dev/urandom"] {
      try landlock.allow(.read, path: file)
    }
    try landlock.allow([.read, .write], path: "/dev/null")
    // The machine, for libraries that count processors and nodes of memory; what the kernel says of this process.
    try landlock.allow([.read, .list], path: "/sys/devices/system")
    for file in ["/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/filesystems"] {
      try landlock.allow(.read, path: file)
    }
  }

  /// The name of the loader in a program's head: entry PT_INTERP of the program table (elf(5)).
  ///
  /// - Returns: nil when it has none.
  private static func loader(of path: String) throws(CageError) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .cannotStart(path, Errno(rawValue: errno)) }
    defer { close(file) }
    func bytes(_ count: Int, at offset: Int) -> [UInt8]? {
      let read = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = max(0, pread(file, buffer.baseAddress, count, off_t(offset)))
      }
      return read.count == count ? read : nil
    }
    // "\u{7F}ELF", of 64 bits, with the lowest byte first.
    guard let head = bytes(64, at: 0), head[..<6] == [0x7F, 0x45, 0x4C, 0x46, 2, 1] else {
      throw .notAProgram(path)
    }
    func number<Number: FixedWidthInteger>(_ bytes: [UInt8], _ offset: Int, _: Number.Type) -> Int? {
      Int(
        exactly: bytes.withUnsafeBytes {
          Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
        })
    }
    guard let table = number(head, 32, UInt64.self), number(head, 54, UInt16.self) == 56,
      let count = number(head, 56, UInt16.self), table < 1 << 40
    else { throw .notAProgram(path) }
    for entry in 0..<count {
      guard let fields = bytes(56, at: table + 56 * entry) else { throw .notAProgram(path) }
      guard number(fields, 0, UInt32.self) == 3 else { continue }
      guard let offset = number(fields, 8, UInt64.self), let length = number(fields, 32, UInt64.self),
        (2...4096).contains(length), let name = bytes(length, at: offset), name.last == 0
      else { throw .notAProgram(path) }
      return String(decoding: name.dropLast(), as: UTF8.self)
    }
    return nil
  }
}
