// OggTimeline.swift
// Places the blocks that an Ogg library decodes. Pages have positions, but some are wrong: a captured stream counts
// from the beginning of the broadcast, and a damaged page may hold any number. A pure value.

import WaveformCore

/// Computes how far a decoded block lies behind the last one.
///
/// Usually samples follow each other. A position is used only behind a hole in the file, where samples are known to be
/// missing, and where the next recording of a chain begins.
package struct OggTimeline {
  /// The first position in the pages of the first recording. The library's positions count from 0 until it has read the
  /// position of a page, then from here.
  private let origin: Int
  /// Frames of the whole file according to the last page.
  private let length: Int
  private var countsFromOrigin = false
  /// What must be added to the library's positions.
  private var shift = 0
  private var link = 0
  /// True where a block may overlap with decoded samples: at the beginning, and after a jump until a block fits.
  private var mayOverlap = true
  /// True when positions in pages differ from those of the samples, so that jumps lead to wrong places.
  package private(set) var isBroken = false
  /// Places behind a hole at which the position was implausible.
  package var doubts: [FrameRange] { suspected.list }
  private var suspected = FoundRanges()

  /// The most frames by which a block may overlap, at a jump or at the beginning of a recording.
  static let longestOverlap = 1 << 15
  /// The most frames in a byte: digital silence in Opus and Vorbis.
  private static let framesPerByte = 4096

  package init(origin: Int, length: Int) {
    self.origin = max(0, origin)
    self.length = length
  }

  /// Call this after a jump of the library.
  package mutating func jumped() {
    countsFromOrigin = false
    shift = 0
    mayOverlap = true
  }

  /// How many frames lie between `position` and the next block.
  ///
  /// - Parameters:
  ///   - first: where the block begins according to the library.
  ///   - position: the end of the samples that were decoded before.
  ///   - link: the recording of a chain to which the block belongs.
  ///   - isBehindHole: true when the library has reported missing data before the block.
  ///   - byteCount: the most bytes between the last block and this one.
  /// - Returns: a negative number when the block overlaps with decoded samples.
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
      // The file may hold any number. A wrong one that wraps around is still wrong, so this must only not trap.
      if countsFromOrigin { place &-= origin }
    }
    let (difference, overflow) = (place &+ shift).subtractingReportingOverflow(position)
    let offset = overflow ? .max : difference
    // In all other places the position is wrong, not the samples: none is dropped.
    mayOverlap = (mayOverlap || isBehindHole || isNext) && -Self.longestOverlap..<0 ~= offset
    if offset == 0 || mayOverlap { return offset }
    if offset > 0, isBehindHole || isNext, offset <= length - position,
      isNext || offset / Self.framesPerByte <= byteCount
    {
      return offset
    }
    if isBehindHole { suspected.add(position..<position + 1) }
    if !overflow { shift &-= offset }
    isBroken = true
    return 0
  }
}
