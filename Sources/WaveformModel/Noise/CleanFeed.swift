// CleanFeed.swift
// A recording that is read anew and cleaned on the way, for an export: it needs nothing that a later change of a slider
// takes away. The same samples as those of one pass over the whole, whichever part is wanted. One thread at a time.

import HostIO
import Recording
import Spectral
import SystemPackage
import WaveformCore

extension ExportSource {
  /// What noise reduction leaves of another source, or takes away.
  ///
  /// - Parameters:
  ///   - profile: of the same sample rate.
  ///   - path: the file, for messages.
  init(
    name: String, _ original: ExportSource, profile: NoiseProfile, settings: NoiseReductionSettings,
    isResidue: Bool, path: FilePath
  ) {
    self.init(
      name: name, channels: original.channels, sampleRate: original.sampleRate, length: original.length,
      isFloat: true
    ) { (frame) throws(AudioFileError) in
      let reducer: NoiseReducer
      do throws(NoiseProfileError) {
        reducer = try NoiseReducer(
          profile, settings: settings, channels: original.channels, sampleRate: original.sampleRate)
      } catch {
        throw AudioFileError(.noNoise, path: path, detail: error.detail)
      }
      return CleanFeed(
        try original.feed(from: 0), reducer, lead: frame, length: original.length, isResidue: isResidue)
    }
  }
}

/// Samples that are cleaned while they are read.
private final class CleanFeed: SampleFeed {
  /// What noise reduction does depends on all that was before: it begins with the first frame.
  let lead: Int
  private let original: any SampleFeed
  private let reducer: NoiseReducer
  /// Frames of the original that are still to be read.
  private var left: Int
  private let isResidue: Bool
  private let input: UnsafeMutableBufferPointer<Float>, output: UnsafeMutableBufferPointer<Float>
  /// Originals of frames that have not come out yet; for residues only.
  private var originals: [Float] = []
  private var ready: [Float] = []
  /// Numbers of `ready` that have gone out.
  private var sent = 0
  private var isOver = false

  private static let block = 8192

  init(_ original: any SampleFeed, _ reducer: NoiseReducer, lead: Int, length: Int?, isResidue: Bool) {
    self.original = original
    self.reducer = reducer
    self.lead = lead
    self.isResidue = isResidue
    left = length ?? .max
    input = .allocate(capacity: Self.block * reducer.channels)
    output = .allocate(
      capacity: max(reducer.capacity(forFrames: Self.block), reducer.capacityAtEnd) * reducer.channels)
    input.initialize(repeating: 0)
    output.initialize(repeating: 0)
  }

  deinit {
    input.deallocate()
    output.deallocate()
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(AudioFileError) -> Int {
    while sent == ready.count, !isOver { try reduce() }
    let count = min(ready.count - sent, buffer.count / reducer.channels * reducer.channels)
    for index in 0..<count { buffer[index] = ready[sent + index] }
    sent += count
    return count / reducer.channels
  }

  func losses(in range: FrameRange) -> [String] { original.losses(in: range) }

  /// Reduces the noise of the next block.
  private func reduce() throws(AudioFileError) {
    ready.removeAll(keepingCapacity: true)
    sent = 0
    let channels = reducer.channels
    let wanted = min(left, Self.block)
    let frames =
      wanted == 0
      ? 0 : try original.read(into: UnsafeMutableBufferPointer(rebasing: input[..<(wanted * channels)]))
    left -= frames
    guard frames > 0 else {
      isOver = true
      let missing = reducer.missing
      for channel in 0..<channels { reducer.finish(channel: channel, into: output) }
      return keep(missing * channels)
    }
    let block = UnsafeBufferPointer(rebasing: input[..<(frames * channels)])
    if isResidue { originals += block }
    var written = 0
    for channel in 0..<channels { written = reducer.process(channel: channel, of: block, into: output) }
    reducer.advance(taken: frames, written: written)
    keep(written * channels)
  }

  private func keep(_ count: Int) {
    if isResidue {
      for index in 0..<count { output[index] = originals[index] - output[index] }
      originals.removeFirst(count)
    }
    ready += output[..<count]
  }
}
