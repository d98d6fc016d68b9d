// FirstStart.swift
// Lets a locked process start one program, once. The filter cannot read names, but it sees addresses: it allows execve
// with the name at one address only, where this process puts it. Starting a program empties the memory; from then on
// the filter lets nothing be put at that address: `mmap` chooses no place below `end` and is refused one, `mremap` may
// not choose, and no memory grows downwards. execve then finds no name (EFAULT).
//
// Holds without Landlock, which forbids besides to execute any other file. Sound: the page is this file's own, written
// once, before the program is started.

import Glibc
import SystemPackage

/// A name in low memory.
enum FirstStart {
  /// Above what the kernel keeps free (vm.mmap_min_addr, 64 KiB), below where ld puts programs that cannot be moved
  /// (4 MiB), and so below every heap. One of lld's lies here itself, and could write a name: then the filter lets it
  /// start that program, and only Landlock does not.
  static let place: UInt64 = 0x20_0000
  /// The first address that memory may be mapped to.
  static let end: UInt64 = 0x40_0000

  /// Writes a name there.
  static func prepare(_ name: String) throws(CageError) {
    let bytes = Array(name.utf8) + [0]
    // MAP_PRIVATE, MAP_ANONYMOUS, MAP_FIXED_NOREPLACE (Linux 4.17).
    let flags: Int32 = 0x2 | 0x20 | 0x10_0000
    let wanted = UnsafeMutableRawPointer(bitPattern: UInt(place))
    let page = mmap(wanted, bytes.count, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard page == wanted, let page else { throw .failed("name of the program", Errno(rawValue: errno)) }
    page.copyMemory(from: bytes, byteCount: bytes.count)
  }

  /// Starts the program whose name was prepared; returns only when that does not work.
  ///
  /// - Parameter arguments: a list that ends with NULL, its first entry what the program calls itself.
  static func start(_ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Errno {
    execve(UnsafePointer(bitPattern: UInt(place))!, arguments, environ)
    return Errno(rawValue: errno)
  }
}
