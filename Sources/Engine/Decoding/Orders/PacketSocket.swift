// PacketSocket.swift
// Packets between two processes, with descriptors if need be: one end of a pair of Unix sockets (SOCK_SEQPACKET, whose
// packets arrive whole or not at all).

import CPackets
import Glibc
import HostIO
import SystemPackage

/// One end of a connection. Any thread may call `shut`; sending and receiving belong to one thread at a time.
package final class PacketSocket: Sendable {
  package enum Received {
    case packet([UInt8], descriptors: [Int32])
    /// The other side has closed its end, or sent what is too long.
    case end
    /// Nothing came in time.
    case timeOut
  }

  /// Bytes of the longest packet.
  package static let mostBytes = 1 << 16
  private static let mostDescriptors = 4

  package let descriptor: Int32

  /// Takes over a socket, and closes it in the end.
  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Both ends of a new connection.
  package static func pair() throws(Errno) -> (near: PacketSocket, far: PacketSocket) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Errno(rawValue: errno) }
    return (PacketSocket(ends[0]), PacketSocket(ends[1]))
  }

  /// Sends a packet, and copies of descriptors with it. Never waits.
  ///
  /// - Returns: false when the other side has gone, or has taken nothing for hundreds of packets.
  @discardableResult
  package func send(_ bytes: [UInt8], descriptors: [Int32] = []) -> Bool {
    while true {
      let sent = bytes.withUnsafeBytes { bytes in
        barline_send_packet(
          descriptor, bytes.baseAddress, bytes.count, descriptors, Int32(descriptors.count))
      }
      if sent < 0 && errno == EINTR { continue }
      return sent == bytes.count
    }
  }

  /// Waits for the next packet.
  ///
  /// - Parameter milliseconds: how long; nil for ever.
  package func receive(milliseconds: Int?) -> Received {
    if let milliseconds {
      var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      var ready: Int32
      repeat { ready = poll(&wish, 1, Int32(milliseconds)) } while ready < 0 && errno == EINTR
      if ready == 0 { return .timeOut }
    }
    var descriptors = [Int32](repeating: -1, count: Self.mostDescriptors)
    var count = Int32(Self.mostDescriptors)
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.mostBytes) { buffer, filled in
      var received: Int
      repeat {
        count = Int32(Self.mostDescriptors)
        received = barline_receive_packet(descriptor, buffer.baseAddress, buffer.count, &descriptors, &count)
      } while received < 0 && errno == EINTR
      isWhole = received > 0
      filled = max(0, received)
    }
    let own = Array(descriptors.prefix(Int(count)))
    guard isWhole else {
      own.forEach { close($0) }
      return .end
    }
    return .packet(bytes, descriptors: own)
  }

  /// Ends the connection; whoever waits for a packet, on either side, is told its end.
  package func shut() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
