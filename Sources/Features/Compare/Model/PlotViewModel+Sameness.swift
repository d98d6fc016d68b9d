// PlotViewModel+Sameness.swift
// Whether a recording that was read again is what it was before.

import WaveformCore
import WaveformModel

extension PlotViewModel {
  /// True when both have as many frames and channels at the same rate, and the extremes and both loudnesses of each of some
  /// thousand stretches are the same to the last bit.
  ///
  /// - Parameter other: both have been read to their end; one that has not is not the same.
  /// - Complexity: O(1): 4,096 columns of each channel
  func hasSameSamples(as other: PlotViewModel) -> Bool {
    guard framesRead == other.framesRead, sampleRate == other.sampleRate, channels == other.channels,
      let own = peaks, let others = other.peaks
    else { return false }
    let most = 4_096
    let grid = PixelGrid(framesPerPixel: Double(max(1, (framesRead + most - 1) / most)))
    return (0..<channels).allSatisfy { channel in
      own.columns(channel: channel, grid: grid, first: 0, count: most)
        == others.columns(channel: channel, grid: grid, first: 0, count: most)
    }
  }
}
