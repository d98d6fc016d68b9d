// FLACStream.swift
// Finds the frames of a FLAC file, and the next whole one behind damage. Reads by position, in pieces; no number in the
// file decides how much memory is allocated. Any thread.
// Format: RFC 9639, sections 6 to 8; an ID3v2 tag may stand in front.

import HostIO
import WaveformCore

/// The frames of a FLAC file.
package struct FLACStream {
  /// A whole frame.
  package struct Place: Hashable {
    /// The first byte.
    package let offset: Int
    /// The byte after the last.
    package let end: Int
    /// The samples of each channel that it holds.
    package let frames: FrameRange
  }

  /// "fLaC" and STREAMINFO as the only metadata: followed by frames, this is a complete FLAC stream.
  package let head: [UInt8]
  /// Where the first frame should be.
  package let firstFrame: Int
  private let blockSize: Int
  private let channels: Int
  private let source: any ByteSource
  /// The number of the first frame; not 0 when the file is part of a longer stream.
  private var origin = 0

  private static let piece = 1 << 16

  /// Counts the bytes that were searched for the end of a frame without success. It limits the work in a file that
  /// holds only headers of frames.
  private final class Effort {
    var bytes = 0
  }
  private let effort = Effort()
  private var isWorthwhile: Bool { effort.bytes <= 16 * source.count + (1 << 24) }

  /// - Returns: nil when it is no FLAC file, or STREAMINFO is not where it should be.
  package init?(_ source: some ByteSource) {
    var offset = ID3Tag.length(in: source)
    guard source.bytes(at: offset, length: 4).has("fLaC") else { return nil }
    let info = source.bytes(at: offset + 4, length: 38)
    guard info.count == 38, info[0] & 0x7F == 0, info.number(at: 1, size: 3, bigEndian: true) == 34,
      let blockSize = info.number(at: 6, size: 2, bigEndian: true)
    else { return nil }
    head = Array("fLaC".utf8) + [0x80] + info[1...]
    self.blockSize = blockSize
    channels = Int(info[16] >> 1 & 7) + 1
    self.source = source
    offset += 4
    for count in 0... {
      // Files have at most some dozens of blocks; a file of zeros looks like an endless row of them.
      guard count < 4096 else { return nil }
      let block = source.bytes(at: offset, length: 4)
      guard block.count == 4, let size = block.number(at: 1, size: 3, bigEndian: true) else { return nil }
      offset += 4 + size
      if block[0] & 0x80 != 0 { break }
    }
    firstFrame = offset
    let first = source.bytes(at: offset, length: FLACFrame.longestHeader)
    first.withUnsafeBytes { bytes in
      if let frame = FLACFrame(bytes) { origin = self.first(of: frame) }
    }
  }

  /// The first whole frame that begins at or after sample `sample`.
  ///
  /// - Complexity: some reads to find the place, then O(bytes that are damaged)
  package func frame(from sample: Int) -> Place? {
    var offset = offset(before: sample)
    while let place = wholeFrame(from: offset, to: source.count) {
      if place.frames.lowerBound >= sample { return place }
      offset = place.end
    }
    return nil
  }

  /// The first stretch of samples in a range that no whole frame holds; nil when all of it is whole.
  ///
  /// - Complexity: some reads to find the place, then O(bytes of the range)
  package func hole(from start: Int, to end: Int) -> FrameRange? {
    var sample = start
    var offset = offset(before: start)
    while sample < end, let place = wholeFrame(from: offset, to: source.count) {
      if place.frames.lowerBound > sample { return sample..<place.frames.lowerBound }
      sample = max(sample, place.frames.upperBound)
      offset = place.end
    }
    return sample < end ? sample..<end : nil
  }

  /// True when the bytes between the whole frames around `sample` can have held `count` samples: a frame has at most
  /// 65,535 samples and takes at least 10 bytes, even for digital silence.
  package func canHold(_ count: Int, before place: Place, from sample: Int) -> Bool {
    var end = firstFrame
    var offset = offset(before: sample)
    while let before = wholeFrame(from: offset, to: place.offset), before.frames.upperBound <= sample {
      end = before.end
      offset = before.end
    }
    return count / 8192 <= max(0, place.offset - end)
  }

  /// The whole frame that holds sample `sample`; nil when that frame is damaged.
  package func frame(holding sample: Int) -> Place? {
    var offset = offset(before: sample)
    while let place = wholeFrame(from: offset, to: source.count), place.frames.lowerBound <= sample {
      if place.frames.contains(sample) { return place }
      offset = place.end
    }
    return nil
  }

  /// A byte not far before the frame with `sample`, from which a search finds it.
  private func offset(before sample: Int) -> Int {
    var low = firstFrame, high = source.count
    while high - low > 1 << 18 {
      let middle = low + (high - low) / 2
      if let place = wholeFrame(from: middle, to: high), place.frames.lowerBound <= sample {
        low = place.offset
        // No other frame lies between the middle and that frame.
        if place.frames.contains(sample) { return low }
      } else {
        high = middle
      }
    }
    return low
  }

  /// The first whole frame that begins in a stretch of bytes.
  private func wholeFrame(from start: Int, to limit: Int) -> Place? {
    var offset = max(start, firstFrame)
    while offset < limit {
      let bytes = source.bytes(at: offset, length: Self.piece)
      guard !bytes.isEmpty else { return nil }
      // A header at the end of this piece is examined together with the next piece.
      let isLast = bytes.count < Self.piece
      let searched = isLast ? bytes.count : bytes.count - FLACFrame.longestHeader
      let found = bytes.withUnsafeBytes { bytes -> Place? in
        for index in 0..<min(searched, limit - offset) where bytes[index] == 0xFF {
          if let frame = FLACFrame(bytes, at: index), let place = place(of: frame, at: offset + index) {
            return place
          }
        }
        return nil
      }
      if let found { return found }
      offset += searched
    }
    return nil
  }

  /// Where a frame ends; nil when its checksum is wrong.
  private func place(of frame: FLACFrame, at start: Int) -> Place? {
    guard frame.channels == channels, isWorthwhile else { return nil }
    let first = first(of: frame) - origin
    guard first >= 0 else { return nil }
    var crc: UInt16 = 0
    var offset = start
    // Uncompressed samples of at most 33 bits, and headers.
    let longest = frame.blockSize * channels * 5 + 1024
    while offset - start < longest {
      let bytes = source.bytes(at: offset, length: Self.piece + FLACFrame.longestHeader)
      let count = min(bytes.count, Self.piece, longest - (offset - start))
      guard count > 0 else { break }
      let end = bytes.withUnsafeBytes { bytes -> Int? in
        for index in 0..<count {
          crc = FLACChecksum.crc16(crc, bytes[index])
          // A checksum may be right by chance, so another frame, or the end of the file, must follow. (Damage behind a
          // whole frame therefore hides its end.)
          if crc == 0, offset + index + 1 - start > frame.headerBytes,
            offset + index + 1 == source.count
              || index + 1 < bytes.count && bytes[index + 1] == 0xFF
                && FLACFrame(bytes, at: index + 1) != nil
          {
            return offset + index + 1
          }
        }
        return nil
      }
      if let end { return Place(offset: start, end: end, frames: first..<first + frame.blockSize) }
      offset += count
    }
    effort.bytes += offset - start
    return nil
  }

  /// The number of the first sample of a frame.
  private func first(of frame: FLACFrame) -> Int {
    frame.countsSamples ? frame.number : frame.number * blockSize
  }
}
