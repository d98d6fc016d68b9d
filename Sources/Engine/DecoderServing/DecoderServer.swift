// DecoderServer.swift
// The far end: what runs in the process that decodes. It is given one file, and a connection for each decoder of it,
// which gets a thread. Nothing here trusts the file; nothing there trusts this.

import CodecDecoding
import Decoding
import Glibc
import HostIO

/// Serves decoders of one file.
package enum DecoderServer {
  /// Takes orders until the connection ends; then ends the process.
  ///
  /// - Parameter control: the descriptor of the connection.
  package static func run(control: Int32) -> Never {
    let socket = PacketSocket(control)
    guard case .packet(let packet, let descriptors) = socket.receive(milliseconds: nil),
      descriptors.count == 1, let count = DecoderOrder.byteCount(inFirst: packet),
      let file = FileBytes(descriptor: descriptors[0], count: count)
    else { exit(1) }
    // Those at once are limited by descriptors and threads, and by a reader that has as many as there are processors.
    while true {
      guard case .packet(_, let descriptors) = socket.receive(milliseconds: nil), descriptors.count == 2
      else {
        exit(0)
      }
      let far = PacketSocket(descriptors[0])
      guard let samples = SharedSamples(descriptors[1]) else { exit(1) }
      // When there is no thread for it, `far` closes, and its reader knows.
      _ = BackgroundThread.start { ServedDecoder(file, far, samples).run() }
    }
  }
}
