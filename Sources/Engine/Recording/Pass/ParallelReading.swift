// ParallelReading.swift
// Reads the beginning of a recording, which is nearly all of it, with a decoder on every core. It ends where the data
// are not as expected; the reader's thread then continues alone from exactly there, with the decoder that is at this
// place. Threads are detached: one that hangs in a dead network share leaks only its own memory.

import AudioDecoding
import AudioFormats
import Decoding
import HostIO
import WaveformCore

/// A reader that threads hand over: it belongs to the thread that got the box last.
package final class ReaderBox: @unchecked Sendable {
  package var reader: AudioFileReader
  package init(_ reader: consuming AudioFileReader) { self.reader = reader }
}

/// Several threads that read one recording.
/// Sound: each box belongs to one thread, and to the caller again once `run` returns; the merger has a lock.
final class ParallelReading<Taker: RecordingTaker>: @unchecked Sendable where Taker.Sample: DecodedSample {
  typealias Sample = Taker.Sample

  private let merger: SegmentMerger<Taker>
  private let taker: Taker
  private let boxes: [ReaderBox]
  /// The damage that each reader has found.
  private let found: [FoundDamage]
  private let channels: Int
  private let isChecked: Bool
  private let blockFrames: Int
  private let goesOn: @Sendable () -> Bool

  /// Frames at the beginning of a segment that are compared with the frames to which the segment before leads. As long
  /// as all of them are alike, the next ones are compared, too, because silence proves nothing. More frames are
  /// compared for a decoder whose state fades slowly.
  private let comparedFrames: Int
  private var mostComparedFrames: Int { 8 * comparedFrames }

  /// - Parameters:
  ///   - box: holds a reader that stands at frame 0.
  ///   - taker: belongs to this reading until `run` returns.
  ///   - blocks: how much of plain samples is read at once.
  ///   - goesOn: returns false to end the reading early.
  ///   - progressed: called with the number of frames that have been taken, on any of the threads, one call at a time.
  /// - Returns: nil when dividing the recording is not worth it.
  init?(
    _ box: ReaderBox, into taker: Taker, _ parallelism: Parallelism, blocks: BlockSizes,
    goesOn: @escaping @Sendable () -> Bool, progressed: @escaping (Int) -> Void
  ) {
    let description = box.reader.description, isPlain = box.reader.isPlain
    let run = taker.framesPerRun
    let length = parallelism.dividedFrames(of: description, isPlain: isPlain, framesPerRun: run)
    guard length > 0 else { return nil }
    self.taker = taker
    channels = description.channels
    blockFrames = max(1, 262_144 / (channels * MemoryLayout<Sample>.stride * run)) * run
    isChecked = !isPlain
    comparedFrames = description.seeking == .unproven ? 65_536 : 8192
    self.goesOn = goesOn
    var boxes = [box]
    while boxes.count < parallelism.workers, let another = try? box.reader.another() {
      boxes.append(ReaderBox(another))
    }
    self.boxes = boxes
    found = boxes.map { $0.reader.found }
    merger = SegmentMerger(
      taker, channels: channels, length: length, workers: boxes.count, mustBeChecked: isChecked,
      framesOfSegment: {
        parallelism.frames(
          ofSegment: $0, of: description, isPlain: isPlain, framesPerRun: run, blocks: blocks)
      }, progressed: progressed)
  }

  /// Reads with all threads, of which the calling one is the first.
  ///
  /// - Returns: the reader that continues, the frame up to which everything was taken, and whether every jump was
  ///   exact.
  func run() -> (box: ReaderBox, frames: Int, jumpsWereExact: Bool) {
    for worker in boxes.indices.dropFirst() {
      _ = BackgroundThread.start { self.work(worker) }
    }
    work(0)
    let end = merger.finish()
    // Damage in samples that were dropped is found again later, at its place.
    for other in found.indices where other != end.worker {
      found[end.worker].adopt(found[other], before: end.frames)
    }
    return (boxes[end.worker], end.frames, end.jumpsWereExact)
  }

