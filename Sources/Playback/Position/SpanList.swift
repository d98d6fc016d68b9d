// SpanList.swift
// The stretches of the recording in the order in which they were read, with loops unrolled. A pure value.

import WaveformCore

/// Maps the number of frames read for playback to frames of the recording.
struct SpanList: Equatable {
  /// Frames from `start` on are those of the recording from `frame` on. A loop, once entered, repeats within
  /// one span, because a span for every round would be far too many for a loop of a few frames.
  private struct Span: Equatable {
    var start: Int
    var frame: Int
    var loop: FrameRange?

    func position(_ count: Double) -> Double {
      let straight = Double(frame) + (count - Double(start))
      guard let loop, frame < loop.upperBound, straight >= Double(loop.upperBound) else { return straight }
      let first = Double(loop.lowerBound)
      return first + (straight - first).truncatingRemainder(dividingBy: Double(loop.count))
    }
  }

  private var spans: [Span]

  /// - Parameter loop: not empty. Reading that begins behind it never enters it.
  init(frame: Int, loop: FrameRange?) { spans = [Span(start: 0, frame: frame, loop: loop)] }

  /// Continues with `frame` and another loop, from the `count`th frame on.
  ///
  /// - Parameter oldest: counts before this one will not be asked for any more.
  mutating func append(at count: Int, frame: Int, loop: FrameRange?, oldest: Int) {
    if spans.last?.start == count { spans.removeLast() }
    spans.append(Span(start: count, frame: frame, loop: loop))
    if let first = spans.lastIndex(where: { $0.start <= oldest }), first > 0 { spans.removeFirst(first) }
  }

  /// The frame of the recording that was read as the `count`th, from 0.
  func position(_ count: Double) -> Double {
    (spans.last { Double($0.start) <= count } ?? spans[0]).position(count)
  }

  /// True when the frames between the two counts are contiguous in the recording.
  func isStraight(from count: Double, to end: Int) -> Bool {
    let last = Double(end) - 0.5
    return count >= last || abs(position(last) - position(count) - (last - count)) < 1e-3
  }
}
