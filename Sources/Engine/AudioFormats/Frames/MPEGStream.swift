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
  /// The byte with which the recording begins.
  private let start: Int
  /// Frames of the whole, where its tag tells.
  private let total: Int?
  private var place: Place
  /// Where the walk stood after some dozens of frames each.
  private var earlier: [Place]
  /// Where the frames end that the tag promises, once the walk was there.
  private var promisedEnd: Place?
  private var piece: Piece
  private let searches: Searches

  /// Where the walk stands. The same for each frame, however the walk came there: or sound would move with the order of
  /// jumps.
  private struct Place {
    /// The next byte.
    var offset: Int
    /// The frames before it, lost ones as well; and those before the first one behind the last hole.
    var index = 0, origin = 0
    /// Frames that were seen, and their bytes.
    var seen = 0, seenBytes = 0
    /// Bytes that were walked over behind the holes before it, at most, to count what they have swallowed.
    var walkedBytes = 0

    mutating func take(_ frame: MPEGFrame) {
      offset += frame.byteCount
      index += 1
      seen += 1
      seenBytes += frame.byteCount
    }
  }

  /// Other bytes: where frames begin again, and how many are missing.
  private struct Hole {
    let end: Int
    let lost: Int
    /// Bytes behind it that were walked over for that, at most.
    let walkedBytes: Int
  }

  /// Where a hole begins: two recordings that overlap may take it for different ones.
  private struct HolePlace: Hashable {
    let recording: Int, offset: Int
  }

  /// What searches have found. It holds for the file, so copies of a stream and all recordings in the file share it:
  /// none is made twice, whatever is read again.
  private final class Searches {
    /// nil: no frames follow.
    var holes: [HolePlace: Hole?] = [:]
    /// The same at the end of the file; nil: what stands there is no loss.
    var ends: [HolePlace: Hole?] = [:]
    /// Where the next recording begins, by the byte with which one begins; nil: none follows.
    var continuations: [Int: Int?] = [:]
  }

  /// Some bytes of the file. A value: what walks ahead moves a piece of its own.
  private struct Piece {
    static let length = 1 << 16
    let source: any ByteSource
    private(set) var bytes: [UInt8] = []
    private(set) var offset = 0
    /// Where the device, or the file, ended too early; nil when all bytes are there.
    private(set) var unreadableOffset: Int?

    init(_ source: any ByteSource) { self.source = source }

    /// Makes `count` bytes at `place` part of the piece, as far as they exist.
    mutating func load(_ place: Int, _ count: Int) {
      if place >= offset, min(place + count, source.count) <= offset + bytes.count { return }
      offset = place
      bytes = source.bytes(at: place, length: Self.length)
      let wanted = min(Self.length, source.count - place)
      unreadableOffset = bytes.count < wanted ? place + bytes.count : nil
    }
  }

  /// So many frames in a row cannot be chance.
  private static let proof = 4
  /// The rounding of mono sound depends on the number of the frame, modulo 4 or 8 (mpg123 1.31).
  private static let period = 8
  private static let framesBetweenPlaces = 64
  /// Bytes of the longest frame: layer II of version 2.5, with 160 kb/s at 8 kHz.
  private static let longestFrame = 144 * 160_000 / 8000 + 1

  /// - Parameters:
  ///   - start: the byte with which the frames begin; nil: look for it.
  ///   - before: the recording in front of it in the same file, whose `continuation` it is: what was read and found for
  ///     it is not read and searched again, and what was done for its holes counts.
  /// - Returns: nil when it begins with no frame.
  package init?(_ source: some ByteSource, from start: Int? = nil, behind before: MPEGStream? = nil) {
    guard let start = start ?? MPEGFrame.start(in: source), 0..<source.count ~= start else { return nil }
    var piece = before?.piece ?? Piece(source)
    piece.load(start, MPEGTag.reach)
    guard let first = MPEGFrame(piece.bytes, at: start - piece.offset) else { return nil }
    let tag = MPEGTag(in: piece.bytes, at: start - piece.offset)
    self.start = start
    self.first = first
    self.piece = piece
    searches = before?.searches ?? Searches()
    total = tag?.frames
    let delay = tag?.delay ?? 0
    self.delay = delay
    length = tag.flatMap { tag in
      tag.frames.map { max(0, $0 * first.samples - delay - tag.padding) }
    }
    // The frame with the tag is not heard.
    place = Place(
      offset: tag == nil ? start : start + first.byteCount,
      walkedBytes: before?.promisedEnd?.walkedBytes ?? 0)
    earlier = [place]
  }

  private var source: any ByteSource { piece.source }

  /// Where the device, or the file, ended too early; nil when what was read last is whole.
  package var unreadableOffset: Int? { piece.unreadableOffset }

  /// Goes on by a frame or a hole.
  ///
  /// - Returns: nil when no frames follow any more.
  /// - Complexity: O(1), but O(bytes up to its end) for a hole
  package mutating func next() -> Step? {
    if place.index >= earlier.last!.index + Self.framesBetweenPlaces { earlier.append(place) }
    if place.index == total, promisedEnd == nil { promisedEnd = place }
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
    guard let hole = hole(at: start) ?? lostEnd(at: behind) else { return nil }
    place.index += hole.lost
    place.offset = hole.end
    place.origin = place.index
    place.walkedBytes += hole.walkedBytes
    return .hole(frames: hole.lost)
  }

  /// The hole that begins where the walk stands; nil when no frames follow. Each is searched once: jumps walk over it
  /// again and again.
  private mutating func hole(at offset: Int) -> Hole? {
    let key = HolePlace(recording: start, offset: offset)
    if let known = searches.holes[key] { return known }
    guard let end = resumption() else {
      // What a device could not read it may read the next time.
      if unreadableOffset == nil { searches.holes.updateValue(nil, forKey: key) }
      return nil
    }
    let found = hole(to: end)
    searches.holes.updateValue(found, forKey: key)
    return found
  }

  /// The hole to the end of the file: bytes that are no frame. They have swallowed as many as usually take so many bytes;
  /// of a frame whose end is missing, and of nothing but one byte repeated, none that can be heard. Nil where a tag tells
  /// the length, where something else follows, and at the end.
  private mutating func lostEnd(at offset: Int) -> Hole? {
    guard total == nil, offset < source.count, unreadableOffset == nil else { return nil }
    let key = HolePlace(recording: start, offset: offset)
    if let known = searches.ends[key] { return known }
    let found = searchedEnd(at: offset)
    if unreadableOffset == nil { searches.ends.updateValue(found, forKey: key) }
    return found
  }

  private mutating func searchedEnd(at start: Int) -> Hole? {
    var offset = start
    while case let length = tagLength(at: offset), length > 0, offset < source.count { offset += length }
    let rest = MPEGTrailer.start(in: source, behind: place.offset) - offset
    guard rest > 0, resumption(anyKind: true) == nil else { return nil }
    piece.load(offset, 4)
    let isCut = MPEGFrame(piece.bytes, at: offset - piece.offset).map {
      $0.kind == first.kind && $0.byteCount > rest
    }
    let lost = Int((Double(rest) * Double(place.seen) / Double(max(1, place.seenBytes))).rounded())
    guard isCut == true || lost > 0 else { return nil }
    return Hole(end: source.count, lost: isCut == true || isFilled(from: offset) ? 0 : lost, walkedBytes: 0)
  }

  /// True when all bytes to the end of the file are alike.
  private func isFilled(from offset: Int) -> Bool {
    var offset = offset, byte: UInt8?
    while case let bytes = source.bytes(at: offset, length: Piece.length), let first = bytes.first {
      guard byte ?? first == first, bytes.allSatisfy({ $0 == first }) else { return false }
      (byte, offset) = (first, offset + bytes.count)
    }
    return true
  }

  /// True when nothing of the file is left.
  package var isAtEnd: Bool { place.offset >= source.count }

  /// The bytes of a frame that has just been found.
  package func withBytes<Result>(of frame: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    piece.bytes.withUnsafeBytes {
      body(
        UnsafeRawBufferPointer(
          rebasing: $0[frame.lowerBound - piece.offset..<frame.upperBound - piece.offset]))
    }
  }

  /// Goes so far before a frame that a new decoder that begins there has come to be what it is in a decoding from the
  /// beginning; not farther than to the last hole.
  ///
  /// - Parameter before: frames to decode before it, at least.
  /// - Returns: the number of the frame at which it stands; nil when the file ends before the wished one, and it stands
  ///   where it stood.
  /// - Complexity: O(frames up to there) the first time, then O(1)
  package mutating func seek(toFrame index: Int, before: Int) -> Int? {
    let here = place
    place = kept(before: index)
    while place.index <= index {
      let last = place
      guard next() != nil else {
        if place.index == index { break }
        place = here
        return nil
      }
      if place.index > index {
        place = last
        break
      }
    }
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

  /// The byte behind the frames that the tag promises, from which further ones may follow: another recording, say.
  ///
  /// - Returns: nil without a promise, or where nothing follows that is several frames in a row.
  /// - Complexity: O(bytes of the file) the first time, then O(1)
  package mutating func continuation() -> Int? {
    guard let total else { return nil }
    if promisedEnd == nil {
      while place.index < total, next() != nil {}
      if place.index == total { promisedEnd = place }
    }
    guard let end = promisedEnd else { return nil }
    place = end
    if let known = searches.continuations[start] { return known }
    let found = resumption(anyKind: true)
    // What is near is found again at once, and a file may hold millions of such. What a device could not read it may
    // read the next time.
    if found.map({ $0 - end.offset > Piece.length }) ?? (unreadableOffset == nil) {
      searches.continuations.updateValue(found, forKey: start)
    }
    return found
  }

  /// The hole from where the walk stands. It has swallowed the rest of all frames there should be where that is known
  /// and this is the only hole, else as many as usually take so many bytes.
  private func hole(to end: Int) -> Hole {
    let count = end - place.offset
    func usual(_ place: Place) -> Int {
      Int((Double(count) * Double(place.seen) / Double(max(1, place.seenBytes))).rounded())
    }
    // Everything behind is walked over for each hole: not for thousands of them.
    guard place.walkedBytes <= 4 * source.count else {
      return Hole(end: end, lost: usual(place), walkedBytes: 0)
    }
    var rest = self
    rest.place.offset = end
    while let frame = rest.frame(at: rest.place.offset) { rest.place.take(frame) }
    let after = rest.place.index - place.index
    var lost = usual(rest.place)
    // Where the end is missing as well, or cannot be read, the rest is no measure.
    if let total, rest.resumption() == nil, rest.unreadableOffset == nil,
      case let left = total - place.index - after, 0...3 * lost + 3 ~= left
    {
      lost = left
    }
    return Hole(end: end, lost: lost, walkedBytes: source.count - end)
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
      piece.load(found, (Self.proof + 1) * Self.longestFrame)
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
      piece.load(start, 4)
      guard piece.offset + piece.bytes.count - start >= 4 else { return nil }
      let last = piece.bytes.count - 3
      var index = start - piece.offset
      while let next = piece.bytes[index..<last].firstIndex(of: 0xFF) {
        if let frame = MPEGFrame(piece.bytes, at: next), anyKind || frame.kind == first.kind {
          return piece.offset + next
        }
        index = next + 1
      }
      start = piece.offset + last
    }
    return nil
  }

  private mutating func frame(at place: Int) -> MPEGFrame? { frame(at: place, kind: first.kind) }

  /// A frame all of whose bytes are there.
  ///
  /// - Parameter kind: nil for any.
  private mutating func frame(at place: Int, kind: Int?) -> MPEGFrame? {
    piece.load(place, 4)
    guard let frame = MPEGFrame(piece.bytes, at: place - piece.offset), kind == nil || frame.kind == kind
    else { return nil }
    piece.load(place, frame.byteCount)
    return place + frame.byteCount <= piece.offset + piece.bytes.count ? frame : nil
  }
}
