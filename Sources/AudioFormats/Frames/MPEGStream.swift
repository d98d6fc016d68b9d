// MPEGStream.swift
// Where the frames of an MP3 or MP2 file lie, and where they begin again behind damage. mpg123 gives up when it
// finds no frame within a kilobyte. Reads heads by position, in pieces; nothing is allocated by what the file says.

import HostIO
import WaveformCore

/// The frames of an MPEG audio file, walked over from its beginning.
package struct MPEGStream {
  /// A stretch without frames, and what comes after it.
  package struct Hole: Hashable {
    /// The byte with which frames begin again.
    package let end: Int
    /// The samples that the decoder could have delivered before, and with which the next frame begins.
    package let samples: FrameRange
  }

  private let source: any ByteSource
  private let first: MPEGFrame
  /// Frames of the whole, where its tag tells.
  private let total: Int?
  /// Samples at the beginning that are not delivered.
  private let delay: Int
  /// Where the walk stands: a byte, the frames before it, those that were seen, and their bytes.
  private var offset: Int
  private var index = 0
  private var seen = 0, seenBytes = 0
  /// Bytes that were walked over behind holes, to count what follows.
  private var walkedBytes = 0
  /// A piece of the file.
  private var bytes: [UInt8] = []
  private var bytesOffset = 0

  private static let piece = 1 << 16
  /// So many frames in a row are no accident.
  private static let proof = 4

  /// - Parameter start: the byte with which the frames begin; nil: look for it.
  /// - Returns: nil when it begins with no frame.
  package init?(_ source: some ByteSource, from start: Int? = nil) {
    guard let start = start ?? MPEGFrame.start(in: source),
      let first = MPEGFrame(source.bytes(at: start, length: 4), at: 0)
    else { return nil }
    self.source = source
    self.first = first
    let tag = MPEGLength.tag(in: source, at: start)
    total = tag?.frames
    delay = tag?.delay ?? 0
    // The frame with the tag is not heard.
    offset = tag == nil ? start : start + first.byteCount
  }

  /// The next hole.
  ///
  /// - Returns: nil when no frames follow any more.
  /// - Complexity: O(bytes up to its end)
  package mutating func nextHole() -> Hole? {
    while let frame = frame(at: offset) { take(frame) }
    let before = index
    guard let end = resumption() else { return nil }
    index += lost(in: end - offset, before: end)
    offset = end
    return Hole(
      end: end, samples: max(0, before * first.samples - delay)..<max(0, index * first.samples - delay))
  }

  /// The byte behind the frames that the tag promises, from which further ones may follow: another recording, say.
  ///
  /// - Returns: nil without a promise, or where nothing follows that is several frames in a row.
  /// - Complexity: O(bytes of the file)
  package mutating func continuation() -> Int? {
    guard let total else { return nil }
    while index < total, let frame = frame(at: offset) { take(frame) }
    guard index == total else { return nil }
    return resumption(anyKind: true)
  }

  private mutating func take(_ frame: MPEGFrame) {
    offset += frame.byteCount
    index += 1
    seen += 1
    seenBytes += frame.byteCount
  }

  /// How many frames a hole has swallowed: the rest of all there should be where that is known and this is the only
  /// hole, else as many as usually take so many bytes.
  private mutating func lost(in count: Int, before end: Int) -> Int {
    let usual = Int((Double(count) * Double(seen) / Double(max(1, seenBytes))).rounded())
    // Everything behind is walked over for each hole: not for thousands of them.
    guard walkedBytes <= 16 * source.count else { return usual }
    walkedBytes += source.count - end
    var rest = self
    rest.offset = end
    while let frame = rest.frame(at: rest.offset) { rest.take(frame) }
    let after = rest.index - index
    let average = Int((Double(count) * Double(rest.seen) / Double(max(1, rest.seenBytes))).rounded())
    // Where the end is missing as well, the rest is no measure.
    if let total, rest.resumption() == nil, case let lost = total - index - after,
      average / 3...3 * average + 3 ~= lost
    {
      return lost
    }
    return average
  }

  /// The first byte behind `offset` at which several frames follow each other.
  ///
  /// - Parameter anyKind: true for frames of another version, layer or rate than the first as well.
  private mutating func resumption(anyKind: Bool = false) -> Int? {
    var start = offset
    while start < source.count {
      guard let found = sync(from: start, anyKind: anyKind) else { return nil }
      var next = found, count = 0
      var kind = anyKind ? nil : first.kind
      while count < Self.proof, let frame = frame(at: next, kind: kind) {
        kind = frame.kind
        next += frame.byteCount
        count += 1
      }
      if count == Self.proof { return found }
      start = found + 1
    }
    return nil
  }

  /// The next byte that begins a frame by its looks.
  private mutating func sync(from start: Int, anyKind: Bool) -> Int? {
    var start = start
    while start + 4 <= source.count {
      load(start)
      guard bytesOffset + bytes.count - start >= 4 else { return nil }
      let last = bytes.count - 3
      var index = start - bytesOffset
      while index < last {
        if bytes[index] == 0xFF, let frame = MPEGFrame(bytes, at: index), anyKind || frame.kind == first.kind
        {
          return bytesOffset + index
        }
        index += 1
      }
      start = bytesOffset + last
    }
    return nil
  }

  private mutating func frame(at place: Int) -> MPEGFrame? { frame(at: place, kind: first.kind) }

  /// - Parameter kind: nil for any.
  private mutating func frame(at place: Int, kind: Int?) -> MPEGFrame? {
    load(place)
    guard let frame = MPEGFrame(bytes, at: place - bytesOffset), kind == nil || frame.kind == kind else {
      return nil
    }
    return frame
  }

  /// Makes the four bytes at `place` part of the piece, as far as they exist.
  private mutating func load(_ place: Int) {
    if place >= bytesOffset, place + 4 <= bytesOffset + bytes.count { return }
    bytesOffset = place
    bytes = source.bytes(at: place, length: Self.piece)
  }
}
