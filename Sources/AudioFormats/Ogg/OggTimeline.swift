// OggTimeline.swift
// Where the blocks that an Ogg library decodes belong. Pages tell positions, but not all of them can be believed: a
// captured stream counts from when it went on the air, a damaged page counts anything. A pure value.

import WaveformCore

/// Tells how far a decoded block lies behind the last one.
///
/// Samples follow each other: a position is believed only behind a hole in the file, where something is known to be
/// missing, and where the next recording of a chain begins.
package struct OggTimeline {
  /// What the library's positions in the first recording count from, once it has seen a page's own.
  private let origin: Int
  /// Frames of the whole, by the last page.
  private let length: Int
  private var countsFromOrigin = false
  /// What must be added to the library's positions.
  private var shift = 0
  private var link = 0
  /// True where blocks may overlap with what was decoded: at the beginning, and from a jump on until they fit.
  private var mayOverlap = true
  /// True when the pages' positions are not those of the samples: jumps lead elsewhere.
  package private(set) var isBroken = false
  /// Places at which a position could not be believed behind a hole.
  package private(set) var doubts: [FrameRange] = []

  /// Overlapping frames at a jump, or where a recording does not begin with its first block.
  static let longestOverlap = 1 << 15
  /// The most frames that so few bytes can hold: Opus and Vorbis of digital silence.
  private static let framesPerByte = 4096

  package init(origin: Int, length: Int) {
    self.origin = max(0, origin)
    self.length = length
  }

  /// Called when the library was sent to another place.
  package mutating func jumped() {
    countsFromOrigin = false
    shift = 0
    mayOverlap = true
  }

  /// How many frames lie between `position` and the next block.
  ///
  /// - Parameters:
  ///   - first: where the block begins, as the library says.
  ///   - position: where the samples end that were decoded before.
  ///   - link: the recording of a chain to which the block belongs.
  ///   - isBehindHole: true when the library has said that something is missing in front of it.
  ///   - byteCount: bytes that lie between the last block and this one, at most.
  /// - Returns: less than 0 when it overlaps with what was decoded.
  package mutating func offset(
    of first: Int, from position: Int, link: Int, isBehindHole: Bool, byteCount: Int
  ) -> Int {
    let isNext = link != self.link
    self.link = link
    var place = first
    if link == 0, origin > 0 {
      if !countsFromOrigin, isBehindHole ? first >= origin : first &- origin &+ shift == position {
        countsFromOrigin = true
      }
      // A file may tell any number: one that wraps around is as wrong as it was before.
      if countsFromOrigin { place &-= origin }
    }
    let (difference, overflow) = (place &+ shift).subtractingReportingOverflow(position)
    let offset = overflow ? .max : difference
    // Elsewhere it is the position that goes back: no sample is dropped for it.
    mayOverlap = (mayOverlap || isBehindHole || isNext) && -Self.longestOverlap..<0 ~= offset
    if offset == 0 || mayOverlap { return offset }
    if offset > 0, isBehindHole || isNext, offset <= length - position,
      isNext || offset / Self.framesPerByte <= byteCount
    {
      return offset
    }
    if isBehindHole { doubts.append(position..<position + 1) }
    if !overflow { shift &-= offset }
    isBroken = true
    return 0
  }
}
