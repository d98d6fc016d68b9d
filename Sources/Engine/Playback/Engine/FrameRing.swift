// FrameRing.swift
// A queue of frames: the engine's thread writes, and an output's thread reads.
// Sound without a lock: each of the two counts is stored by one thread only (release), after it has written
// or read the samples that it hands over. The other thread loads the count (acquire) before it touches them.
// The memory is allocated once and never moves.

import Synchronization

/// A ring of interleaved frames of one or more voices: one writer, one reader, no waiting.
final class FrameRing: @unchecked Sendable {
  /// Channels of each voice.
  let channels: Int
  let voices: Int
  /// The number of frames that fit.
  let capacity: Int
  private let samples: UnsafeMutablePointer<Float>
  private let written = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)

  init(capacity: Int, channels: Int, voices: Int = 1) {
    self.capacity = capacity
    self.channels = channels
    self.voices = voices
    samples = .allocate(capacity: capacity * channels * voices)
    samples.initialize(repeating: 0, count: capacity * channels * voices)
  }

  deinit { samples.deallocate() }

  /// Frames that were written since the beginning.
  var writtenCount: Int { written.load(ordering: .acquiring) }
  /// Frames that can be read. For the reader this is a lower bound, for the writer an upper one.
  var available: Int { max(0, written.load(ordering: .acquiring) - taken.load(ordering: .acquiring)) }
  /// Frames that can be written.
  var free: Int { capacity - available }

  /// The samples of each voice are contiguous; this is the distance from one voice to the next.
  var samplesPerVoice: Int { capacity * channels }

  /// Writes as many of the frames as fit. For the writer.
  ///
  /// - Parameter frames: in each, the channels of the first voice come first, then those of the second.
  /// - Returns: how many frames were written.
  func write(_ frames: UnsafeBufferPointer<Float>) -> Int {
    let end = written.load(ordering: .relaxed)
    let width = channels * voices
    let count = min(frames.count / width, capacity - (end - taken.load(ordering: .acquiring)))
    guard count > 0, let source = frames.baseAddress else { return 0 }
    let place = end % capacity
    let first = min(count, capacity - place)
    put(source, frames: first, at: place)
    put(source + first * width, frames: count - first, at: 0)
    written.store(end + count, ordering: .releasing)
    return count
  }

  private func put(_ source: UnsafePointer<Float>, frames: Int, at place: Int) {
    if voices == 1 {
      samples.advanced(by: place * channels).update(from: source, count: frames * channels)
      return
    }
    for voice in 0..<voices {
      let target = samples + voice * samplesPerVoice + place * channels
      let own = source + voice * channels
      for frame in 0..<frames {
        for channel in 0..<channels {
          target[frame * channels + channel] = own[frame * channels * voices + channel]
        }
      }
    }
  }

  /// Lends at most `maximum` frames, in one piece or two, and then removes them. For the reader.
  ///
  /// - Parameter body: gets the first voice's samples of a piece (for the others see `samplesPerVoice`), and
  ///   its number of frames.
  /// - Returns: how many frames were read.
  func read(_ maximum: Int, _ body: (_ samples: UnsafePointer<Float>, _ frames: Int) -> Void) -> Int {
    let start = taken.load(ordering: .relaxed)
    let count = min(maximum, written.load(ordering: .acquiring) - start)
    guard count > 0 else { return 0 }
    let place = start % capacity
    let first = min(count, capacity - place)
    body(samples + place * channels, first)
    if count > first { body(samples, count - first) }
    taken.store(start + count, ordering: .releasing)
    return count
  }

  /// Reads as many frames of the only voice as exist and fit into `buffer`. For the reader.
  ///
  /// - Returns: how many frames were read; the rest of `buffer` is not changed.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    guard var target = buffer.baseAddress else { return 0 }
    return read(buffer.count / channels) { samples, frames in
      target.update(from: samples, count: frames * channels)
      target += frames * channels
    }
  }
}
