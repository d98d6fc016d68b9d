// ShiftedPair.swift
// Two recordings of one rate, frame by frame at whole shifts: where they are the same bit for bit. One thread; what was
// read last is kept, so that going on from a place reads nothing twice.

import AudioFormats
import HostIO
import WaveformCore

/// A and B while it is looked for frames that are the same.
final class ShiftedPair {
  /// One of the two.
  enum Side { case a, b }

  /// Frames of each.
  let lengthA: Int, lengthB: Int
  private let a: any SampleSource, b: any SampleSource
  private var kept: (a: SampleSlice?, b: SampleSlice?)
  private let shouldStop: () -> Bool

  /// Frames that are read at once.
  private static let block = 65_536

  /// - Parameters:
  ///   - b: with the channels of A.
  ///   - shouldStop: once it says so nothing more is read: what is found then is no answer.
  init(
    _ a: any SampleSource, lengthA: Int, _ b: any SampleSource, lengthB: Int, shouldStop: @escaping () -> Bool
  ) {
    (self.a, self.b, self.lengthA, self.lengthB) = (a, b, lengthA, lengthB)
    self.shouldStop = shouldStop
  }

  var isStopped: Bool { shouldStop() }

  func length(_ side: Side) -> Int { side == .a ? lengthA : lengthB }

  /// The frames of A at which B has some as well when its frame 0 lies at `shift`.
  func overlap(_ shift: Int) -> FrameRange {
    let from = min(lengthA, max(0, shift))
    return from..<max(from, min(lengthA, lengthB + shift))
  }

  /// The first of some frames of A at which B, lying at `shift`, is not the same.
  ///
  /// - Parameter frames: within `overlap(shift)`.
  /// - Returns: the end of `frames` when there is none, or when nobody waits any more.
  /// - Complexity: O(n) of the frames that are the same
  func firstDifference(in frames: FrameRange, shift: Int) throws(AudioFileError) -> Int {
    var frame = frames.lowerBound
    while frame < frames.upperBound, !isStopped {
      let end = min(frames.upperBound, frame + Self.block)
      let first = try slice(.a, frame..<end), second = try slice(.b, frame - shift..<end - shift)
      let there = min(end, first.range.upperBound, second.range.upperBound + shift)
      guard there > frame else { return frame }
      let same = Self.commonPrefix(first, at: frame, second, at: frame - shift, count: there - frame)
      if same < there - frame { return frame + same }
      frame = there
    }
    return frames.upperBound
  }

  /// The last of some frames of A at which B, lying at `shift`, is not the same; nil when there is none.
  func lastDifference(in frames: FrameRange, shift: Int) throws(AudioFileError) -> Int? {
    var last: Int?, frame = frames.lowerBound
    while frame < frames.upperBound, !isStopped {
      frame = try firstDifference(in: frame..<frames.upperBound, shift: shift)
      if frame < frames.upperBound { last = frame }
      frame += 1
    }
    return last
  }

  /// What a stretch of A says of a shift.
  enum Likeness { case same, silent, other }

  /// - Parameter frames: within `overlap(shift)`.
  /// - Returns: `silent` where both are the same, but hardly change: that says nothing.
  func likeness(in frames: FrameRange, shift: Int) throws(AudioFileError) -> Likeness {
    guard try firstDifference(in: frames, shift: shift) == frames.upperBound else { return .other }
    return try keys(.a, frames).hasEnoughChanges ? .same : .silent
  }

  /// Frames as numbers that are equal where all samples of the frames are, and but for chance nowhere else.
  ///
  /// - Returns: fewer where the recording ends.
  func keys(_ side: Side, _ frames: FrameRange) throws(AudioFileError) -> FrameKeys {
    let inside = frames.clamped(to: 0..<length(side))
    guard !inside.isEmpty else { return FrameKeys([]) }
    let slice = try slice(side, inside), range = slice.range.clamped(to: inside)
    return FrameKeys(slice, range)
  }

  /// The samples of just these frames; nil where the recording ends before.
  func samples(_ side: Side, _ frames: FrameRange) throws(AudioFileError) -> SampleSlice? {
    guard frames.lowerBound >= 0, frames.upperBound <= length(side) else { return nil }
    let part = try slice(side, frames).part(frames)
    return part.range == frames ? part : nil
  }