  private func work(_ worker: Int) {
    let buffer = UnsafeMutableBufferPointer<Sample>.allocate(capacity: blockFrames * channels)
    defer { buffer.deallocate() }
    var last: Segment?
    // Counted here: once the last segment is folded, the reader belongs to another thread.
    var position = 0
    while true {
      switch merger.turn(of: worker, position: position, after: last) {
      case .end: return
      case .compare(let head):
        guard compare(head, after: last!, worker, buffer) else { return }
        last = nil
        position = .max
      case .read(let segment):
        guard fill(segment, worker, buffer, isThere: position == segment.frames.lowerBound) else { return }
        last = isChecked ? segment : nil
        position = segment.frames.upperBound
      }
    }
  }

  /// - Returns: false when this thread has no more work.
  private func fill(
    _ segment: Segment, _ worker: Int, _ buffer: UnsafeMutableBufferPointer<Sample>, isThere: Bool
  ) -> Bool {
    let box = boxes[worker]
    var head: [Sample]?
    if !isThere {
      if isChecked { head = [] }
      guard box.reader.jump(toFrame: segment.frames.lowerBound) else {
        merger.set(head: [], of: segment)
        merger.end(in: segment, rest: [], worker: worker)
        return false
      }
    }
    let headCount = min(segment.frames.count, mostComparedFrames) * channels
    let run = taker.framesPerRun
    var done = 0
    while done < segment.frames.count {
      guard goesOn() else {
        merger.cancel()
        return false
      }
      if merger.isOver { return false }
      let wanted = min(blockFrames, segment.frames.count - done)
      let count = decode(wanted, box, buffer)
      if head != nil {
        head!.append(contentsOf: buffer[..<min(count * channels, headCount - head!.count)])
        if head!.count == headCount || count < wanted {
          merger.set(head: head!, of: segment)
          head = nil
        }
      }
      let runs = count / run
      let first = segment.frames.lowerBound + done
      done += count
      merger.append(
        taker.reduce(buffer.baseAddress!, runs: runs, from: first), frames: runs * run, to: segment,
        isComplete: done == segment.frames.count)
      if count < wanted {
        merger.end(
          in: segment, rest: Array(buffer[(runs * run * channels)..<(count * channels)]), worker: worker)
        return false
      }
    }
    return true
  }

  /// Compares the frames behind `segment` here with those that another thread got after a jump to that place.
  ///
  /// - Returns: false when they differ. This thread's decoder did not jump there, so it is right and continues alone.
  private func compare(
    _ head: [Sample], after segment: Segment, _ worker: Int, _ buffer: UnsafeMutableBufferPointer<Sample>
  ) -> Bool {
    var seen: [Sample] = []
    // After some damage a decoder cannot jump any more, and long silence would still look equal.
    while seen.count < head.count, !boxes[worker].reader.jumpsAreLost {
      let wanted = min(comparedFrames, blockFrames, (head.count - seen.count) / channels)
      let count = decode(wanted, boxes[worker], buffer)
      let samples = buffer[..<(count * channels)]
      let isSame = count == wanted && samples.elementsEqual(head[seen.count..<(seen.count + samples.count)])
      seen.append(contentsOf: samples)
      guard isSame else { break }
      if !samples.allSatisfy({ $0 == samples[0] }) || seen.count == head.count {
        merger.join(after: segment)
        return true
      }
    }
    merger.end(after: segment, rest: seen, worker: worker)
    return false
  }

  /// Decodes as many frames as possible, up to `wanted`. The reason for fewer shows in the next read.
  private func decode(_ wanted: Int, _ box: ReaderBox, _ buffer: UnsafeMutableBufferPointer<Sample>) -> Int {
    var done = 0
    while done < wanted {
      let room = UnsafeMutableBufferPointer(rebasing: buffer[(done * channels)..<(wanted * channels)])
      guard let count = try? box.reader.decode(into: room), count > 0 else { break }
      done += count
    }
    return done
  }
}
