// RangeMeasurer.swift
// Measures any stretch of a recording whose blocks are known: whole blocks are added up, and only what lies before the first
// and behind the last of them is read. A read may block: not for the main thread.

import AudioFormats
import HostIO
import Measures
import WaveformCore

/// Answers for the stretches of one recording.
///
/// Loudness of a stretch is that of the whole blocks in it, on the recording's grid of 100 ms: windows begin on it, and up to
/// 0.1 s at both ends count for peaks, levels and faults, but not for loudness. A short stretch is read as a whole; its
/// windows begin with itself. In either case the filter has heard what comes before, as it does where the stretch is played.
public struct RangeMeasurer: Sendable {
  public let blocks: MeasuredBlocks
  private let source: any SampleSource

  private let mostSamples: Int

  /// - Parameters:
  ///   - blocks: of the whole recording.
  ///   - source: its samples.
  ///   - mostSamples: samples of all channels that are read rather than added up: a million takes about 3 ms.
  public init(_ blocks: MeasuredBlocks, _ source: any SampleSource, mostSamples: Int = 1 << 20) {
    self.blocks = blocks
    self.source = source
    self.mostSamples = mostSamples
  }

  /// - Parameters:
  ///   - range: is cut to the recording.
  ///   - channels: not empty, in ascending order; nil: all.
  /// - Throws: the errors of `SampleSource.read`.
  public func measures(of range: FrameRange, channels: [Int]? = nil) throws(AudioFileError) -> Measures {
    let range = range.clamped(to: blocks.range)
    let pick = { (all: MeasuredBlocks) in channels.map(all.picking) ?? all }
    if range == blocks.range { return pick(blocks).measures }
    if range.count * blocks.shape.channels <= mostSamples { return pick(try read(range)).measures }
    let whole = blocks.wholeBlocks(in: range)
    var rims: [MeasuredBlocks] = []
    for rim in [range.lowerBound..<whole.lowerBound, whole.upperBound..<range.upperBound] where !rim.isEmpty {
      rims.append(pick(try read(rim)))
    }
    return pick(blocks).measures(of: range, rims: rims)
  }

  private func read(_ range: FrameRange) throws(AudioFileError) -> MeasuredBlocks {
    let shape = blocks.shape
    // Counts from the beginning of the stretch: so do its windows.
    let builder = MeasureBuilder<Float>(shape)
    // Before it what filters and runs have to know, behind it what runs have to know.
    let before = max(blocks.range.lowerBound, range.lowerBound - shape.memory)
    let after = min(blocks.range.upperBound, range.upperBound + MarkKind.silent.fewestFrames)
    let slice = try source.read(before..<after)
    // A file that was cut since then gives less.
    let end = max(range.lowerBound, min(range.upperBound, slice.range.upperBound))
    slice.withSamples { samples in
      guard let first = samples.baseAddress, slice.range.upperBound >= range.lowerBound else { return }
      builder.prime(first, frames: range.lowerBound - before)
      builder.append(first + (range.lowerBound - before) * shape.channels, frames: end - range.lowerBound)
      builder.finish(before: first + (end - before) * shape.channels, frames: slice.range.upperBound - end)
    }
    return MeasuredBlocks(builder)
  }
}
