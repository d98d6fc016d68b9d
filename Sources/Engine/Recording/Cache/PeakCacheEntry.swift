// PeakCacheEntry.swift
// One recording in the peak cache: everything that a window needs to show it without a decoder. All numbers
// little-endian:
//
//   offset  size
//        0     8  "BarlPeak"
//        8     4  format version
//       12     4  length of the head, h
//       16     h  the head: key, sample type, description, report, shape, size of marks (`Head`)
//     16+h     b  the bins as they lie in memory, in the order of `PeakPyramid.store`; b follows from the shape
//   16+h+b     m  the marks (`PeakMarks.bytes`); m stands in the head
// 16+h+b+m     8  XXH64 of everything before
//
// The version is raised with every change of this layout, of the properties in the head, of how bins and marks are
// made, or of how any file is decoded: entries of other versions have other names, and are deleted as least
// recently used.

import AudioFormats
import HostIO
import SystemPackage
import WaveformCore

/// The content of one entry of the peak cache.
package struct PeakCacheEntry: Sendable {
  static let formatVersion: UInt32 = 9
  private static let magic = Array("BarlPeak".utf8)
  /// Bytes before the head.
  private static let preludeSize = 16
  private static let checksumSize = 8
  /// Bytes of the longest head that is accepted: labels of a thousand channels take 16 KiB.
  static let longestHead = 1 << 20

  /// The key's bytes.
  var key: [UInt8]
  var description: AudioDescription
  var report: ReadReport
  var peaks: WaveformPeaks
}

// Turns an entry into bytes and back, piece by piece: bins go directly between the file and the memory of the pyramid,
// and are added to the checksum on the way. Every byte that is read may be damaged.
extension PeakCacheEntry {
  /// Fills a buffer with the bytes from an offset on; returns false when there are not so many.
  package typealias Source = (UnsafeMutableRawBufferPointer, _ offset: Int) -> Bool

  /// Writes the bytes of the entry piece by piece.
  ///
  /// - Parameter body: takes the next bytes; false ends the writing.
  /// - Returns: true when `body` got all bytes; false also when the peaks are not complete.
  package func write(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    let marks = peaks.marks.bytes
    guard let head = head(markBytes: marks.count), head.count <= Self.longestHead else { return false }
    var prelude = ByteWriter()
    for byte in Self.magic { prelude.number(byte) }
    prelude.number(Self.formatVersion)
    prelude.number(UInt32(head.count))
    var hash = XXH64()
    let summed = { (piece: UnsafeRawBufferPointer) -> Bool in
      hash.add(piece)
      return body(piece)
    }
    guard (prelude.bytes + head).withUnsafeBytes(summed) else { return false }
    let isWritten =
      switch peaks {
      case .int16(let pyramid): pyramid.store(summed)
      case .float(let pyramid): pyramid.store(summed)
      }
    guard isWritten else { return false }
    if !marks.isEmpty {
      guard marks.withUnsafeBytes(summed) else { return false }
    }
    return withUnsafeBytes(of: hash.digest.littleEndian, body)
  }

  private func head(markBytes: Int) -> [UInt8]? {
    let shape: PeakPyramidShape?
    let isFloat: Bool
    switch peaks {
    case .int16(let pyramid): (shape, isFloat) = (pyramid.shape, false)
    case .float(let pyramid): (shape, isFloat) = (pyramid.shape, true)
    }
    guard let shape else { return nil }
    return Head(
      key: key, isFloat: isFloat, description: description, report: report, shape: shape, markBytes: markBytes
    ).bytes
  }

