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
  /// Samples of the longest frame, and of all but the last where all are alike.
  package let blockSize: Int
  private let channels: Int
  /// Bits of a sample.
  private let bits: Int
  private let source: any ByteSource
  /// The number of the first frame; not 0 when the file is part of a longer stream.
  private var origin = 0

  /// Bytes that are looked at for a head, at least.
  private static let glance = 1 << 12
  /// Bytes of a frame that are looked at, at once.
  private static let stretch = 1 << 16

  private let map = FLACFrameMap()
  /// Bytes of which a checksum was computed in vain.
  package var vainBytes: Int { map.vainBytes }
  private let piece: FilePiece
  /// True when so much was searched in vain that no further frame is looked for.
  package var isAbandoned: Bool { vainBytes > 2 * source.count + 1 << 22 }
  /// Where the device, or the file, ended too early for the last search for a frame; nil where all could be read.
  package var unreadableOffset: Int? { map.unreadable }

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
    bits = Int(info[16] & 1) << 4 + Int(info[17] >> 4) + 1
    self.source = source
    piece = FilePiece(source)
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
    map.unreadable = nil
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

  /// True when the bytes between the whole frames around `sample` can have held `count` samples.
  package func canHold(_ count: Int, before place: Place, from sample: Int) -> Bool {
    var end = firstFrame
    var offset = offset(before: sample)
    while let before = wholeFrame(from: offset, to: place.offset), before.frames.upperBound <= sample {
      end = before.end
      offset = before.end
    }
    return FLACFrameMap.mayHold(count, in: place.offset - end)
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

  /// A byte not far before the frame with `sample`, from which a search finds it. It begins with what is known, and goes
  /// in growing steps from there: most samples that are asked for follow each other.
  private func offset(before sample: Int) -> Int {
    let known = map.bounds(of: sample)
    if let frame = known.frame, frame.frames.contains(sample) { return frame.offset }
    var low = known.frame?.offset ?? firstFrame
    if sample - (known.frame?.frames.upperBound ?? 0) < Self.nearBlocks * blockSize { return low }
    var high = known.end.flatMap { $0 > low ? $0 : nil } ?? source.count
    var step = Self.stride
    while high - low > Self.stride {
      let middle = low + min(step, (high - low) / 2)
      step *= 4
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

  private static let stride = 1 << 18
  /// So many frames are gone through one by one: they are in the piece that is at hand, more or less.
  private static let nearBlocks = 16

  /// The first whole frame that begins in a stretch of bytes.
  private func wholeFrame(from start: Int, to limit: Int) -> Place? {
    let start = map.fertile(from: max(start, firstFrame))
    if start < limit, let known = map.frame(at: start) { return known }
    var offset = start
    while offset < limit, !isAbandoned {
      let (bytes, first) = piece.bytes(from: offset, count: Self.glance)
      let count = bytes.count - first
      note(count, of: Self.glance, at: offset)
      guard count > 0 else { return nil }
      // A header at the end of this piece is examined together with the next piece.
      let isLast = offset + count >= source.count || count < Self.glance
      let searched = isLast ? count : count - FLACFrame.longestHeader
      let found = bytes.withUnsafeBytes { bytes -> Place? in
        for index in first..<first + min(searched, limit - offset) where bytes[index] == 0xFF {
          let start = offset + index - first
          if let frame = FLACFrame(bytes, at: index), let place = place(of: frame, at: start) { return place }
        }
        return nil
      }
      // Where the device failed there may be a frame: it is looked for again.
      if !isAbandoned, map.unreadable == nil {
        map.add(barren: start..<(found?.offset ?? min(limit, offset + searched)))
      }
      if let found {
        map.add(found)
        return found
      }
      offset += searched
    }
    return nil
  }

  /// Keeps where the device gave fewer bytes than the file has: a search takes that for its end.
  private func note(_ found: Int, of count: Int, at offset: Int) {
    if found < min(count, source.count - offset) { map.unreadable = offset + found }
  }

  /// Where a frame ends; nil when its checksum is wrong.
  private func place(of frame: FLACFrame, at start: Int) -> Place? {
    guard frame.channels == channels, frame.blockSize <= blockSize, !isAbandoned else { return nil }
    let first = first(of: frame) - origin
    guard first >= 0, map.mayHold(first, at: start, from: firstFrame), map.isWorthAnAttempt(at: first) else {
      return nil
    }
    var crc: UInt16 = 0
    var offset = start
    // Uncompressed samples, of which a difference of channels takes a bit more, and headers; encoders may be clumsy.
    let longest = frame.blockSize * channels * (bits + 1) / 8 * 9 / 8 + 1024
    while offset - start < longest {
      let wanted = min(longest - (offset - start), Self.stretch)
      // What comes next in a longer frame is not kept: the search may go on with the second byte of this one.
      let (all, place) =
        offset == start
        ? piece.bytes(from: start, count: wanted + FLACFrame.longestHeader)
        : (source.bytes(at: offset, length: wanted + FLACFrame.longestHeader), 0)
      let count = min(all.count - place, wanted)
      note(all.count - place, of: wanted + FLACFrame.longestHeader, at: offset)
      guard count > 0 else { break }
      var checked = 0
      // A checksum may be right by chance, so a later frame, or the end of the file, must follow. (Damage behind a whole
      // frame therefore hides its end.)
      let end = all.withUnsafeBytes { all -> Int? in
        let bytes = UnsafeRawBufferPointer(rebasing: all[place...])
        var index = max(0, start + frame.headerBytes + 1 - offset)
        while index <= count {
          let isEnd = offset + index == source.count
          guard
            isEnd || index + 1 < bytes.count && bytes[index] == 0xFF && bytes[index + 1] & 0xFE == 0xF8
          else {
            index += 1
            continue
          }
          crc = FLACChecksum.crc16(crc, bytes, checked..<index)
          checked = index
          if isEnd { return crc == 0 ? index : nil }
          if let next = FLACFrame(bytes, at: index) {
            let follows = self.first(of: next) - origin - first - frame.blockSize
            if crc == 0, follows >= 0 { return index }
            // The frame that must come next: this one ends here, and is damaged.
            if follows == 0, next.blockSize == frame.blockSize { return Self.isDamaged }
          }
          index += 1
        }
        crc = FLACChecksum.crc16(crc, bytes, checked..<count)
        return nil
      }
      if end == Self.isDamaged {
        offset += checked
        break
      }
      if let end {
        return Place(offset: start, end: offset + end, frames: first..<first + frame.blockSize)
      }
      offset += count
    }
    map.addAttempt(at: first, bytes: offset - start)
    return nil
  }

  /// Stands for an end that is none.
  private static let isDamaged = -1

  /// The number of the first sample of a frame.
  private func first(of frame: FLACFrame) -> Int {
    frame.countsSamples ? frame.number : frame.number * blockSize
  }
}
