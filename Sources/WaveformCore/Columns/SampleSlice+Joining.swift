// SampleSlice+Joining.swift
// Stretches of samples that were read one after the other, as one.

extension SampleSlice {
  /// The part of a slice that lies within `frames`.
  public func part(_ frames: FrameRange) -> SampleSlice {
    let frames = frames.clamped(to: range)
    let samples = withSamples { all in
      Array(
        all[
          (frames.lowerBound - range.lowerBound) * channels..<(frames.upperBound - range.lowerBound)
            * channels])
    }
    return SampleSlice(range: frames, channels: channels, samples: samples)
  }

  /// This slice with another behind it, which must begin where this one ends.
  public func followed(by next: SampleSlice) -> SampleSlice {
    precondition(next.channels == channels && next.range.lowerBound == range.upperBound)
    let samples = withSamples { first in next.withSamples { Array(first) + $0 } }
    return SampleSlice(range: range.lowerBound..<next.range.upperBound, channels: channels, samples: samples)
  }
}
