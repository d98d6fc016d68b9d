// NoiseReductionPass.swift
// A whole recording through the reduction of noise: the calling thread reads and writes, others reduce meanwhile, each
// its own channels. Memory does not depend on the length.
// Sound: a block belongs to the reducing threads from `start` to the end of its group, to the caller otherwise.

import Dispatch
import WaveformCore

/// What of a recording is wanted.
public enum NoiseReductionResult: String, Hashable, Sendable, CaseIterable {
  case clean
  /// Exactly the original minus the clean recording.
  case residue
}

/// One run over a recording, from its first frame to its last.
public final class NoiseReductionPass {
  /// Reads the next interleaved frames; the number of frames, 0 at the end.
  public typealias Read<Failure: Error> = (UnsafeMutableBufferPointer<Float>) throws(Failure) -> Int
  /// Takes the next interleaved frames.
  public typealias Write<Failure: Error> = (UnsafeBufferPointer<Float>) throws(Failure) -> Void

  /// Frames that are read at once.
  public static let blockFrames = 32_768
  /// Blocks on their way: enough that no thread waits for another one.
  private static let blockCount = 4

  private let reducer: NoiseReducer
  private let result: NoiseReductionResult
  /// One for each reducing thread; blocks go through each in their order.
  private let queues: [DispatchQueue]
  /// Originals of frames that have not come out yet; for residues only.
  private var originals: [Float] = []

  /// - Parameter workers: threads beside the calling one; no more than channels are used.
  public init(_ reducer: NoiseReducer, result: NoiseReductionResult = .clean, workers: Int = 2) {
    self.reducer = reducer
    self.result = result
    queues = (0..<max(1, min(workers, reducer.channels))).map {
      DispatchQueue(label: "noise-\($0)", qos: .userInitiated)
    }
  }

  /// - Throws: what `read` and `write` throw; the run is over then.
  public func run<Failure: Error>(read: Read<Failure>, write: Write<Failure>) throws(Failure) {
    let blocks = (0..<Self.blockCount).map { _ in Block(reducer) }
    // Nobody reduces any more when this returns, whatever happened.
    defer { for block in blocks { block.group.wait() } }
    var (begun, sent) = (0, 0)
    while true {
      let block = blocks[begun % blocks.count]
      if begun - sent == blocks.count {
        try send(block, write)
        sent += 1
      }
      try fill(block, read)
      if block.frames == 0 { break }
      start(block)
      begun += 1
    }
    while sent < begun {
      try send(blocks[sent % blocks.count], write)
      sent += 1
    }
    let missing = reducer.missing
    for channel in 0..<reducer.channels { reducer.finish(channel: channel, into: blocks[0].output) }
    try send(blocks[0].output, frames: missing, write)
  }

  private func fill<Failure: Error>(_ block: Block, _ read: Read<Failure>) throws(Failure) {
    block.frames = try read(block.input)
    block.written = 0
    if result == .residue { originals += block.input[..<(block.frames * reducer.channels)] }
  }

  private func start(_ block: Block) {
    for (worker, queue) in queues.enumerated() {
      queue.async(group: block.group) { [reducer, workers = queues.count] in
        for channel in stride(from: worker, to: reducer.channels, by: workers) {
          let written = reducer.process(
            channel: channel, of: block.frames(reducer.channels), alone: block.plane(channel))
          if channel == 0 { block.written = written }
        }
      }
    }
  }

  private func send<Failure: Error>(_ block: Block, _ write: Write<Failure>) throws(Failure) {
    block.group.wait()
    reducer.advance(taken: block.frames, written: block.written)
    block.interleave(reducer.channels)
    try send(block.output, frames: block.written, write)
  }

  private func send<Failure: Error>(
    _ samples: UnsafeMutableBufferPointer<Float>, frames: Int, _ write: Write<Failure>
  ) throws(Failure) {
    guard frames > 0 else { return }
    let count = frames * reducer.channels
    if result == .residue {
      for index in 0..<count { samples[index] = originals[index] - samples[index] }
      originals.removeFirst(count)
    }
    try write(UnsafeBufferPointer(rebasing: samples[..<count]))
  }

  /// Frames on their way in and out.
  private final class Block: @unchecked Sendable {
    let input: UnsafeMutableBufferPointer<Float>
    let output: UnsafeMutableBufferPointer<Float>
    /// One channel after the other; that of a single one is the output.
    private let planes: UnsafeMutableBufferPointer<Float>
    private let planeSize: Int
    var frames = 0, written = 0
    /// Of the threads that reduce it.
    let group = DispatchGroup()

    init(_ reducer: NoiseReducer) {
      input = .allocate(capacity: NoiseReductionPass.blockFrames * reducer.channels)
      planeSize = max(reducer.capacity(forFrames: NoiseReductionPass.blockFrames), reducer.capacityAtEnd)
      output = .allocate(capacity: planeSize * reducer.channels)
      planes = reducer.channels == 1 ? output : .allocate(capacity: planeSize * reducer.channels)
      input.initialize(repeating: 0)
      output.initialize(repeating: 0)
      if reducer.channels > 1 { planes.initialize(repeating: 0) }
    }

    deinit {
      input.deallocate()
      output.deallocate()
      if planes.baseAddress != output.baseAddress { planes.deallocate() }
    }

    func plane(_ channel: Int) -> UnsafeMutablePointer<Float> { planes.baseAddress! + channel * planeSize }

    /// What was written, as frames of all channels.
    func interleave(_ channels: Int) {
      guard channels > 1, let target = output.baseAddress else { return }
      SpectralKernels.best.interleave(plane(0), planeSize, channels, written, target)
    }

    func frames(_ channels: Int) -> UnsafeBufferPointer<Float> {
      UnsafeBufferPointer(rebasing: input[..<(frames * channels)])
    }
  }
}