  /// Reads an entry.
  ///
  /// - Parameters:
  ///   - count: the length of the entry in bytes.
  ///   - key: the key that the entry must have; nil: any.
  ///   - checksIntegrity: false only for tests of damage that the checksum would find.
  /// - Returns: nil when anything is wrong.
  init?(count: Int, key: [UInt8]?, checksIntegrity: Bool = true, from source: Source) {
    let most = count - Self.preludeSize - Self.checksumSize
    guard most > 0 else { return nil }
    var hash = XXH64()
    var offset = 0
    func next(_ piece: UnsafeMutableRawBufferPointer) -> Bool {
      guard piece.count <= count - offset, source(piece, offset) else { return false }
      hash.add(UnsafeRawBufferPointer(piece))
      offset += piece.count
      return true
    }
    var prelude = [UInt8](repeating: 0, count: Self.preludeSize)
    guard prelude.withUnsafeMutableBytes(next), prelude.starts(with: Self.magic),
      prelude.number(at: 8, size: 4, bigEndian: false) == Int(Self.formatVersion),
      let length = prelude.number(at: 12, size: 4, bigEndian: false), length <= min(most, Self.longestHead)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: length)
    guard bytes.withUnsafeMutableBytes(next), let head = try? Head(bytes), key == nil || head.key == key,
      // Memory is allocated only for bins and marks that exist, never for promised ones.
      head.markBytes <= most - length, head.binBytes == most - length - head.markBytes
    else { return nil }
    if head.isFloat {
      guard let pyramid = PeakPyramid<Float>.restored(head.shape, next) else { return nil }
      peaks = .float(pyramid)
    } else {
      guard let pyramid = PeakPyramid<Int16>.restored(head.shape, next) else { return nil }
      peaks = .int16(pyramid)
    }
    var marks = [UInt8](repeating: 0, count: head.markBytes)
    guard head.markBytes == 0 || marks.withUnsafeMutableBytes(next),
      peaks.marks.restore(from: marks, length: head.shape.frames)
    else { return nil }
    let found = hash.digest
    var stored: UInt64 = 0
    guard withUnsafeMutableBytes(of: &stored, { source($0, offset) }),
      UInt64(littleEndian: stored) == found || !checksIntegrity
    else { return nil }
    self.key = head.key
    description = head.description
    report = head.report
  }

  /// Reads an entry that is in memory.
  init?(_ bytes: [UInt8], key: [UInt8]? = nil, checksIntegrity: Bool = true) {
    self.init(count: bytes.count, key: key, checksIntegrity: checksIntegrity) { piece, offset in
      guard offset >= 0, offset <= bytes.count, piece.count <= bytes.count - offset else { return false }
      bytes.withUnsafeBytes {
        piece.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset...].prefix(piece.count)))
      }
      return true
    }
  }
}

extension PeakMarks {
  /// The marks as `restore(from:length:)` reads them: the lists that hold something, each with its number, the count of
  /// runs that were found, the joined gap, and start and end of every run that is kept.
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    for list in stored {
      for number in [list.number, list.found, list.joinedGap, list.runs.count] {
        writer.number(Int64(number))
      }
      for run in list.runs {
        writer.number(Int64(run.lowerBound))
        writer.number(Int64(run.upperBound))
      }
    }
    return writer.bytes
  }

  /// Restores stored marks from any bytes.
  ///
  /// - Parameter length: frames of the recording.
  /// - Returns: false when no recording can have such marks.
  package func restore(from bytes: [UInt8], length: Int) -> Bool {
    guard let lists = try? Self.lists(bytes) else { return false }
    return restore(lists, length: length)
  }

  private static func lists(_ bytes: [UInt8]) throws(ByteReader.Damage) -> [StoredList] {
    var reader = ByteReader(bytes)
    var lists: [StoredList] = []
    while !reader.isAtEnd {
      let number = try reader.count()
      let found = try reader.count()
      let joinedGap = try reader.count()
      let count = try reader.count()
      var runs: [FrameRange] = []
      // One at a time, because the count may be damaged.
      for _ in 0..<count {
        let start = try reader.count()
        let end = try reader.count()
        guard start < end else { throw ByteReader.Damage() }
        runs.append(start..<end)
      }
      lists.append(StoredList(number: number, runs: runs, found: found, joinedGap: joinedGap))
    }
    return lists
  }
}
