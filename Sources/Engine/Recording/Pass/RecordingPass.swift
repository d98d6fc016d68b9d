// RecordingPass.swift
// The only way to read a whole recording: once, on as many threads as its decoder allows. The taker gets the samples in
// order. The report at the end tells what was lost.

import AudioDecoding
import AudioFormats
import Decoding
import HostIO
import Synchronization
import WaveformCore

/// Reads a recording from its first frame to its end, once.
///
/// Runs on the thread that calls `run`, which may hang in a read that never returns; further threads are detached. The
/// result does not depend on blocks or threads.
final class RecordingPass<Taker: RecordingTaker> where Taker.Sample: DecodedSample {
  private typealias Sample = Taker.Sample

  /// Set when another program rewrites the file while it is read.
  private final class Change: Sendable {
    let isFound = Atomic<Bool>(false)
  }

  private let first: ReaderBox
  private let taker: Taker
  private let start: Int
  private let options: OpenOptions
  private let blocks: BlockSizes
  private let parallelism: Parallelism
  private let following: Following?
  private let now: () -> Int
  private let goesOn: @Sendable () -> Bool
  private let isSatisfied: @Sendable () -> Bool
  private let progressed: (Int) -> Void
  private let waiting: (Int, FileState) -> Void
  private let change = Change()

  /// - Parameters:
  ///   - reader: holds a reader that stands at frame 0; it belongs to this pass.
  ///   - taker: belongs to this pass until `run` returns.
  ///   - start: the first frame that is wanted.
  ///   - options: how the file was opened, to open it again when it has grown; used only with `following`.
  ///   - blocks: how much is read at once.
  ///   - parallelism: how it is divided among threads.
  ///   - following: how a growing file is followed; nil: only the existing frames are read.
  ///   - now: milliseconds of the clock by which progress is told.
  ///   - goesOn: returns false to end the pass after the current block, without a report.
  ///   - isSatisfied: returns true when the taker needs no more; this ends the pass with a report.
  ///   - progressed: called with the frames that were taken, at the pace of `EventPace`, on any thread, one call at a
  ///     time.
  ///   - waiting: called with the frames that were taken before each pause at the end of a file that grows.
  init(
    _ reader: ReaderBox, into taker: Taker, from start: Int = 0, options: OpenOptions = OpenOptions(),
    blocks: BlockSizes = .growing,
    parallelism: Parallelism = .automatic, following: Following? = nil,
    now: @escaping () -> Int = { MonotonicTime.milliseconds },
    goesOn: @escaping @Sendable () -> Bool = { true },
    isSatisfied: @escaping @Sendable () -> Bool = { false },
    progressed: @escaping (_ framesRead: Int) -> Void = { _ in },
    waiting: @escaping (_ framesRead: Int, FileState) -> Void = { _, _ in }
  ) {
    first = reader
    self.taker = taker
    self.start = start
    self.options = options
    self.blocks = blocks
    self.parallelism = parallelism
    self.following = following
    self.now = now
    self.goesOn = goesOn
    self.isSatisfied = isSatisfied
    self.progressed = progressed
    self.waiting = waiting
  }

  /// Reads to the end. When the device fails, the frames before the failure count. Call it once.
  ///
  /// - Returns: what was read and what was lost; nil when `goesOn` ended the pass, in which case the taker is not
  ///   finished.
  /// - Throws: the error, when there is not a single frame.
  func run() throws(AudioFileError) -> ReadReport? {
    let description = first.reader.description
    let events = EventPace(expectedFrames: description.expectedFrames, now: now)
    let changed = first.reader.changed
    let progressed = { [self, change] (frames: Int) in
      guard events.isDue(framesRead: frames) else { return }
      self.progressed(frames)
      if changed() != nil { change.isFound.store(true, ordering: .releasing) }
    }
    let begin = ContinuousClock.now
    var growth = GrowthFollower(following, first.reader, options: options)
    var box = first
    var frames = start
    var isThere = try box.reader.seek(toFrame: start)
    var jumpsWereExact = true
    var failure: AudioFileError?
    if start == 0,
      let parallel = ParallelReading(
        first, into: taker, parallelism, blocks: blocks,
        goesOn: { [goesOn, isSatisfied, change] in
          goesOn() && !isSatisfied() && !change.isFound.load(ordering: .acquiring)
        },
        progressed: progressed)
    {
      (box, frames, jumpsWereExact) = parallel.run()
      guard goesOn() else { return nil }
      failure = changed()
      if failure == nil {
        do throws(AudioFileError) { isThere = try box.reader.seek(toFrame: frames) } catch {
          failure = error
        }
      }
    }
    if isThere, failure == nil {
      failure = readOn(from: box, &frames, &growth, progressed)
      if growth?.isFollowing != true { failure = failure ?? changed() }
    }
    guard goesOn() else { return nil }
    taker.finish()
    if frames == 0 { throw failure ?? ReadReport.nothing(in: description, path: box.reader.path) }
    let followed = growth?.isFollowing == true ? growth : nil
    var report = box.reader.report(
      frames: frames, nonFiniteSamples: taker.nonFiniteSamples, cause: failure,
      jumpsWereExact: jumpsWereExact, of: followed?.last, goesOn: goesOn)
    report.description = followed.map { $0.last.with($0.state) } ?? description
    report.readingTime = begin.duration(to: followed?.firstEnd ?? .now)
    report.isOutdated = followed?.isOutdated == true
    return report
  }

  /// Reads on with one decoder from its position; a second thread runs the taker.
  ///
  /// - Returns: the error of the device, if it failed.
  private func readOn(
    from box: ReaderBox, _ frames: inout Int, _ growth: inout GrowthFollower?, _ progressed: (Int) -> Void
  ) -> AudioFileError? {
    let channels = box.reader.description.channels
    let pipeline = SamplePipeline(taker)
    defer { pipeline.finish() }
    var block = 0
    while goesOn(), !isSatisfied(), !change.isFound.load(ordering: .relaxed) {
      let room = blocks.frames(ofBlock: block, bytesPerFrame: channels * MemoryLayout<Sample>.stride)
      let buffer = pipeline.buffer(capacity: room * channels)
      do throws(AudioFileError) {
        let count = try box.reader.decode(into: buffer)
        if count == 0 {
          guard findsMore(&box.reader, &growth) else { return nil }
          continue
        }
        pipeline.append(count: count * channels)
        frames += count
      } catch {
        return error
      }
      block += 1
      progressed(frames)
    }
    return nil
  }

  /// At the end of a file that is still being written: waits for more.
  private func findsMore(_ reader: inout AudioFileReader, _ growth: inout GrowthFollower?) -> Bool {
    guard growth != nil else { return false }
    return growth!.findsMore(&reader, goesOn: goesOn, waiting: waiting)
  }
}
