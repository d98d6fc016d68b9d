// SamplePass.swift
// A pass over a recording, or its end, for a function that takes the samples: what is exported, kept, or cleaned on the
// way. One decoder, so that no more than some blocks are in memory however slowly they are taken.

import AudioDecoding
import AudioFormats
import HostIO
import Synchronization
import WaveformCore

/// Reads samples forwards and hands them over, in order.
package struct SamplePass: ~Copyable {
  /// Takes interleaved frames in full scale ±1; false: no more are wanted. May be called on another thread than the
  /// caller's, one call at a time.
  package typealias Take = (UnsafeBufferPointer<Float>) throws(AudioFileError) -> Bool

  private let reader: ReaderBox
  private let start: Int
  private let blocks: BlockSizes
  private let goesOn: @Sendable () -> Bool

  /// - Parameters:
  ///   - reader: belongs to this pass.
  ///   - start: the first frame that is wanted.
  ///   - blocks: how much is read at once.
  ///   - goesOn: false ends the pass after the block at hand.
  package init(
    _ reader: ReaderBox, from start: Int = 0, blocks: BlockSizes? = nil,
    goesOn: @escaping @Sendable () -> Bool = { true }
  ) {
    self.reader = reader
    self.start = start
    // Some milliseconds of work, so that giving up is prompt.
    self.blocks = blocks ?? .constant(65_536 / reader.reader.description.channels)
    self.goesOn = goesOn
  }

  /// Reads until nothing more is wanted, or to the end.
  ///
  /// - Parameter finish: called once after the last frame, unless the pass was ended.
  /// - Returns: what was read and what was lost of it; nil when the pass was ended by `goesOn`. A device that failed on
  ///   the way is its `cause`.
  /// - Throws: what `take` and `finish` throw; why there is not a single frame in the recording.
  package consuming func run(
    _ take: @escaping Take, finish: @escaping () throws(AudioFileError) -> Void = {}
  ) throws(AudioFileError) -> ReadReport? {
    let taker = SampleTaker(channels: reader.reader.description.channels, take, finish)
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

/// A taker that hands everything to a function.
private final class SampleTaker: RecordingTaker {
  final class End: Sendable {
    let isReached = Atomic(false)
    let isFailure = Atomic(false)
  }

  private let channels: Int
  private let take: SamplePass.Take
  private let takeEnd: () throws(AudioFileError) -> Void
  /// Tells the reader's thread that nothing more is wanted.
  let end = End()
  /// What they threw.
  private(set) var failure: AudioFileError?
  private(set) var nonFiniteSamples = 0

  init(
    channels: Int, _ take: @escaping SamplePass.Take, _ takeEnd: @escaping () throws(AudioFileError) -> Void
  ) {
    self.channels = channels
    self.take = take
    self.takeEnd = takeEnd
  }

  let framesPerRun = 1

  func reduce(_ samples: UnsafePointer<Float>, runs: Int) -> [Float] {
    Array(UnsafeBufferPointer(start: samples, count: runs * channels))
  }

  func append(_ part: [Float]) { part.withUnsafeBufferPointer { append(samples: $0) } }

  func append(samples: UnsafeBufferPointer<Float>) {
    guard !end.isReached.load(ordering: .relaxed) else { return }
    do throws(AudioFileError) {
      nonFiniteSamples += samples.reduce(0) { $0 + ($1.isFinite ? 0 : 1) }
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
