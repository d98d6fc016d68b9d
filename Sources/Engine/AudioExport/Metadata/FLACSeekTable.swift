// FLACSeekTable.swift
// Where the frames of a FLAC file lie, for a table at its beginning (RFC 9639, section 8.5), so that a player finds a place
// in a long recording at once. How long it becomes is not known when room is made for the table: points are collected
// while the frames are written, and when there are too many, every second one goes.
// A value.

import AudioFormats

struct FLACSeekTable {
  private struct Point {
    /// The frame's first sample.
    let sample: Int
    /// Bytes from the first frame.
    let offset: Int
    let count: Int
  }

  /// Points that there is room for: one each ten seconds of the first forty minutes.
  private static let room = 240
  private static let pointBytes = 18, headBytes = 4
  /// Bytes of the table and of the padding behind it, together.
  private static let byteCount = headBytes + room * pointBytes

  private var points: [Point] = []
  /// The least distance of two points, in samples.
  private var distance: Int
  /// Samples of all frames but the last.
  private var blockSize: Int?

  /// - Parameter sampleRate: frames per second, > 0.
  init(sampleRate: Int) { distance = 10 * sampleRate }

  /// Takes a frame into account.
  ///
  /// - Parameters:
  ///   - bytes: the frame, from its beginning on; others are ignored.
  ///   - offset: bytes from the first frame.
  mutating func add(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard let frame = FLACFrame(bytes) else { return }
    let size = blockSize ?? frame.blockSize
    blockSize = size
    let sample = frame.countsSamples ? frame.number : frame.number * size
    guard points.last.map({ sample >= $0.sample + distance }) ?? true else { return }
    if points.count == Self.room {
      points = points.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
      distance *= 2
      guard sample >= points[points.count - 1].sample + distance else { return }
    }
    points.append(Point(sample: sample, offset: offset, count: frame.blockSize))
  }

  /// The table, and the rest of its room as padding; of `byteCount` bytes, behind which the sound follows.
  var bytes: [UInt8] {
    let last: UInt8 = 0x80
    var bytes: [UInt8] = []
    if !points.isEmpty {
      bytes = [points.count == Self.room ? 3 | last : 3] + TextBytes.big(points.count * Self.pointBytes, 3)
    }
    for point in points {
      bytes += TextBytes.big(point.sample, 8) + TextBytes.big(point.offset, 8) + TextBytes.big(point.count, 2)
    }
    guard points.count < Self.room else { return bytes }
    let padding = Self.byteCount - bytes.count - Self.headBytes
    return bytes + [1 | last] + TextBytes.big(padding, 3) + [UInt8](repeating: 0, count: padding)
  }
}
