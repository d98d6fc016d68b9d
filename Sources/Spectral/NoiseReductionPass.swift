// NoiseReductionPass.swift
// A whole recording through the reduction of noise: the calling thread reads and writes, others reduce meanwhile, each
// its own channels. Memory does not depend on the length.
// Sound: a block belongs to the reducing threads from `start` to the end of their group, to the caller otherwise.

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

  private let reducer: NoiseReducer
  private let result: NoiseReductionResult
  private let workers: Int
  /// Originals of frames that have not come out yet; for residues only.
  private var originals: [Float] = []

  /// - Parameter workers: threads beside the calling one; no more than channels are used.
  public init(_ reducer: NoiseReducer, result: NoiseReductionResult = .clean, workers: Int = 2) {
    self.reducer = reducer
    self.result = result
    self.workers = max(1, min(workers, reducer.channels))
  }

  /// - Throws: what `read` and `write` throw; the run is over then.
  public func run<Failure: Error>(read: Read<Failure>, write: Write<Failure>) throws(Failure) {
    var current = Block(reducer), other = Block(reducer)
    try fill(current, read)
    while current.frames > 0 {
      let group = start(current)
      var failure: Failure?
      do throws(Failure) {
        // While this block is reduced, the one before is written, and the next one read into its place.
        try send(other.output, frames: other.written, write)
        try fill(other, read)
      } catch { failure = error }
      group.wait()
      if let failure { throw failure }
      reducer.advance(taken: current.frames, written: current.written)
      swap(&current, &other)
    }
    try send(other.output, frames: other.written, write)
    let missing = reducer.missing
    for channel in 0..<reducer.channels { reducer.finish(channel: channel, into: other.output) }
    try send(other.output, frames: missing, write)
  }

  private func fill<Failure: Error>(_ block: Block, _ read: Read<Failure>) throws(Failure) {
    block.frames = try read(block.input)
    block.written = 0
    if result == .residue { originals += block.input[..<(block.frames * reducer.channels)] }
  }

  private func start(_ block: Block) -> DispatchGroup {
    let group = DispatchGroup()
    for worker in 0..<workers {
      DispatchQueue.global(qos: .userInitiated).async(group: group) { [reducer, workers] in
        for channel in stride(from: worker, to: reducer.channels, by: workers) {
          let written = reducer.process(
            channel: channel, of: block.frames(reducer.channels), into: block.output)
          if channel == 0 { block.written = written }
        }
      }
    }
    return group
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
    var frames = 0, written = 0

    init(_ reducer: NoiseReducer) {
      input = .allocate(capacity: NoiseReductionPass.blockFrames * reducer.channels)
      output = .allocate(
        capacity: max(reducer.capacity(forFrames: NoiseReductionPass.blockFrames), reducer.capacityAtEnd)
          * reducer.channels)
      input.initialize(repeating: 0)
      output.initialize(repeating: 0)
    }

    deinit {
      input.deallocate()
      output.deallocate()
    }

    func frames(_ channels: Int) -> UnsafeBufferPointer<Float> {
      UnsafeBufferPointer(rebasing: input[..<(frames * channels)])
    }
  }
}
