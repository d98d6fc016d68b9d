// FLACFrameMap.swift
// What has been learned about where the frames of a FLAC file lie, so that no stretch of it is searched twice: ten
// thousand damaged places would else cost ten thousand searches. Belongs to one thread at a time.

import WaveformCore

/// Frames of a file that were found whole, and stretches in which none begins.
final class FLACFrameMap {
  typealias Place = FLACStream.Place

  /// Frames in the order of their bytes; one in 4 kB at most, so that files of tiny frames take no more memory than others.
  private var places: [Place] = []
  private var barren = SeparateRanges()
  /// Bytes of which a checksum was computed in vain. They limit the work in a file that holds only heads of frames.
  private(set) var vainBytes = 0
  /// Where the device, or the file, last gave fewer bytes than there are.
  var unreadable: Int?

  /// Bytes between two known frames, of which the last question was; where the first of these ends, and with which sample.
  private var gap = 0..<0
  private var gapStart = 0, gapSample = 0

  /// How often a frame that begins with a sample was looked for in vain.
  private var attempts: [Int: Int] = [:]
  /// The last one that was tried too often: the same heads follow each other.
  private var refused: Int?
  /// A stream has one frame of each number, and chance few heads with the same: more are made to be looked at.
  private static let mostAttempts = 16

  private static let grid = 4096

  /// The whole frame that begins at byte `offset`, if it is known.
  func frame(at offset: Int) -> Place? {
    let index = places.boundary { $0.offset >= offset }
    return index < places.count && places[index].offset == offset ? places[index] : nil
  }

  /// The first byte from `offset` on at which a whole frame may begin, as far as known.
  func fertile(from offset: Int) -> Int { barren.range(holding: offset)?.upperBound ?? offset }

  /// Where a sample must lie: the last known frame that does not begin behind it, and the first byte of one that does.
  func bounds(of sample: Int) -> (frame: Place?, end: Int?) {
    let index = places.boundary { $0.frames.lowerBound > sample }
    // In damaged files numbers may be in any order.
    let before = index > 0 && places[index - 1].frames.lowerBound <= sample ? places[index - 1] : nil
    return (before, index < places.count ? places[index].offset : nil)
  }

  /// True when a frame that begins at byte `offset` can begin with a sample, by the last frame before it that is known to be
  /// whole: it does not lie before that one, and no farther behind it than the bytes between can have held. So heads that
  /// are repeated, or noise, cost no checksum of a frame.
  func mayHold(_ sample: Int, at offset: Int, from firstFrame: Int) -> Bool {
    // Heads are looked at one after the other.
    if gap.isEmpty || !(gap.lowerBound...gap.upperBound ~= offset) {
      let index = places.boundary { $0.offset >= offset }
      let before = index > 0 ? places[index - 1] : nil
      gapSample = before?.frames.upperBound ?? 0
      gapStart = before?.end ?? firstFrame
      gap = (before.map { $0.offset + 1 } ?? 0)..<(index < places.count ? places[index].offset : .max)
    }
    return sample >= gapSample && Self.mayHold(sample - gapSample, in: offset - gapStart)
  }

  /// A frame that begins with `sample` was looked for in so many bytes, and was none.
  func addAttempt(at sample: Int, bytes: Int) {
    vainBytes += bytes
    attempts[sample, default: 0] += 1
  }

  /// False when that was tried too often.
  func isWorthAnAttempt(at sample: Int) -> Bool {
    if sample == refused { return false }
    if attempts[sample, default: 0] < Self.mostAttempts { return true }
    refused = sample
    return false
  }

  /// True when so many bytes can have held `count` samples: a frame has at most 65,535 samples and takes at least 10
  /// bytes, even for digital silence.
  static func mayHold(_ count: Int, in bytes: Int) -> Bool { count / 8192 <= max(0, bytes) }

  func add(_ place: Place) {
    let index = places.boundary { $0.offset >= place.offset }
    let isNear = places[max(0, index - 1)..<min(places.count, index + 1)].contains {
      $0.offset / Self.grid == place.offset / Self.grid
    }
    guard !isNear else { return }
    places.insert(place, at: index)
    gap = 0..<0
  }

  /// No whole frame begins in `range`.
  func add(barren range: Range<Int>) { barren.add(range) }
}
