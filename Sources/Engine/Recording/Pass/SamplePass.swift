// SamplePass.swift
// A pass over a recording, or over its end, for a function that takes the samples: for export, spools and noise
// reduction. One decoder, so that only some blocks are in memory, even if the function is slow.

import AudioDecoding
import AudioFormats
import Decoding
import HostIO
import Synchronization
import WaveformCore

/// Reads samples forwards and hands them over, in order.
package struct SamplePass: ~Copyable {
  /// Takes interleaved frames in full scale ±1; returns false when it needs no more. May be called on another thread
  /// than the caller's, one call at a time.
  package typealias Take = (UnsafeBufferPointer<Float>) throws(AudioFileError) -> Bool

  /// Takes the same as integers of 32 bits.
  package typealias TakeIntegers = (UnsafeBufferPointer<Int32>) throws(AudioFileError) -> Bool

  private let reader: ReaderBox
  private let start: Int
  private let blocks: BlockSizes
  private let goesOn: @Sendable () -> Bool

  /// - Parameters:
  ///   - reader: belongs to this pass.
  ///   - start: the first frame that is wanted.
  ///   - blocks: how much is read at once.
  ///   - goesOn: returns false to end the pass after the current block.
  package init(
    _ reader: ReaderBox, from start: Int = 0, blocks: BlockSizes? = nil,
    goesOn: @escaping @Sendable () -> Bool = { true }
  ) {
    self.reader = reader
    self.start = start
    // A block is some milliseconds of work, so that cancelling is prompt.
    self.blocks = blocks ?? .constant(65_536 / reader.reader.description.channels)
    self.goesOn = goesOn
  }

  /// Reads until `take` returns false, or to the end.
  ///
  /// - Parameter finish: called once after the last frame, unless the pass was ended.
  /// - Returns: what was read and what was lost; nil when `goesOn` ended the pass. Its `cause` is the failure of a
  ///   device.
  /// - Throws: the errors of `take` and `finish`, and the error of a recording without a single frame.
  package consuming func run(
    _ take: @escaping Take, finish: @escaping () throws(AudioFileError) -> Void = {}
  ) throws(AudioFileError) -> ReadReport? {
    try run(
      SampleTaker(
        channels: reader.reader.description.channels, nonFinite: { $0.nonFiniteCount }, take, finish))
  }

  /// The same for integers of 32 bits, exactly where the recording has such.
  package consuming func runIntegers(_ take: @escaping TakeIntegers) throws(AudioFileError) -> ReadReport? {
    try run(SampleTaker(channels: reader.reader.description.channels, nonFinite: { _ in 0 }, take, {}))
  }

  private consuming func run<Sample: DecodedSample>(
    _ taker: SampleTaker<Sample>
  ) throws(AudioFileError) -> ReadReport? {
    let pass = RecordingPass(
      reader, into: taker, from: start, blocks: blocks, parallelism: Parallelism(workers: 1),
      // After a failure no report is made: that may take long.
      goesOn: { [goesOn, end = taker.end] in goesOn() && !end.isFailure.load(ordering: .acquiring) },
      isSatisfied: { [end = taker.end] in end.isReached.load(ordering: .acquiring) })
    let report = try pass.run()
    if let failure = taker.failure { throw failure }
    return report
  }
}

/// Tells the reader's thread that no more samples are needed.
private final class EndOfTaking: Sendable {
  let isReached = Atomic(false)
  let isFailure = Atomic(false)
}

/// A taker that passes all samples to a function.
private final class SampleTaker<Sample: DecodedSample>: RecordingTaker {
  typealias Take = (UnsafeBufferPointer<Sample>) throws(AudioFileError) -> Bool

  private let channels: Int
  private let countNonFinite: (UnsafeBufferPointer<Sample>) -> Int
  private let take: Take
  private let takeEnd: () throws(AudioFileError) -> Void
  /// Tells the reader's thread that no more samples are needed.
  let end = EndOfTaking()
  /// The error that they threw.
  private(set) var failure: AudioFileError?
  private(set) var nonFiniteSamples = 0

  init(
    channels: Int, nonFinite: @escaping (UnsafeBufferPointer<Sample>) -> Int, _ take: @escaping Take,
    _ takeEnd: @escaping () throws(AudioFileError) -> Void
  ) {
    self.channels = channels
    countNonFinite = nonFinite
    self.take = take
    self.takeEnd = takeEnd
  }

  let framesPerRun = 1

  func reduce(_ samples: UnsafePointer<Sample>, runs: Int, from frame: Int) -> [Sample] {
    Array(UnsafeBufferPointer(start: samples, count: runs * channels))
  }

  func append(_ part: [Sample]) { part.withUnsafeBufferPointer { append(samples: $0) } }

  func append(samples: UnsafeBufferPointer<Sample>) {
    guard !end.isReached.load(ordering: .relaxed) else { return }
    do throws(AudioFileError) {
      nonFiniteSamples += countNonFinite(samples)
      if try take(samples) { return }
    } catch {
      failure = error
      end.isFailure.store(true, ordering: .releasing)
    }
    end.isReached.store(true, ordering: .releasing)
  }

  func finish() {
    guard failure == nil else { return }
    do throws(AudioFileError) { try takeEnd() } catch { failure = error }
  }
}
