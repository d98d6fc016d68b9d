// OggParts.swift
// What the pages of an Ogg file tell, all of them: which recordings follow each other, and where it is damaged. The
// libraries look for the ends of a chain's links by their serial numbers; where two links bear the same one, which they
// must not (RFC 3533, section 4), they take them for one, and what lies beyond the last one's length is lost. And they
// step over pages whose checksum is wrong, some without a word.

import HostIO
import WaveformCore

/// The parts of an Ogg file.
package struct OggParts: Hashable {
  /// The frames of each part, by the positions in its pages: as many as it says, which is nearly what it has.
  package private(set) var frames: [Int] = []
  /// Where pages are damaged or missing, by the positions in the pages around them, in order. Frames are counted
  /// through all parts.
  package private(set) var damage: [FrameRange] = []

  /// A stream that is heard.
  private struct Sound {
    /// Frames that do not count.
    let skipped: Int
    /// What positions count from: a captured stream has no beginning.
    var origin: Int?
    /// The last position, and the number of the page it was on.
    var position = 0
    var number: Int
  }

  /// - Parameter goesOn: false as soon as nobody wants to know any more.
  package init(of source: some ByteSource, goesOn: () -> Bool = { true }) {
    var walk = OggWalk(source)
    var wasFirst = false
    var sounds: [Int: Sound] = [:]
    var count = 0
    /// Frames of the parts before.
    var base = 0
    /// True when something is damaged behind the last position.
    var isDamaged = false
    /// True when the last page ended its stream: what stands behind it is none of the recording.
    var isOver = false
    while let (page, _) = walk.intactPage() {
      if walk.isBroken, !frames.isEmpty { isDamaged = true }
      walk.mend()
      isOver = page.isLast
      if page.isFirst {
        if !wasFirst {
          // A number of pages in a stretch of bytes is too large for none.
          guard goesOn(), frames.count < Self.limit else { return }
          if isDamaged, !frames.isEmpty { note(Self.sum(base, sounds), isDamaged: &isDamaged) }
          base = Self.sum(base, [:], frames.last ?? 0)
          frames.append(0)
          sounds = [:]
        }
        wasFirst = true
        let codec = OggContents.codec(walk.bytes, at: page.body)
        if codec != .silent {
          // Opus begins with frames that are not heard (RFC 7845, section 5.1).
          let skipped =
            codec == .opus ? walk.bytes.number(at: page.body + 10, size: 2, bigEndian: false) ?? 0 : 0
          sounds[page.stream] = Sound(skipped: skipped, number: page.number)
        }
        continue
      }
      wasFirst = false
      if var sound = sounds[page.stream], !frames.isEmpty {
        if page.number != sound.number + 1 { isDamaged = true }
        sound.number = page.number
        if let granule = page.granule, granule > 0 {
          // More than a page can hold lies before the recording.
          if sound.origin == nil { sound.origin = granule > Self.longestPage ? granule : sound.skipped }
          let position = max(0, granule - (sound.origin ?? 0))
          if isDamaged {
            let first = Self.sum(base, [:], min(sound.position, position))
            damage.append(first..<max(first + 1, Self.sum(base, [:], position)))
            isDamaged = false
          }
          sound.position = position
          frames[frames.count - 1] = max(frames[frames.count - 1], position)
        }
        sounds[page.stream] = sound
      }
      count += 1
      if count & 0xFFF == 0, !goesOn() { return }
    }
    if isDamaged || walk.isBroken && !isOver { note(Self.sum(base, sounds), isDamaged: &isDamaged) }
  }

  /// Damage behind which nothing tells how far it reaches.
  private mutating func note(_ frame: Int, isDamaged: inout Bool) {
    damage.append(frame..<frame + 1)
    isDamaged = false
  }

  private static func sum(_ base: Int, _ sounds: [Int: Sound], _ frames: Int = 0) -> Int {
    let last = sounds.values.map(\.position).max() ?? frames
    let (sum, overflow) = base.addingReportingOverflow(last)
    return overflow || sum > 1 << 60 ? 1 << 60 : sum
  }

  /// Frames on a page at most: 255 packets of 8,192 frames.
  private static let longestPage = 255 * 8192

  /// Recordings in one file that are told apart.
  package static let limit = 100_000

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
