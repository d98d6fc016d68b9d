// KernelText.swift
// Small files of the kernel (proc(5), cgroups(7)), whose lengths nobody knows before they are read.

import Glibc

package enum KernelText {
  /// The first 4,096 bytes of such a file; empty when there is none. Text, but for names of programs in it, which may
  /// hold any byte.
  package static func of(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
