// MPEGStream.swift
// Where the frames of an MP3 or MP2 file lie, and where they begin again behind damage: one head that looks right is no
// proof in noise, though mpg123 takes it for one. Reads heads by position, in pieces; nothing is allocated by what the
// file says.

import HostIO
import WaveformCore

/// The frames of an MPEG audio recording, walked over from its beginning.
package struct MPEGStream {
  /// What comes next in the file.
  package enum Step {
    /// A whole frame: its bytes.
    case frame(Range<Int>)
    /// Other bytes, which have swallowed so many frames; 0: nothing, though what stands around them is damaged.
    case hole(frames: Int)
  }

  /// The first frame, tag or sound.
  package let first: MPEGFrame
  /// Samples at the beginning that are not part of the recording.
  package let delay: Int
  /// Samples of the recording according to the tag; nil without one.
  package let length: Int?
  private let source: any ByteSource
  /// Frames of the whole, where its tag tells.
  private let total: Int?
  private var place: Place
  /// Where the walk stood after some dozens of frames each.
  private var earlier: [Place]
  /// A piece of the file.
  private var bytes: [UInt8] = []
  private var bytesOffset = 0

  /// Where the walk stands.
  private struct Place {
    /// The next byte.
    var offset: Int
    /// The frames before it, lost ones as well; and those before the first one behind the last hole.
    var index = 0, origin = 0
    /// Frames that were seen, and their bytes.
    var seen = 0, seenBytes = 0
    /// Bytes that were walked over behind holes, to count what follows.
    var walkedBytes = 0

    mutating func take(_ frame: MPEGFrame) {
      offset += frame.byteCount
      index += 1
      seen += 1
      seenBytes += frame.byteCount
    }
  }

  /// Other bytes: where frames begin again (-1: nowhere), and how many are missing.
  private struct Hole {
    let end: Int
    let lost: Int
  }
  /// Holes by the byte with which they begin.
  private var holes: [Int: Hole] = [:]

  private static let piece = 1 << 16
  /// So many frames in a row cannot be chance.
  private static let proof = 4
  /// The rounding of mono sound depends on the number of the frame, modulo 4 or 8 (mpg123 1.31).
  private static let period = 8
  private static let framesBetweenPlaces = 64
  /// Bytes of the longest frame: layer II of version 2.5, with 160 kb/s at 8 kHz.
  private static let longestFrame = 144 * 160_000 / 8000 + 1

  /// - Parameters:
  ///   - start: the byte with which the frames begin; nil: look for it.
  ///   - before: the recording in front of it in the same file: what was done for its holes counts.
  /// - Returns: nil when it begins with no frame.
  package init?(_ source: some ByteSource, from start: Int? = nil, behind before: MPEGStream? = nil) {
    guard let start = start ?? MPEGFrame.start(in: source),
      let first = MPEGFrame(source.bytes(at: start, length: 4), at: 0)
    else { return nil }
    self.source = source
    self.first = first
    let tag = MPEGTag(in: source, at: start)
    total = tag?.frames
    let delay = tag?.delay ?? 0
    self.delay = delay
    length = tag.flatMap { tag in
      tag.frames.map { max(0, $0 * first.samples - delay - tag.padding) }
    }
    // The frame with the tag is not heard.
    place = Place(
      offset: tag == nil ? start : start + first.byteCount, walkedBytes: before?.place.walkedBytes ?? 0)
    earlier = [place]
  }

  /// Where the device, or the file, ended too early; nil when all could be read so far.
  package private(set) var unreadableOffset: Int?

  /// Goes on by a frame or a hole.
  ///
  /// - Returns: nil when no frames follow any more.
  /// - Complexity: O(1), but O(bytes up to its end) for a hole
  package mutating func next() -> Step? {
    if place.index >= earlier.last!.index + Self.framesBetweenPlaces { earlier.append(place) }
    let start = place.offset
    if let frame = frame(at: start) {
      place.take(frame)
      return .frame(start..<place.offset)
    }
    let behind = start + tagLength(at: start)
    if behind > start, frame(at: behind) != nil {
      place.offset = behind
      return next()
    }
    guard let hole = hole(at: start) else { return nil }
    place.index += hole.lost
    place.offset = hole.end
    place.origin = place.index
    return .hole(frames: hole.lost)
  }

  /// The hole that begins where the walk stands; nil when no frames follow. Each is searched once: jumps walk over it again
  /// and again.
  private mutating func hole(at start: Int) -> Hole? {
    if let known = holes[start] { return known.end < 0 ? nil : known }
    guard let end = resumption() else {
      holes[start] = Hole(end: -1, lost: 0)
      return nil
    }
    let hole = Hole(end: end, lost: lost(in: end - start, before: end))
    holes[start] = hole
    return hole
  }

  /// The bytes of a frame that has just been found.
  package func withBytes<Result>(of frame: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes {
      body(
        UnsafeRawBufferPointer(rebasing: $0[frame.lowerBound - bytesOffset..<frame.upperBound - bytesOffset]))
    }
  }

  /// Goes so far before a frame that a new decoder that begins there has come to be what it is in a decoding from the
  /// beginning; not farther than to the last hole.
  ///
  /// - Parameter before: frames to decode before it, at least.
  /// - Returns: the number of the frame at which it stands; nil when the file ends before the wished one.
  /// - Complexity: O(frames up to there) the first time, then O(1)
  package mutating func seek(toFrame index: Int, before: Int) -> Int? {
    place = kept(before: index)
    while place.index <= index {
      let last = place
      guard next() != nil else { break }
      if place.index > index {
        place = last
        break
      }
    }
    guard place.index == index || place.index < index && hasMore else { return nil }
    let start = max(place.origin, (place.index - before - place.origin) & ~(Self.period - 1) + place.origin)
    guard start < place.index else { return place.index }
    place = kept(before: start)
    while place.index < start, next() != nil {}
    return place.index
  }

  private func kept(before index: Int) -> Place {
    var low = 0, high = earlier.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if earlier[middle].index <= index { low = middle } else { high = middle }
    }
    return earlier[low]
  }

  private var hasMore: Bool {
    var copy = self
    return copy.next() != nil
  }

  /// The byte behind the frames that the tag promises, from which further ones may follow: another recording, say.
  ///
  /// - Returns: nil without a promise, or where nothing follows that is several frames in a row.
  /// - Complexity: O(bytes of the file)
  package mutating func continuation() -> Int? {
    guard let total else { return nil }
    while place.index < total, next() != nil {}
    guard place.index == total else { return nil }
    return resumption(anyKind: true)
  }

  /// How many frames a hole has swallowed: the rest of all there should be where that is known and this is the only
  /// hole, else as many as usually take so many bytes.
  private mutating func lost(in count: Int, before end: Int) -> Int {
    let usual = Int((Double(count) * Double(place.seen) / Double(max(1, place.seenBytes))).rounded())
    // Everything behind is walked over for each hole: not for thousands of them.
    guard place.walkedBytes <= 4 * source.count else { return usual }
    place.walkedBytes += source.count - end
    var rest = self
    rest.place.offset = end
    while let frame = rest.frame(at: rest.place.offset) { rest.place.take(frame) }
    let after = rest.place.index - place.index
    let average = Int(
      (Double(count) * Double(rest.place.seen) / Double(max(1, rest.place.seenBytes))).rounded())
    // Where the end is missing as well, the rest is no measure.
    if let total, rest.resumption() == nil, case let lost = total - place.index - after,
      0...3 * average + 3 ~= lost
    {
      return lost
    }
    return average
  }

  /// The bytes of tags: of ID3 in its second version, or in its first, which takes 128.
  private func tagLength(at offset: Int) -> Int {
    let length = ID3Tag.length(in: source, at: offset)
    return length == 0 && source.bytes(at: offset, length: 3).has("TAG") ? 128 : length
  }

  /// The first byte behind the walk at which several frames follow each other, or some to the end of the file.
  ///
  /// - Parameter anyKind: true for frames of another version, layer or rate than the first as well.
  private mutating func resumption(anyKind: Bool = false) -> Int? {
    var start = place.offset
    while start < source.count {
      guard let found = sync(from: start, anyKind: anyKind) else { return nil }
      // All heads of the row in one piece, so that no byte is read anew for each beginning of one.
      load(found, min((Self.proof + 1) * Self.longestFrame, source.count - found))
      var next = found, count = 0
      var kind = anyKind ? nil : first.kind
      while count < Self.proof, let frame = frame(at: next, kind: kind) {
        kind = frame.kind
        next += frame.byteCount
        count += 1
      }
      if count == Self.proof || count > 0 && next == source.count { return found }
      start = found + 1
    }
    return nil
  }

  /// The next byte that begins a frame by its looks.
  private mutating func sync(from start: Int, anyKind: Bool) -> Int? {
    var start = start
    while start + 4 <= source.count {
      load(start, 4)
      guard bytesOffset + bytes.count - start >= 4 else { return nil }
      let last = bytes.count - 3
      var index = start - bytesOffset
      while let next = bytes[index..<last].firstIndex(of: 0xFF) {
        if let frame = MPEGFrame(bytes, at: next), anyKind || frame.kind == first.kind {
          return bytesOffset + next
        }
        index = next + 1
      }
      start = bytesOffset + last
    }
    return nil
  }

  private mutating func frame(at place: Int) -> MPEGFrame? { frame(at: place, kind: first.kind) }

  /// A frame all of whose bytes are there.
  ///
  /// - Parameter kind: nil for any.
  private mutating func frame(at place: Int, kind: Int?) -> MPEGFrame? {
    load(place, 4)
    guard let frame = MPEGFrame(bytes, at: place - bytesOffset), kind == nil || frame.kind == kind else {
      return nil
    }
    load(place, frame.byteCount)
    return place + frame.byteCount <= bytesOffset + bytes.count ? frame : nil
  }

  /// Makes `count` bytes at `place` part of the piece, as far as they exist.
  private mutating func load(_ place: Int, _ count: Int) {
    if place >= bytesOffset, place + count <= bytesOffset + bytes.count { return }
    bytesOffset = place
    bytes = source.bytes(at: place, length: Self.piece)
    if bytes.count < min(Self.piece, source.count - place) { unreadableOffset = place + bytes.count }
  }
}
