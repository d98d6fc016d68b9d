// StreamFeeder.swift
// Pours a file into a socket, so that the decoder at its other end cannot ask for the length. For MP3 files
// without a table of contents: libsndfile guesses their length and stops there, however much follows.
// The feeder's thread owns its end of the socket and shares the file; it ends when the reader closes.

import Glibc
import Synchronization
import SystemPackage

/// A file as a stream.
package final class StreamFeeder: Sendable {
  /// The end to read from; closed with the feeder.
  package let descriptor: Int32
  private let errorNumber = Atomic<Int32>(0)

  /// What the device said when the file could not be read on.
  package var failure: Errno? {
    let number = errorNumber.load(ordering: .acquiring)
    return number == 0 ? nil : Errno(rawValue: number)
  }

  /// - Parameter start: the byte with which the stream begins.
  /// - Returns: nil when there are no descriptors or threads left.
  package init?(_ file: FileBytes, from start: Int = 0) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else {
      return nil
    }
    descriptor = ends[0]
    let sink = ends[1]
    // Weak: what pours must not keep the end open whose closing ends it.
    guard
      BackgroundThread.start({ [weak self] in Self.pour(file, from: start, into: sink) { self?.failed($0) } })
    else {
      close(sink)
      close(descriptor)
      return nil
    }
  }

  private func failed(_ error: Errno) { errorNumber.store(error.rawValue, ordering: .releasing) }

  deinit { close(descriptor) }

  private static func pour(_ file: FileBytes, from start: Int, into sink: Int32, failed: (Errno) -> Void) {
    defer { close(sink) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { buffer.deallocate() }
    var offset = start
    while true {
      let (count, failure) = file.read(into: buffer, at: offset)
      if let failure { failed(failure) }
      guard count > 0 else { return }
      offset += count
      var sent = 0
      while sent < count {
        let step = send(sink, buffer.baseAddress! + sent, count - sent, Int32(MSG_NOSIGNAL))
        if step < 0 && errno == EINTR { continue }
        guard step > 0 else { return }
        sent += step
      }
    }
  }
}
