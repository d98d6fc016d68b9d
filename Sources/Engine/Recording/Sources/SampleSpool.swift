// SampleSpool.swift
// All samples of a recording in a temporary file, decoded once from the start. One detached thread writes; any number
// of threads wait for what they need and read it. The writing thread holds the spool until it ends; when the spool is
// cancelled, it ends after the current block.

import AudioDecoding
import AudioFormats
import HostIO
import SystemPackage
import WaveformCore

/// Decoded samples that can be read at any place, as far as they have been written.
final class SampleSpool: Sendable {
  private struct State: Sendable {
    var file: SpoolFile?
    /// All hold `framesPerBlock` frames, except the last one.
    var blocks: [SpoolBlock] = []
    var frames = 0
    /// Everything has been written, or nothing more will be.
    var hasEnded = false
    var failure: AudioFileError?
    var isCancelled = false
    /// The process that decodes, if there is one. Ending it ends a read that waits for it.
    var child: (any Interruptible)?
  }

  /// The answer to a waiting reader.
  private enum Answer {
    case blocks(SpoolFile, [SpoolBlock], frames: Int)
    case failed(AudioFileError)
    case nothing
  }

  private let state = Monitor(State())
  private let path: FilePath
  private let channels: Int
  private let place: SpoolPlace
  private let framesPerBlock: Int

  /// - Parameters:
  ///   - open: opens the recording; called once, on the spool's thread. Gets a function for `AudioFileReader.init`.
  init(
    path: FilePath, description: AudioDescription, place: SpoolPlace,
    open:
      @escaping @Sendable (_ goesOn: @escaping @Sendable () -> Bool) throws(AudioFileError)
      -> AudioFileReader
  ) {
    self.path = path
    channels = description.channels
    self.place = place
    framesPerBlock = max(1, 65_536 / description.channels)
    let isStarted = BackgroundThread.start {
      let failure: AudioFileError?
      do throws(AudioFileError) {
        let reader = try open { [weak self] in self?.isCancelled == false }
        let child = reader.child
        self.state.withLock { $0.child = child }
        try self.fill(from: reader)
        failure = nil
      } catch {
        failure = error
      }
      self.end(failure)
    }
    if !isStarted { end(AudioFileError(.outOfMemory, path: path)) }
  }

  /// True when there was no room for the first block: another attempt costs little, and may succeed.
  var neverBegan: Bool { state.wait { $0.failure?.code == .noSpace && $0.blocks.isEmpty } }

  /// True when everything has been written.
  var isWhole: Bool { state.wait { $0.hasEnded && $0.failure == nil && !$0.isCancelled } }

  /// The samples of a range that is not empty; waits until they have been written.
  ///
  /// - Returns: interleaved samples; fewer at the end of the recording, none after `cancel`.
  func read(_ range: FrameRange) throws(AudioFileError) -> [Float] {
    let firstBlock = range.lowerBound / framesPerBlock
    let answer: Answer = state.wait { state in
      if state.isCancelled { return .nothing }
      guard state.frames >= range.upperBound || state.hasEnded else { return nil }
      if state.frames < range.upperBound, let failure = state.failure { return .failed(failure) }
      guard let file = state.file, range.lowerBound < state.frames else { return .nothing }
      let last = (min(range.upperBound, state.frames) - 1) / framesPerBlock
      return .blocks(file, Array(state.blocks[firstBlock...last]), frames: state.frames)
    }
    switch answer {
    case .nothing: return []
    case .failed(let error): throw error
    case .blocks(let file, let blocks, let frames):
      var samples: [Float] = []
      let end = min(range.upperBound, frames)
      samples.reserveCapacity((end - range.lowerBound) * channels)
      for (index, block) in blocks.enumerated() where !isCancelled {
        let start = (firstBlock + index) * framesPerBlock
        let part = max(range.lowerBound, start) - start..<min(end, start + framesPerBlock) - start
        samples += try read(part, of: block, from: file)
      }
      return samples
    }
  }

  /// Ends the writing, and makes waiting readers return without samples. Returns at once.
  func cancel() {
    state.withLock {
      $0.isCancelled = true
      $0.child?.terminate()
      $0.file = nil
    }
  }

  private var isCancelled: Bool { state.wait { $0.isCancelled } }

  private func read(
    _ frames: Range<Int>, of block: SpoolBlock, from file: SpoolFile
  ) throws(AudioFileError) -> [Float] {
    let offset = block.offset + frames.lowerBound * channels * block.bytesPerSample
    let count = frames.count * channels
    if block.isInt16 {
      let integers = UnsafeMutableBufferPointer<Int16>.allocate(capacity: count)
      defer { integers.deallocate() }
      try file.read(at: offset, into: UnsafeMutableRawBufferPointer(integers))
      return [Float](unsafeUninitializedCapacity: count) { samples, filled in
        SpoolBlock.unpack(UnsafeBufferPointer(integers), into: samples)
        filled = count
      }
    }
    var failure: AudioFileError?
    let samples = [Float](unsafeUninitializedCapacity: count) { samples, filled in
      do throws(AudioFileError) {
        try file.read(
          at: offset,
          into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: samples[..<count])))
        filled = count
      } catch { failure = error }
    }
    if let failure { throw failure }
    return samples
  }

  // MARK: The spool's thread

  private func end(_ failure: AudioFileError?) {
    state.withLock {
      $0.failure = failure
      $0.hasEnded = true
      $0.child = nil
    }
  }

  private func fill(from reader: consuming AudioFileReader) throws(AudioFileError) {
    let writer = SpoolWriter(
      path, channels: channels, framesPerBlock: framesPerBlock, place: place,
      expectedFrames: reader.description.expectedFrames
    ) { file, block, frames in
      self.state.withLock {
        if !$0.isCancelled { $0.file = file }
        $0.blocks.append(block)
        $0.frames += frames
      }
    }
    let pass = SamplePass(
      ReaderBox(reader), blocks: .constant(framesPerBlock), goesOn: { !self.isCancelled })
    let report = try pass.run(
      { (samples) throws(AudioFileError) in
        try writer.append(samples)
        return true
      }, finish: writer.finish)
    if let failure = report?.cause { throw failure }
  }
}
