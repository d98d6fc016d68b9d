// OggParts.swift
// The recordings that follow each other in an Ogg file, found by all its pages. The libraries look for the ends of
// a chain's links by their serial numbers; where two links bear the same one, which they must not (RFC 3533,
// section 4), they take them for one, and what lies beyond the last one's length is lost.

/// The parts of an Ogg file.
struct OggParts: Hashable {
  /// The frames of each part, by the positions in its pages: as many as it says, which is nearly what it has.
  private(set) var frames: [Int] = []

  /// - Parameter goesOn: false as soon as nobody wants to know any more.
  init(of source: some ByteSource, goesOn: () -> Bool = { true }) {
    var walk = OggWalk(source)
    var wasFirst = false
    /// The streams of this part that are heard, and the frames of each that do not count.
    var sounds: [Int: Int] = [:]
    var count = 0
    while let (page, start) = walk.page() {
      if page.isFirst, walk.isIntact(page, at: start) {
        if !wasFirst {
          // A number of pages in a stretch of bytes is too large for none.
          guard goesOn(), frames.count < Self.limit else { return }
          frames.append(0)
          sounds = [:]
        }
        wasFirst = true
        let codec = OggContents.codec(walk.bytes, at: page.body)
        if codec != .silent {
          // Opus begins with frames that are not heard (RFC 7845, section 5.1).
          let skipped =
            codec == .opus ? walk.bytes.number(at: page.body + 10, size: 2, bigEndian: false) ?? 0 : 0
          sounds[page.stream] = skipped
        }
        continue
      }
      wasFirst = false
      if let skipped = sounds[page.stream], let granule = page.granule, !frames.isEmpty {
        frames[frames.count - 1] = max(frames[frames.count - 1], granule - skipped)
      }
      count += 1
      if count & 0xFFF == 0, !goesOn() { return }
    }
  }

  /// Recordings in one file that are told apart.
  static let limit = 100_000

  /// The frames of all parts together; nil when that cannot be.
  var allFrames: Int? {
    var sum = 0
    for count in frames {
      let (next, overflow) = sum.addingReportingOverflow(count)
      if overflow { return nil }
      sum = next
    }
    return sum
  }
}
