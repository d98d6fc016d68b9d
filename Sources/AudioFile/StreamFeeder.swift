// StreamFeeder.swift
// Pours a file into a socket, so that the decoder at its other end cannot ask for the length. For MP3 files
// without a table of contents: libsndfile guesses their length and stops there, however much follows.
// The feeder's thread owns its end of the socket and a descriptor of its own; it ends when the reader closes.

import Glibc

/// A file as a stream.
final class StreamFeeder: Sendable {
  /// The end to read from; closed with the feeder.
  let descriptor: Int32

  /// - Parameter file: an open regular file; it is read by position, from 0.
  /// - Returns: nil when there are no descriptors or threads left.
  init?(file: Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else {
      return nil
    }
    descriptor = ends[0]
    let source = fcntl(file, F_DUPFD_CLOEXEC, 0)
    let sink = ends[1]
    guard source >= 0, BackgroundThread.start({ Self.pour(source, into: sink) }) else {
      if source >= 0 { close(source) }
      close(sink)
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  private static func pour(_ source: Int32, into sink: Int32) {
    defer {
      close(source)
      close(sink)
    }
    let size = 65_536
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while true {
      let count = pread(source, buffer, size, offset)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      offset += count
      var sent = 0
      while sent < count {
        let step = send(sink, buffer + sent, count - sent, Int32(MSG_NOSIGNAL))
        if step < 0 && errno == EINTR { continue }
        guard step > 0 else { return }
        sent += step
      }
    }
  }
}
