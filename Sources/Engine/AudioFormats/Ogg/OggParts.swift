// OggParts.swift
// Walks over all pages of an Ogg file, to find which recordings follow each other and where the file is damaged. The
// libraries do not tell: they separate the links of a chain by serial numbers. Where two links have the same number,
// which is forbidden (RFC 3533, section 4), they take them for one, and what exceeds the length of the last one is
// lost. They also skip pages whose checksum is wrong, some of them without reporting it.

import HostIO
import WaveformCore

/// The parts of an Ogg file.
package struct OggParts: Hashable {
  /// The frames of each part according to the positions in its pages, which is nearly what it has.
  package private(set) var frames: [Int] = []
  /// Where pages are damaged or missing, in order, according to the positions in the pages around them. Frames count
  /// from the beginning of the first part.
  package private(set) var damage: [FrameRange] = []

  /// A stream of sound.
  private struct Sound {
    /// Frames at the beginning that are not part of the recording.
    let skipped: Int
    /// The position of the recording's beginning: a captured stream does not begin at 0. Nil until a page tells.
    var origin: Int?
    /// The last position, and the number of the page it was on.
    var position = 0
    var number: Int
  }

  /// - Parameter goesOn: returns false to end the walk early.
  package init(of source: some ByteSource, goesOn: () -> Bool = { true }) {
    var walk = OggWalk(source)
    var wasFirst = false
    var sounds: [Int: Sound] = [:]
    var count = 0
    /// Frames of the parts before.
    var base = 0
    /// True when there was damage behind the last position.
    var isDamaged = false
    /// True when the last page ended its stream: bytes behind it do not belong to the recording.
    var isOver = false
    while let (page, _) = walk.intactPage() {
      if walk.isBroken, !frames.isEmpty { isDamaged = true }
      walk.mend()
      isOver = page.isLast
      if page.isFirst {
        if !wasFirst {
          // Checked for each part as well, because first pages are not counted below.
          guard goesOn(), frames.count < Self.limit else { return }
          if isDamaged, !frames.isEmpty { note(Self.sum(base, sounds), isDamaged: &isDamaged) }
          base = Self.sum(base, [:], frames.last ?? 0)
          frames.append(0)
          sounds = [:]
        }
        wasFirst = true
        let codec = OggContents.codec(walk.bytes, at: page.body)
        if codec != .silent {
          // Opus begins with frames that a decoder discards (RFC 7845, section 5.1).
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
          // The first position is larger than a page can hold: the stream was captured in the middle.
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

  /// Adds damage of unknown length.
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

  /// The most parts that are counted in one file.
  package static let limit = 100_000

  /// The frames of all parts together; nil when the sum is too large.
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
