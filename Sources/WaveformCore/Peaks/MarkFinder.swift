// MarkFinder.swift
// Finds what is to be marked in a part of a recording; on any thread. It looks at few samples: for clipping only where
// the extremes, which are known already, touch full scale, and there at every third sample; for silence at every 64th,
// of which a run of 64 cannot miss all. Only around a hit it looks at every sample.
// Pointers: whoever reduced these samples passes them on with the sums that came of it.

/// A run in a part of a recording, or the beginning or end of one that may go on in the next part.
public struct FoundMark: Equatable, Sendable {
  /// The number of the list that it belongs to: see `PeakMarks`.
  let list: Int
  /// Counted from the beginning of the part.
  let frames: FrameRange
}

enum MarkFinder {
  /// Finds all runs that are long enough, and those of any length that touch the beginning or the end of the part or
  /// of 256 frames in it. Each list's are in order and apart, or touch.
  ///
  /// - Parameters:
  ///   - samples: `frames × channels` interleaved samples.
  ///   - sums: `channels` sums for each 256 frames, the last ones of what is left.
  ///   - before: frames that lie before these in what is counted as one part.
  ///   - found: gets them appended.
  @_specialize(kind:full,where Sample == Int16)
  @_specialize(kind:full,where Sample == Float)
  static func find<Sample: PeakSample>(
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

  /// True when some extreme touches full scale.
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

  /// True when one of the samples is 0 of which a run of silence has one, or the last one.
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
    // Both samples of a frame at once: an upper bit is left just when one of them is 0.
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
      // Without the signs: −0 is silent too.
      let both = raw.loadUnaligned(as: UInt64.self) & 0x7FFF_FFFF_7FFF_FFFF
      zeros |= both &- 0x0000_0001_0000_0001
      raw += 8 * step
    }
    return zeros & 0x8000_0000_8000_0000 != 0
  }

  // MARK: In detail

  /// Frames that have sums of their own.
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
      // What is known to be silent is passed over at once.
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
    // Nothing before this sample belongs to another run.
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
