// SpanList.swift
// From the frames of an output back to the recording: the stretches in the order in which they were read,
// with loops unrolled, and the silences given where frames came too late. What was meant for the time of a
// silence is heard later.
// The log tells the engine of silence without a lock. Sound: the output's thread writes a slot before it
// stores the count (release), and the engine's thread reads it after it loaded the count (acquire). A new
// silence can begin only after the engine has made frames ready, and before that it takes over what is in the
// log: of eight slots at most two are in use.

import Synchronization
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

/// Maps frames that an output was given to frames that were ready for it.
struct SilenceList: Equatable {
  private struct Silence: Equatable {
    var frames: Range<Int>
    /// Frames of silence before this one.
    var before: Int
  }

  private var silences: [Silence] = []

  /// - Parameter frames: of the output; behind all others.
  mutating func append(_ frames: Range<Int>) {
    guard !frames.isEmpty else { return }
    silences.append(Silence(frames: frames, before: count))
  }

  /// The number of all frames of silence.
  var count: Int { silences.last.map { $0.before + $0.frames.count } ?? 0 }

  /// How many ready frames come before the output's `frame`.
  ///
  /// - Parameter open: the beginning of a silence that still lasts.
  func ready(before frame: Double, open: Int?) -> Double {
    if let open, frame >= Double(open) { return Double(open - count) }
    for silence in silences.reversed() where frame >= Double(silence.frames.lowerBound) {
      let start = Double(silence.frames.lowerBound - silence.before)
      return start + max(0, frame - Double(silence.frames.upperBound))
    }
    return frame
  }
}

/// Silences noted by an output's thread, until they are moved to a list.
final class SilenceLog: @unchecked Sendable {
  private static let room = 8
  private let starts = UnsafeMutablePointer<Int>.allocate(capacity: room)
  private let ends = UnsafeMutablePointer<Int>.allocate(capacity: room)
  private let begun = Atomic<Int>(0)
  private let ended = Atomic<Int>(0)

  init() {
    starts.initialize(repeating: 0, count: Self.room)
    ends.initialize(repeating: 0, count: Self.room)
  }

  deinit {
    starts.deallocate()
    ends.deallocate()
  }

  /// Notes that silence begins at the output's `frame`. On the output's thread, as is `end`.
  func begin(at frame: Int) {
    let number = begun.load(ordering: .relaxed)
    starts[number % Self.room] = frame
    begun.store(number + 1, ordering: .releasing)
  }

  /// Notes that silence ends before `frame`.
  func end(at frame: Int) {
    let number = ended.load(ordering: .relaxed)
    ends[number % Self.room] = frame
    ended.store(number + 1, ordering: .releasing)
  }

  /// Appends the silences that have ended since the first `taken` ones. By one thread at a time.
  ///
  /// - Returns: the beginning of a silence that still lasts; nil when there is none.
  func take(into list: inout SilenceList, taken: inout Int) -> Int? {
    // This order matters: a silence that ends in between counts as ended, and one that begins counts as not
    // begun.
    let begun = begun.load(ordering: .acquiring)
    let ended = ended.load(ordering: .acquiring)
    while taken < ended {
      list.append(starts[taken % Self.room]..<ends[taken % Self.room])
      taken += 1
    }
    return begun > ended ? starts[ended % Self.room] : nil
  }
}
