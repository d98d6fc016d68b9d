// SharedSamples.swift
// Memory of two processes, through which decoded samples go without another copy. The reading side makes it and seals
// its length: a decoder that made it shorter could end the reader.

import CLinux
import Glibc
import HostIO
import SystemPackage

/// A block of shared memory. Sound: who may touch it is agreed by packets on a socket, and its bytes are only ever
/// copied or written as numbers of which any bits are some value.
package final class SharedSamples: @unchecked Sendable {
  package let bytes: UnsafeMutableRawBufferPointer
  /// To be given to the other process; -1 when it was.
  private var descriptor: Int32

  /// Bytes: as many as readers ask for at once, so that they are still in the processor's cache when they are copied.
  package static let size = 1 << 18

  /// Makes a block.
  package init() throws(Errno) {
    let descriptor = memfd_create("barline-samples", UInt32(BARLINE_MFD_CLOEXEC | BARLINE_MFD_ALLOW_SEALING))
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    let seals = BARLINE_F_SEAL_SHRINK | BARLINE_F_SEAL_GROW | BARLINE_F_SEAL_SEAL
    guard ftruncate(descriptor, Self.size) == 0,
      fcntl(descriptor, Int32(BARLINE_F_ADD_SEALS), Int32(seals)) == 0,
      let bytes = Self.map(descriptor)
    else {
      let error = Errno(rawValue: errno)
      close(descriptor)
      throw error
    }
    (self.bytes, self.descriptor) = (bytes, descriptor)
  }

  /// Maps the other process's block.
  ///
  /// - Parameter descriptor: closed here in any case.
  /// - Returns: nil when it is none.
  package init?(_ descriptor: Int32) {
    defer { close(descriptor) }
    var status = stat()
    guard barline_fstat(descriptor, &status) == 0, status.st_size == Self.size,
      let bytes = Self.map(descriptor)
    else {
      return nil
    }
    (self.bytes, self.descriptor) = (bytes, -1)
  }

  deinit {
    munmap(bytes.baseAddress!, bytes.count)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Calls `body` with the descriptor, which is closed then: the memory stays.
  package func give<Result>(_ body: (Int32) -> Result) -> Result {
    let given = descriptor
    descriptor = -1
    defer { close(given) }
    return body(given)
  }

  private static func map(_ descriptor: Int32) -> UnsafeMutableRawBufferPointer? {
    let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let start, start != MAP_FAILED else { return nil }
    return UnsafeMutableRawBufferPointer(start: start, count: size)
  }
}
