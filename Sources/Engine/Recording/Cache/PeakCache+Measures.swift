// PeakCache+Measures.swift
// Blocks of measures in the peak cache: an entry of their own beside the peaks, because a recording is measured only when
// somebody wants to know. Entries of peaks stay as they are. All numbers little-endian:
//
//   offset  size
//        0     8  "BarlMeas"
//        8     4  format version
//       12     …  key (length, bytes), channels, sample rate, frames, the weights, then block by block, channel by channel
//                 what `MeasureBlock` holds
//     last     8  XXH64 of everything before
//
// The version is raised with every change of this layout, or of how blocks are made. Blocks of another length count as
// damaged.

import AudioFormats
import HostIO
import Measures
import SystemPackage
import WaveformCore

extension PeakCache {
  /// Ends as the names of all entries do: so they are counted, and let go, together.
  static let measureSuffix = ".measures" + suffix
  private static let magic = Array("BarlMeas".utf8)
  private static let version: UInt32 = 1
  private static let checksumSize = 8
  /// Bytes of the longest entry that is accepted: three days of stereo.
  private static let longest = 512 << 20

  /// The blocks of a whole recording; nil where they are not kept. A damaged entry is deleted.
  ///
  /// - Parameter shape: that of the recording.
  package func measures(for key: PeakCacheKey, _ shape: MeasureShape) -> MeasuredBlocks? {
    let path = measurePath(of: key)
    guard let bytes = entries.contents(path, limit: Self.longest) else { return nil }
    guard let blocks = try? Self.blocks(bytes, key, shape) else {
      entries.delete(path)
      return nil
    }
    return blocks
  }

  /// Keeps what was measured, if that is worth it: see `keep` for peaks.
  package func keep(
    _ measured: RecordingMeasures, for key: PeakCacheKey, now: PeakCacheKey?, milliseconds: Int
  ) {
    guard
      isWorthKeeping(measured.description, measured.report, for: key, now: now, milliseconds: milliseconds)
    else { return }
    var bytes = Self.bytes(measured.blocks, key)
    bytes += withUnsafeBytes(of: XXH64.of(bytes).littleEndian) { Array($0) }
    keep(at: measurePath(of: key)) { write in bytes.withUnsafeBytes(write) }
  }

  private func measurePath(of key: PeakCacheKey) -> FilePath {
    folder.appending(key.digits + Self.measureSuffix)
  }

  static func bytes(_ measured: MeasuredBlocks, _ key: PeakCacheKey) -> [UInt8] {
    var writer = ByteWriter()
    for byte in magic { writer.number(byte) }
    writer.number(version)
    writer.sequence(key.bytes)
    for number in [measured.shape.channels, measured.shape.sampleRate, measured.range.count] {
      writer.number(Int64(number))
    }
    for weight in measured.shape.weights { writer.number(weight.bitPattern) }
    for block in measured.blocks { writer.put(block) }
    return writer.bytes
  }

  static func blocks(
    _ bytes: [UInt8], _ key: PeakCacheKey, _ shape: MeasureShape
  ) throws(ByteReader.Damage) -> MeasuredBlocks {
    guard bytes.count > checksumSize else { throw ByteReader.Damage() }
    let body = Array(bytes.dropLast(checksumSize))
    var end = ByteReader(Array(bytes.suffix(checksumSize)))
    var reader = ByteReader(body)
    for byte in magic where try reader.number(UInt8.self) != byte { throw ByteReader.Damage() }
    guard try end.number(UInt64.self) == XXH64.of(body), try reader.number(UInt32.self) == version,
      try reader.sequence() == key.bytes, try reader.count() == shape.channels,
      try reader.count() == shape.sampleRate
    else { throw ByteReader.Damage() }
    let frames = try reader.count()
    for weight in shape.weights where try reader.number(UInt64.self) != weight.bitPattern {
      throw ByteReader.Damage()
    }
    var blocks: [MeasureBlock] = []
    let (whole, rest) = frames.quotientAndRemainder(dividingBy: shape.framesPerBlock)
    // The number may be anything; each block takes more than a byte.
    guard whole < body.count else { throw ByteReader.Damage() }
    for index in 0..<(whole + rest.signum()) * shape.channels {
      let block = try reader.block()
      guard block.frames == (index / shape.channels < whole ? shape.framesPerBlock : rest) else {
        throw ByteReader.Damage()
      }
      blocks.append(block)
    }
    guard reader.isAtEnd else { throw ByteReader.Damage() }
    return MeasuredBlocks(shape: shape, range: 0..<frames, blocks: blocks)
  }
}

extension ByteWriter {
  fileprivate mutating func put(_ block: MeasureBlock) {
    number(UInt32(block.frames))
    for value in [block.energy, block.squares, block.sum, block.product] { number(value.bitPattern) }
    for fifth in 0..<MeasureBlock.fifthCount { number(block.fifths[fifth].bitPattern) }
    for value in [block.low, block.high, block.truePeak] { number(value.bitPattern) }
    for count in [block.clipped, block.clips, block.silent, block.nonFinite, block.crossings] {
      number(count)
    }
  }
}

extension ByteReader {
  fileprivate mutating func block() throws(Damage) -> MeasureBlock {
    var block = MeasureBlock()
    block.frames = Int(try number(UInt32.self))
    block.energy = Double(bitPattern: try number())
    block.squares = Double(bitPattern: try number())
    block.sum = Double(bitPattern: try number())
    block.product = Double(bitPattern: try number())
    for fifth in 0..<MeasureBlock.fifthCount { block.fifths[fifth] = Float(bitPattern: try number()) }
    block.low = Float(bitPattern: try number())
    block.high = Float(bitPattern: try number())
    block.truePeak = Float(bitPattern: try number())
    block.clipped = try number()
    block.clips = try number()
    block.silent = try number()
    block.nonFinite = try number()
    block.crossings = try number()
    return block
  }
}
