// PeakCache+Spectra.swift
// Coarse spectra in the peak cache: entries of their own beside the peaks, one for each way in which spectra are made. All
// numbers little-endian:
//
//   offset  size
//        0     8  "BarlSpec"
//        8     4  format version
//       12     4  bytes of the head
//       16     …  head: key (length, bytes), window size, hop, window (length, name), channels, transforms of a column, frames
//        …     …  columns: channel by channel, one byte for each bin (`SpectrumStep`) and for each band
//     last     8  XXH64 of everything before
//
// The version is raised with every change of this layout, or of how spectra are made.

import AudioFormats
import Glibc
import HostIO
import Spectral
import SystemPackage
import WaveformCore

extension PeakCache {
  /// Ends as the names of all entries do: so they are counted, and let go, together.
  static let spectraSuffix = ".spectra" + suffix
  private static let magic = Array("BarlSpec".utf8)
  private static let version: UInt32 = 2
  private static let preludeSize = 16, checksumSize = 8, longestHead = 65_536
  /// Bytes of the longest entry that is accepted.
  private static let longest = 2 * SpectrogramPyramid.defaultBudget

  /// The spectra of a whole recording; nil where they are not kept. Marks them as used now. A damaged entry is deleted.
  package func spectra(
    for key: PeakCacheKey, _ format: SpectrumFormat, channels: Int
  ) -> SpectrogramPyramid? {
    let path = spectraPath(of: key, format)
    guard let file = entries.open(path) else { return nil }
    guard file.count <= Self.longest,
      let pyramid = Self.pyramid(file.bytes(at: 0, length: file.count), key, format, channels)
    else {
      entries.delete(path)
      return nil
    }
    futimens(file.descriptor, nil)
    return pyramid
  }

  /// Keeps spectra, if that is worth it: see `keep` for peaks.
  package func keep(
    _ pyramid: SpectrogramPyramid, _ description: AudioDescription, _ report: ReadReport,
    for key: PeakCacheKey, now: PeakCacheKey?, milliseconds: Int
  ) {
    guard let shape = pyramid.shape,
      isWorthKeeping(description, report, for: key, now: now, milliseconds: milliseconds)
    else { return }
    var head = ByteWriter()
    Self.put(key, pyramid.format, pyramid.channels, into: &head)
    for number in [shape.hopsPerColumn, shape.length] { head.number(Int64(number)) }
    var prelude = ByteWriter()
    for byte in Self.magic { prelude.number(byte) }
    prelude.number(Self.version)
    prelude.number(UInt32(head.bytes.count))
    keep(at: spectraPath(of: key, pyramid.format)) { write in
      var hash = XXH64()
      func summed(_ piece: UnsafeRawBufferPointer) -> Bool {
        hash.add(piece)
        return write(piece)
      }
      return (prelude.bytes + head.bytes).withUnsafeBytes(summed) && pyramid.store(summed)
        && withUnsafeBytes(of: hash.digest.littleEndian, write)
    }
  }

  /// What spectra are of: the same bytes for the same spectra.
  private static func put(
    _ key: PeakCacheKey, _ format: SpectrumFormat, _ channels: Int, into writer: inout ByteWriter
  ) {
    writer.sequence(key.bytes)
    writer.number(Int64(format.size))
    writer.number(Int64(format.hop))
    writer.text(format.window.rawValue)
    writer.number(Int64(channels))
  }

  func spectraPath(of key: PeakCacheKey, _ format: SpectrumFormat) -> FilePath {
    folder.appending(
      "\(key.digits)-\(format.size)-\(format.hop)-\(format.window.rawValue)\(Self.spectraSuffix)")
  }

  static func pyramid(
    _ bytes: [UInt8], _ key: PeakCacheKey, _ format: SpectrumFormat, _ channels: Int
  ) -> SpectrogramPyramid? {
    guard bytes.count > preludeSize + checksumSize, bytes.starts(with: magic),
      bytes.number(at: 8, size: 4, bigEndian: false) == Int(version),
      let length = bytes.number(at: 12, size: 4, bigEndian: false), length <= longestHead,
      preludeSize + length + checksumSize <= bytes.count
    else { return nil }
    var wanted = ByteWriter()
    put(key, format, channels, into: &wanted)
    var reader = ByteReader(Array(bytes[preludeSize..<preludeSize + length]))
    for byte in wanted.bytes where (try? reader.number(UInt8.self)) != byte { return nil }
    guard let hops = try? reader.count(), let frames = try? reader.count(), reader.isAtEnd else { return nil }
    return bytes.withUnsafeBytes { all in
      let end = all.count - checksumSize
      var hash = XXH64()
      hash.add(UnsafeRawBufferPointer(rebasing: all[..<end]))
      guard UInt64(littleEndian: all.loadUnaligned(fromByteOffset: end, as: UInt64.self)) == hash.digest
      else {
        return nil
      }
      return SpectrogramPyramid(
        format, channels: channels, SpectrogramPyramid.Shape(hopsPerColumn: hops, length: frames),
        bytes: UnsafeRawBufferPointer(rebasing: all[(preludeSize + length)..<end]))
    }
  }
}
