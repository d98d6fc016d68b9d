// MarkFinder.swift
// Finds the marks in a part of a recording; on any thread. It looks at few samples. For clipping it looks
// only where the known extremes touch full scale, and there at every third sample; for silence at every 64th,
// because a run of 64 must contain one of them. Only around a hit it looks at every sample.
// Pointers: the caller passes the samples that it has just reduced, with their sums.

/// A run in a part of a recording. At an end of the part it may be only a piece of a run that goes on there.
public struct FoundMark: Equatable, Sendable {
  /// The number of its list: see `PeakMarks`.
  package let list: Int
  /// Counted from the beginning of the part.
  package let frames: FrameRange

  package var kind: MarkKind { PeakMarks.kind(ofList: list) }
  package var channel: Int { list / MarkKind.allCases.count }
  /// The number of lists of so many channels.
  package static func lists(channels: Int) -> Int { PeakMarks.list(.clippedHigh, ofChannel: channels) }
}

package enum MarkFinder {
  /// Finds all runs that are long enough, and those of any length that touch the beginning or the end of the
  /// part or of 256 frames in it. The runs of each list come in order; they may touch but not overlap.
  ///
  /// - Parameters:
  ///   - samples: `frames × channels` interleaved samples.
  ///   - sums: `channels` sums for each 256 frames; the last ones for the rest.
  ///   - before: frames of the same part that lie before these samples.
  ///   - found: the runs are appended to it.
  @_specialize(kind:full,where Sample == Int16)
  @_specialize(kind:full,where Sample == Float)
  package static func find<Sample: PeakSample>(
    in samples: UnsafePointer<Sample>, frames: Int, channels: Int, sums: UnsafePointer<PeakSums<Sample>>,
    after before: Int, into found: inout [FoundMark]
  ) {
    if mayBeClipped(frames: frames, channels, sums) {
      findClipping(samples, frames: frames, channels, sums, before, &found)
    }
    if mayBeSilent(samples, frames: frames, channels) {
      findSilence(samples, frames: frames, channels, sums, before, &found)
    }
  }

  // MARK: At a glance

  /// True when an extreme touches full scale.
  @inline(__always)
  private static func mayBeClipped<Sample: PeakSample>(
    frames: Int, _ channels: Int, _ sums: UnsafePointer<PeakSums<Sample>>
  ) -> Bool {
    var sum = sums
    let end = sums + (frames + size - 1) / size * channels
    while sum < end {
      if sum.pointee.high.isAtTop || sum.pointee.low.isAtBottom { return true }
      sum += 1
    }
    return false
  }

  /// True when one of the tested samples is 0. Every run of silence contains one of them, or reaches the last
  /// sample.
  @inline(__always)
  private static func mayBeSilent<Sample: PeakSample>(
    _ samples: UnsafePointer<Sample>, frames: Int, _ channels: Int
  ) -> Bool {
    guard frames > 0 else { return false }
    for channel in 0..<channels where samples[(frames - 1) * channels + channel] == .zero { return true }
    let step = MarkKind.silent.fewestFrames
    guard channels == 2 else {
      for frame in stride(from: 0, to: frames, by: step) {
        for channel in 0..<channels where samples[frame * channels + channel] == .zero { return true }
      }
      return false
    }
    // Both samples of a frame at once: an upper bit stays set exactly when one of them is 0.
    var raw = UnsafeRawPointer(samples)
    let end = UnsafeRawPointer(samples + 2 * frames)
    if Sample.self == Int16.self {
      var zeros: UInt32 = 0
      while raw < end {
        let both = raw.loadUnaligned(as: UInt32.self)
        zeros |= (both &- 0x0001_0001) & ~both
        raw += 4 * step
      }
      return zeros & 0x8000_8000 != 0
    }
    guard Sample.self == Float.self else { return true }
    var zeros: UInt64 = 0
    while raw < end {
      // Mask out the signs, because −0 is silent too.
      let both = raw.loadUnaligned(as: UInt64.self) & 0x7FFF_FFFF_7FFF_FFFF
      zeros |= both &- 0x0000_0001_0000_0001
      raw += 8 * step
    }
    return zeros & 0x8000_0000_8000_0000 != 0
  }

  // MARK: In detail

  /// The number of frames that share sums.
  private static var size: Int { PeakBuilder<Int16>.framesPerRun }

  @inline(__always)
  private static func findClipping<Sample: PeakSample>(
    _ samples: UnsafePointer<Sample>, frames: Int, _ channels: Int, _ sums: UnsafePointer<PeakSums<Sample>>,
    _ before: Int, _ found: inout [FoundMark]
  ) {
    for first in stride(from: 0, to: frames, by: size) {
      let row = sums + first / size * channels
      let count = Swift.min(size, frames - first)
      for channel in 0..<channels {
        let from = samples + (first * channels + channel)
        if row[channel].high.isAtTop {
          runs(from, count, step: channels, .clippedHigh, where: \.isAtTop, next: { $0 + 1 }) {
            found.append(FoundMark(.clippedHigh, channel, $0, after: before + first))
          }
        }
        if row[channel].low.isAtBottom {
          runs(from, count, step: channels, .clippedLow, where: \.isAtBottom, next: { $0 + 1 }) {
            found.append(FoundMark(.clippedLow, channel, $0, after: before + first))
          }
        }
      }
    }
  }

  @inline(__always)
  private static func findSilence<Sample: PeakSample>(
    _ samples: UnsafePointer<Sample>, frames: Int, _ channels: Int, _ sums: UnsafePointer<PeakSums<Sample>>,
    _ before: Int, _ found: inout [FoundMark]
  ) {
    for channel in 0..<channels {
      // Frames that are known to be silent are skipped at once.
      func next(_ frame: Int) -> Int {
        guard frame % size == 0 else { return frame + 1 }
        let sum = sums[frame / size * channels + channel]
        return sum.low == .zero && sum.high == .zero && sum.count == size ? frame + size : frame + 1
      }
      runs(samples + channel, frames, step: channels, .silent, where: { $0 == .zero }, next: next) {
        found.append(FoundMark(.silent, channel, $0, after: before))
      }
    }
  }

  /// Calls `body` with the runs of one channel.
  ///
  /// - Parameter next: the sample to look at after one that `holds`.
  @inline(__always)
  private static func runs<Sample>(
    _ samples: UnsafePointer<Sample>, _ count: Int, step: Int, _ kind: MarkKind,
    where holds: (Sample) -> Bool,
    next: (Int) -> Int, _ body: (FrameRange) -> Void
  ) {
    let least = kind.fewestFrames
    // The end of the last run: samples before it are not tested again.
    var done = 0
    var index = 0
    while index < count {
      guard holds(samples[index * step]) else {
        index += least
        continue
      }
      var start = index
      while start > done, holds(samples[(start - 1) * step]) { start -= 1 }
      var end = next(index)
      while end < count, holds(samples[end * step]) { end = next(end) }
      if end - start >= least || start == 0 || end == count { body(start..<end) }
      done = end
      // A run that begins after `end`, which does not hold, reaches this far.
      index = end + least
    }
    guard done < count, holds(samples[(count - 1) * step]) else { return }
    var start = count - 1
    while start > done, holds(samples[(start - 1) * step]) { start -= 1 }
    body(start..<count)
  }
}

extension FoundMark {
  @inline(__always)
  fileprivate init(_ kind: MarkKind, _ channel: Int, _ frames: FrameRange, after first: Int) {
    list = PeakMarks.list(kind, ofChannel: channel)
    self.frames = frames.lowerBound + first..<frames.upperBound + first
  }
}
