// DecoderOrder.swift
// What the process of a decoder is told to do: small packets on a socket. One is answered before the next is sent.

import HostIO

/// The types in which samples can be asked for.
package enum SampleKind: UInt8, Sendable {
  case int16, int32, float
}

/// An order to one decoder.
package enum DecoderOrder: Hashable, Sendable {
  /// To find out how the file has to be decoded, and to open it so.
  ///
  /// - suffix: of the file's name, in small letters; some formats have nothing else to be known by.
  /// - isGrowing: true when the file is being written.
  case find(suffix: String, isGrowing: Bool)
  /// To open the file in a way that is known.
  case open(CodecAccess)
  /// To decode the next samples into the shared memory: so many of all channels together.
  case read(SampleKind, samples: Int)
  /// To go to a frame exactly, or not at all.
  case seek(Int)
  /// To go near a frame.
  case seekNear(Int)
  /// To tell the rest of an answer that was too long.
  case more

  /// The first packet, which goes with the file.
  ///
  /// - Parameter count: bytes that the file had when it was opened.
  package static func first(byteCount count: Int) -> [UInt8] {
    var writer = ByteWriter()
    writer.number(Int64(count))
    return writer.bytes
  }

  /// - Returns: nil for any other packet.
  package static func byteCount(inFirst bytes: [UInt8]) -> Int? {
    var reader = ByteReader(bytes)
    guard let count = try? reader.count(), reader.isAtEnd else {
      return nil
    }
    return count
  }

  package func bytes(sequence: UInt32) -> [UInt8] {
    var writer = ByteWriter()
    writer.number(sequence)
    switch self {
    case .find(let suffix, let isGrowing):
      writer.number(0 as UInt8)
      writer.text(suffix)
      writer.flag(isGrowing)
    case .open(let access):
      writer.number(1 as UInt8)
      writer.put(access)
    case .read(let kind, let samples):
      writer.number(2 as UInt8)
      writer.number(kind.rawValue)
      writer.number(Int64(samples))
    case .seek(let frame):
      writer.number(3 as UInt8)
      writer.number(Int64(frame))
    case .seekNear(let frame):
      writer.number(4 as UInt8)
      writer.number(Int64(frame))
    case .more: writer.number(5 as UInt8)
    }
    return writer.bytes
  }

  /// - Throws: for bytes that are no order.
  package static func read(_ bytes: [UInt8]) throws(ByteReader.Damage) -> (
    order: DecoderOrder, sequence: UInt32
  ) {
    var reader = ByteReader(bytes)
    let sequence = try reader.number(UInt32.self)
    let order: DecoderOrder
    switch try reader.number(UInt8.self) {
    case 0: order = .find(suffix: try reader.text(), isGrowing: try reader.flag())
    case 1: order = .open(try reader.access())
    case 2:
      guard let kind = SampleKind(rawValue: try reader.number()) else { throw ByteReader.Damage() }
      order = .read(kind, samples: try reader.count())
    case 3: order = .seek(try reader.count())
    case 4: order = .seekNear(try reader.count())
    case 5: order = .more
    default: throw ByteReader.Damage()
    }
    guard reader.isAtEnd else { throw ByteReader.Damage() }
    return (order, sequence)
  }
}

extension ByteWriter {
  mutating func put(_ access: CodecAccess) {
    switch access {
    case .sndfile: number(0 as UInt8)
    case .headerless(let codec):
      number(1 as UInt8)
      number(codec.rawValue)
    case .mpeg(let start):
      number(2 as UInt8)
      number(Int64(start))
    case .flac: number(3 as UInt8)
    case .vorbis: number(4 as UInt8)
    case .opus: number(5 as UInt8)
    }
  }
}

extension ByteReader {
  mutating func access() throws(Damage) -> CodecAccess {
    switch try number(UInt8.self) {
    case 0: return .sndfile
    case 1:
      guard let codec = HeaderlessCodec(rawValue: try number()) else { throw Damage() }
      return .headerless(codec)
    case 2: return .mpeg(from: try count())
    case 3: return .flac
    case 4: return .vorbis
    case 5: return .opus
    default: throw Damage()
    }
  }
}