  /// Reads frames in blocks, each of which begins `overlap` frames before the last one ends.
  ///
  /// - Parameter body: false ends it.
  func forEachBlock(
    of side: Side, in frames: FrameRange, overlap: Int, _ body: (SampleSlice) -> Bool
  ) throws(AudioFileError) {
    var from = max(0, frames.lowerBound)
    let end = min(frames.upperBound, length(side))
    while from + overlap < end, !isStopped {
      let block = try slice(side, from..<min(end, from + Self.block)).part(from..<end)
      guard block.range.count > overlap, body(block) else { return }
      from = block.range.upperBound - overlap
    }
  }

  /// The first frame from `frame` on that is not digital silence; nil when there is none.
  func firstSound(_ side: Side, in frames: FrameRange) throws(AudioFileError) -> Int? {
    var frame = frames.lowerBound
    while frame < frames.upperBound, !isStopped {
      let slice = try slice(side, frame..<min(frames.upperBound, frame + Self.block))
      let range = slice.range.clamped(to: frame..<frames.upperBound), channels = slice.channels
      guard !range.isEmpty else { return nil }
      let from = (range.lowerBound - slice.range.lowerBound) * channels
      let found = slice.withSamples { samples in
        samples[from..<from + range.count * channels].firstIndex { $0 != 0 }
      }
      if let found { return slice.range.lowerBound + found / channels }
      frame = range.upperBound
    }
    return nil
  }

  /// How deep B lies below A in some frames when it is taken away, in decibels; nil when nothing differs.
  func depth(of frames: FrameRange, shift: Int) throws(AudioFileError) -> Double? {
    let moved = AlignedSource(
      b, Alignment(offsetFrames: Double(shift)), channels: a.channels, sampleRate: a.sampleRate)
    return try DepthSums.of(a, moved, frames, shouldStop: shouldStop).decibels
  }

  // MARK: Reading

  /// A slice that holds the frames, and may hold more; fewer where the recording ends.
  private func slice(_ side: Side, _ frames: FrameRange) throws(AudioFileError) -> SampleSlice {
    let old = side == .a ? kept.a : kept.b
    if let old, old.range.lowerBound <= frames.lowerBound, old.range.upperBound >= frames.upperBound {
      return old
    }
    let next: SampleSlice
    // A look at a few frames reads no more than these; going on reads blocks.
    let goesOn = old.map { $0.range.contains(frames.lowerBound) || $0.range.upperBound == frames.lowerBound }
    let end = goesOn == true ? max(frames.upperBound, frames.lowerBound + Self.block) : frames.upperBound
    let wanted = frames.lowerBound..<min(length(side), end)
    if side == .a {
      next = try a.read(wanted)
      kept.a = next
    } else {
      next = try b.read(wanted)
      kept.b = next
    }
    return next
  }

  /// How many frames of two slices are the same, from a frame of each on.
  private static func commonPrefix(
    _ first: SampleSlice, at a: Int, _ second: SampleSlice, at b: Int, count: Int
  ) -> Int {
    let channels = first.channels
    return first.withSamples { samplesA in
      second.withSamples { samplesB in
        let x = samplesA[((a - first.range.lowerBound) * channels)...].prefix(count * channels)
        let y = samplesB[((b - second.range.lowerBound) * channels)...].prefix(count * channels)
        return x.commonPrefix(with: y) / channels
      }
    }
  }
}

extension Slice<UnsafeBufferPointer<Float>> {
  /// How many samples at the beginning of both are the same: equal, or bit for bit what is no number.
  fileprivate func commonPrefix(with other: Self) -> Int {
    let x = UnsafeBufferPointer(rebasing: self), y = UnsafeBufferPointer(rebasing: other)
    let lanes = 16
    var index = 0
    // Whole steps without a branch inside.
    while index + lanes <= x.count {
      var differs: UInt32 = 0
      for lane in index..<index + lanes { differs |= x[lane].bitPattern ^ y[lane].bitPattern }
      if differs != 0 {
        // Zeros of either sign are equal.
        for lane in index..<index + lanes where x[lane] != y[lane] && x[lane].bitPattern != y[lane].bitPattern
        {
          return lane
        }
      }
      index += lanes
    }
    while index < x.count {
      if x[index] != y[index], x[index].bitPattern != y[index].bitPattern { return index }
      index += 1
    }
    return x.count
  }
}
