// Parallelism.swift
// How a recording is divided among threads. A pure value. It decides which thread reads which stretch, and has
// no influence on the peaks.

import AudioFormats
import HostIO
import WaveformCore

/// How many threads read a recording, and in which stretches.
package struct Parallelism: Sendable {
  /// Decoders that work at once; 1 reads the recording undivided.
  let workers: Int
  /// Frames of a stretch; nil: a length that suits the decoder.
  let segmentFrames: Int?

  /// One decoder for each thread that work on this thread may use.
  static var automatic: Parallelism { Parallelism(workers: min(16, Processors.granted)) }

  init(workers: Int, segmentFrames: Int? = nil) {
    self.workers = workers
    self.segmentFrames = segmentFrames
  }

  /// Frames at the beginning of a recording that are divided; the rest is read by one thread. A multiple of whole runs,
  /// so that only the last run is cut.
  ///
  /// - Returns: 0 when dividing is impossible, or not worth a second decoder.
  func dividedFrames(of description: AudioDescription, isPlain: Bool, framesPerRun run: Int) -> Int {
    guard workers > 1, description.seeking != .forwardOnly else { return 0 }
    // Longer runs would need too large buffers.
    guard run <= (1 << 22) / description.channels else { return 0 }
    let frames = description.expectedFrames / run * run
    let least = segmentFrames.map { 2 * $0 } ?? (isPlain ? 1 << 16 : 1 << 19)
    return frames < least ? 0 : frames
  }

  /// The length of the stretch `index`, in frames: whole runs.
  ///
  /// Plain samples are read a block at a time, because jumps cost nothing. A decoder needs time to start, so its
  /// stretches are longer; stretches whose jumps have to be checked are the longest.
  func frames(
    ofSegment index: Int, of description: AudioDescription, isPlain: Bool, framesPerRun run: Int,
    blocks: BlockSizes
  ) -> Int {
    let size = description.isFloat ? MemoryLayout<Float>.stride : MemoryLayout<Int16>.stride
    let frames =
      segmentFrames
      ?? (isPlain
        ? blocks.frames(ofBlock: index, bytesPerFrame: description.channels * size)
        : (description.seeking == .exact ? 1 << 21 : 1 << 23) / description.channels)
    return max(1, frames / run) * run
  }
}
