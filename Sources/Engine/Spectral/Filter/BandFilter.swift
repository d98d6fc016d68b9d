// BandFilter.swift
// Filters a recording by a band, block by block. Blocks lie on a fixed grid, so the samples are the same in every bit
// however they are asked for. One thread at a time.

import WaveformCore

/// Makes the blocks of what a band pass leaves of a recording.
///
/// Overlap-save: each block is a transform of itself with what its filter reaches to both sides, multiplied by the
/// filter's spectrum. That is real, because the filter is symmetric about its middle: nothing is delayed. Two channels
/// share a transform.
public final class BandFilter {
  public let pass: BandPass
  /// Frames of a block: block k begins at frame k · `block`.
  public let block: Int
  private let transform: RealPairTransform
  /// The filter's spectrum, divided by the transform's size.
  private let response: [Float]

  public init(_ pass: BandPass) {
    self.pass = pass
    let weights = pass.weights
    var size = 4096
    // At most a quarter of a transform is spent on what is heard in two blocks.
    while size < 4 * weights.count { size *= 2 }
    block = size - 2 * pass.reach
    transform = RealPairTransform(size: size)
    for (index, weight) in weights.enumerated() {
      transform.first[(index - pass.reach + size) % size] = Float(weight / Double(size))
    }
    transform.transform()
    response = (0..<size).map { [transform] in transform.real[$0] }
  }

  /// The frames that a block is made of; they may lie before the recording or behind it.
  public func frames(ofBlock number: Int) -> FrameRange {
    number * block - pass.reach..<(number + 1) * block + pass.reach
  }

  /// The frames of a block.
  ///
  /// - Parameter slice: holds the recording's part of `frames(ofBlock:)`; what it lacks, and what is not finite, counts
  ///   as 0.
  /// - Returns: interleaved samples of all channels of the slice.
  public func samples(ofBlock number: Int, of slice: SampleSlice) -> [Float] {
    let channels = slice.channels, frames = frames(ofBlock: number)
    let known = frames.clamped(to: slice.range)
    var result = [Float](repeating: 0, count: block * channels)
    for channel in stride(from: 0, to: channels, by: 2) {
      let isPair = channel + 1 < channels
      transform.first.update(repeating: 0, count: transform.size)
      transform.second.update(repeating: 0, count: transform.size)
      slice.withSamples { samples in
        for frame in known {
          let from = (frame - slice.range.lowerBound) * channels + channel, to = frame - frames.lowerBound
          transform.first[to] = samples[from].isFinite ? samples[from] : 0
          if isPair { transform.second[to] = samples[from + 1].isFinite ? samples[from + 1] : 0 }
        }
      }
      transform.transform()
      for bin in 0..<transform.size {
        transform.real[bin] *= response[bin]
        transform.imaginary[bin] *= response[bin]
      }
      transform.transformBack()
      for frame in 0..<block {
        result[frame * channels + channel] = transform.first[pass.reach + frame]
        if isPair { result[frame * channels + channel + 1] = transform.second[pass.reach + frame] }
      }
    }
    return result
  }
}
