// NoiseReductionStream.swift
// Runs a noise reducer over a stream of samples; all noise reduction goes through it. Blocks go in and come out clean,
// while other threads work, each on its own channels. Memory does not depend on the length.
// Sound: a block belongs to the workers from `start` until all of them are done with it, to the caller otherwise.

import Dispatch
import HostIO
import WaveformCore

/// Which part of a recording is wanted.
public enum NoiseReductionResult: String, Hashable, Sendable, CaseIterable {
  case clean
  /// Exactly the original minus the clean recording.
  case residue
}

/// A recording on its way through a reducer, from its first frame to its last. One thread at a time.
public final class NoiseReductionStream {
  /// Takes the next interleaved frames of output.
  public typealias Write<Failure: Error> = (UnsafeBufferPointer<Float>) throws(Failure) -> Void

  /// Frames of a block.
  public static let blockFrames = 32_768
  /// Blocks in progress at once: enough that no thread waits for another one.
  private static let blockCount = 4

  private let reducer: NoiseReducer
  private let result: NoiseReductionResult
  /// Each reduces its share of the channels, block after block; empty: the caller's thread does all the work.
  private let workers: [BackgroundWorker]
  private let blocks: [Block]
  /// Blocks that were given to the workers, and how many of them have been written.
  private var started = 0, sent = 0
  /// Input frames whose output has not been written yet; for residues only.
  private var originals: [Float] = []

  /// - Parameters:
  ///   - reducer: belongs to this stream.
  ///   - workers: threads beside the calling one; at most one for each channel is used. 0: each block is reduced at
  ///     once, on the calling thread.
  public init(_ reducer: NoiseReducer, result: NoiseReductionResult = .clean, workers: Int = 2) {
    self.reducer = reducer
    self.result = result
    self.workers = (0..<min(workers, reducer.channels)).map { _ in BackgroundWorker() }
    blocks = (0..<(workers > 0 ? Self.blockCount : 1)).map { _ in Block(reducer) }
  }

  /// Takes in the next interleaved frames.
  ///
  /// - Parameter write: gets the frames that have become clean. When it throws, the stream cannot be used any more.
  public func append<Failure: Error>(
    _ samples: UnsafeBufferPointer<Float>, write: Write<Failure>
  ) throws(Failure) {
    if result == .residue { originals += samples }
    var rest = samples[...]
    while !rest.isEmpty {
      let block = blocks[started % blocks.count]
      // A block is filled only when what was in it has come out.
      if started - sent == blocks.count { try send(block, write) }
      let part = rest.prefix(block.room)
      block.append(part)
      rest = rest.dropFirst(part.count)
      if block.room == 0 { start(block) }
    }
    if workers.isEmpty { try sendAll(write) }
  }

  /// Lets everything come out that went in. Call it once, after the last frame.
  public func finish<Failure: Error>(write: Write<Failure>) throws(Failure) {
    try sendAll(write)
    let missing = reducer.missing
    for channel in 0..<reducer.channels { reducer.finish(channel: channel, into: blocks[0].plane(channel)) }
    try deliver(blocks[0], frames: missing, write)
  }

  /// - Parameter block: the next one, not empty.
  private func start(_ block: Block) {
    started += 1
    let step = max(1, workers.count)
    let reduce: @Sendable (Int) -> Void = { [reducer] first in
      for channel in stride(from: first, to: reducer.channels, by: step) {
        let written = reducer.process(channel: channel, of: block.frames, into: block.plane(channel))
        if channel == 0 { block.written = written }
      }
      block.done.signal()
    }
    for first in 0..<step {
      // When the system gives no thread, this thread does the work.
      if !workers.isEmpty, workers[first].run({ reduce(first) }) { continue }
      reduce(first)
    }
  }

  private func sendAll<Failure: Error>(_ write: Write<Failure>) throws(Failure) {
    // When all blocks are in progress, none is being filled.
    if started - sent < blocks.count, case let last = blocks[started % blocks.count], !last.isEmpty {
      start(last)
    }
    while sent < started { try send(blocks[sent % blocks.count], write) }
  }

  /// Writes the oldest block in progress, and empties it.
  private func send<Failure: Error>(_ block: Block, _ write: Write<Failure>) throws(Failure) {
    for _ in 0..<max(1, workers.count) { block.done.wait() }
    sent += 1
    let written = block.written
    reducer.advance(taken: block.frames.count / reducer.channels, written: written)
    block.clear()
    try deliver(block, frames: written, write)
  }

  private func deliver<Failure: Error>(
    _ block: Block, frames: Int, _ write: Write<Failure>
  ) throws(Failure) {
    guard frames > 0 else { return }
    let count = frames * reducer.channels
    let samples = block.interleaved(frames: frames)
    if result == .residue {
      for index in 0..<count { samples[index] = originals[index] - samples[index] }
      originals.removeFirst(count)
    }
    try write(UnsafeBufferPointer(rebasing: samples[..<count]))
  }

  /// Input and output frames of one block.
  private final class Block: @unchecked Sendable {
    private let channels: Int
    private let input: UnsafeMutableBufferPointer<Float>
    private var filled = 0
    private let output: UnsafeMutableBufferPointer<Float>
    /// The output, one channel after the other; for one channel it is already interleaved.
    private let planes: UnsafeMutableBufferPointer<Float>
    private let planeSize: Int
    /// Frames that came out.
    var written = 0
    /// Signalled by each worker that has done its share.
    let done = DispatchSemaphore(value: 0)

    init(_ reducer: NoiseReducer) {
      channels = reducer.channels
      input = .allocate(capacity: NoiseReductionStream.blockFrames * channels)
      planeSize = max(reducer.capacity(forFrames: NoiseReductionStream.blockFrames), reducer.capacityAtEnd)
      output = .allocate(capacity: planeSize * channels)
      planes = channels == 1 ? output : .allocate(capacity: planeSize * channels)
      output.initialize(repeating: 0)
      if channels > 1 { planes.initialize(repeating: 0) }
    }

    deinit {
      input.deallocate()
      output.deallocate()
      if planes.baseAddress != output.baseAddress { planes.deallocate() }
    }

    var isEmpty: Bool { filled == 0 }
    /// Samples that still fit.
    var room: Int { input.count - filled }
    /// The input, interleaved.
    var frames: UnsafeBufferPointer<Float> { UnsafeBufferPointer(rebasing: input[..<filled]) }

    func append(_ samples: Slice<UnsafeBufferPointer<Float>>) {
      _ = UnsafeMutableBufferPointer(rebasing: input[filled...]).update(fromContentsOf: samples)
      filled += samples.count
    }

    func clear() { filled = 0 }

    func plane(_ channel: Int) -> UnsafeMutablePointer<Float> { planes.baseAddress! + channel * planeSize }

    /// The content of the planes as interleaved frames.
    func interleaved(frames: Int) -> UnsafeMutableBufferPointer<Float> {
      if channels > 1, let target = output.baseAddress {
        SpectralKernels.best.interleave(plane(0), planeSize, channels, frames, target)
      }
      return output
    }
  }
}
