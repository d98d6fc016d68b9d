// NoiseReductionStream.swift
// Runs a noise reducer over a stream of samples; all noise reduction goes through it. Blocks go in and come out clean,
// while other threads work, each on its own channels. Memory does not depend on the length.
// Sound: a block belongs to the workers from `start` until all of them are done with it, to the caller otherwise.
// A worker synthesizes a block when all workers have analyzed it; meanwhile it analyzes the next one, so that they seldom
// wait for each other. So no worker is more than three blocks ahead of another (`NoiseReducer.mostBlocks`).

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
  public static let blockFrames = NoiseReducer.mostFrames
  /// Blocks in progress at once: enough that no thread waits for another one.
  private static let blockCount = 6

  private let reducer: NoiseReducer
  private let result: NoiseReductionResult
  private let taken: TakenTally?
  /// Each reduces its share of the channels, block after block; empty: the caller's thread does all the work.
  private let workers: [BackgroundWorker]
  private let blocks: [Block]
  /// Blocks that were given to the workers, and how many of them have been written.
  private var started = 0, sent = 0
  /// The block that is analyzed, or will be, and not yet to be synthesized.
  private var analyzed: Block?
  /// Input frames whose output has not been written yet; for residues only.
  private var originals: [Float] = []

  /// - Parameters:
  ///   - reducer: belongs to this stream.
  ///   - taken: measures what is taken away.
  ///   - workers: threads beside the calling one; at most one for each channel is used. 0: each block is reduced at
  ///     once, on the calling thread.
  public init(
    _ reducer: NoiseReducer, result: NoiseReductionResult = .clean, taken: TakenTally? = nil, workers: Int = 2
  ) {
    self.reducer = reducer
    self.result = result
    self.taken = taken
    self.workers = (0..<min(workers, reducer.channels)).map { _ in BackgroundWorker() }
    blocks = (0..<(workers > 0 ? Self.blockCount : 1)).map { [threads = max(1, self.workers.count)] index in
      Block(reducer, workers: threads, takesEnd: index == 0)
    }
  }

  deinit {
    // A worker may wait for what another one has still to do: no job may be lost.
    synthesizeLast()
    while sent < started {
      wait(for: blocks[sent % blocks.count])
      sent += 1
    }
  }

  /// Takes in the next interleaved frames.
  ///
  /// - Parameter write: gets the frames that have become clean. When it throws, the stream cannot be used any more.
  public func append<Failure: Error>(
    _ samples: UnsafeBufferPointer<Float>, write: Write<Failure>
  ) throws(Failure) {
    if result == .residue { originals += samples }
    taken?.take(original: samples, channels: reducer.channels)
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
    let block = blocks[0], channels = 0..<reducer.channels
    if reducer.missing > 0 {
      let ends = channels.map { reducer.finish(channel: $0) }
      let counts = channels.map { reducer.synthesize(channel: $0, upTo: ends[$0], into: block.plane($0)) }
      let frames = min(counts[0], reducer.missing)
      reducer.advance(taken: 0, written: frames)
      try deliver(block, frames: frames, write)
    }
  }

  /// - Parameter block: the next one, not empty.
  private func start(_ block: Block) {
    started += 1
    run { [reducer] _, channels in
      for channel in channels {
        let end = reducer.analyze(channel: channel, of: block.frames)
        if channel == 0 { block.end = end }
      }
      for worker in block.analyzed { worker.signal() }
    }
    if let analyzed { synthesize(analyzed) }
    analyzed = block
    if workers.isEmpty { synthesizeLast() }
  }

  private func synthesize(_ block: Block) {
    run { [reducer] worker, channels in
      for _ in block.analyzed { block.analyzed[worker].wait() }
      for channel in channels {
        let written = reducer.synthesize(channel: channel, upTo: block.end, into: block.plane(channel))
        if channel == 0 { block.written = written }
      }
      block.done.signal()
    }
  }

  private func synthesizeLast() {
    if let analyzed { synthesize(analyzed) }
    analyzed = nil
  }

  /// Runs what is to be done on each worker, with its share of the channels.
  private func run(_ body: @escaping @Sendable (_ worker: Int, _ channels: StrideTo<Int>) -> Void) {
    let step = max(1, workers.count), channels = reducer.channels
    for worker in 0..<step {
      let share = stride(from: worker, to: channels, by: step)
      // When the system gives no thread, this thread does the work.
      if !workers.isEmpty, workers[worker].run({ body(worker, share) }) { continue }
      body(worker, share)
    }
  }

  private func sendAll<Failure: Error>(_ write: Write<Failure>) throws(Failure) {
    // When all blocks are in progress, none is being filled.
    if started - sent < blocks.count, case let last = blocks[started % blocks.count], !last.isEmpty {
      start(last)
    }
    synthesizeLast()
    while sent < started { try send(blocks[sent % blocks.count], write) }
  }

  /// Writes the oldest block in progress, and empties it.
  private func send<Failure: Error>(_ block: Block, _ write: Write<Failure>) throws(Failure) {
    wait(for: block)
    sent += 1
    let written = block.written
    reducer.advance(taken: block.frames.count / reducer.channels, written: written)
    block.clear()
    try deliver(block, frames: written, write)
  }

  private func wait(for block: Block) { for _ in 0..<max(1, workers.count) { block.done.wait() } }

  private func deliver<Failure: Error>(
    _ block: Block, frames: Int, _ write: Write<Failure>
  ) throws(Failure) {
    guard frames > 0 else { return }
    let count = frames * reducer.channels
    let samples = block.interleaved(frames: frames)
    taken?.take(clean: UnsafeBufferPointer(rebasing: samples[..<count]), channels: reducer.channels)
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
    /// How far it may be synthesized, and the frames that came out then.
    var end = 0, written = 0
    /// One for each worker, who waits there: each worker that has analyzed its share signals all of them.
    let analyzed: [DispatchSemaphore]
    /// Signalled by each worker that has done its share.
    let done = DispatchSemaphore(value: 0)

    /// - Parameter takesEnd: true when it is to hold what comes out at the end.
    init(_ reducer: NoiseReducer, workers: Int, takesEnd: Bool) {
      channels = reducer.channels
      analyzed = (0..<workers).map { _ in DispatchSemaphore(value: 0) }
      input = .allocate(capacity: NoiseReductionStream.blockFrames * channels)
      let frames = reducer.capacity(forFrames: NoiseReductionStream.blockFrames)
      planeSize = takesEnd ? max(frames, reducer.capacityAtEnd) : frames
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
