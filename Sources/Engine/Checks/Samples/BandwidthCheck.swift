// BandwidthCheck.swift
// The highest frequency with any sound in it: below half the rate where something was made of a lower rate, or went
// through a lossy encoder. A fact, no verdict.

import Glibc
import Localization
import Measures
import Spectral
import WaveformCore

/// Holds the largest power of each frequency, in windows that lie apart.
final class BandwidthCheck: SampleCheck {
  private let format: SpectrumFormat
  private let channels: Int
  /// The present two windows, a plane for each channel.
  private var planes: [[Float]]
  private var powers: [Float]
  /// Where they begin, and how much of them is there.
  private var start = 0, filled = 0

  private static let size = 1024, together = 2 * size
  /// Frames from two windows to the next two: at first, and from `dense` on.
  private static let step = 4096, longStep = 32_768, dense = 1 << 18
  /// Below this a frequency holds nothing; what is rounded to 16 bits has less than that in each of 512 bins.
  private static let least: Float = 1e-10
  /// Without a frequency that is louder, there is not enough sound to tell.
  private static let loud: Float = 1e-6
  /// More channels are not looked at.
  private static let mostChannels = 8

  init(channels: Int, sampleRate: Int) {
    format = SpectrumFormat(size: Self.size, overlap: 1, window: .hann, sampleRate: sampleRate)
    self.channels = min(channels, Self.mostChannels)
    planes = Array(
      repeating: Array(repeating: 0, count: Self.together + Spectrograph.room), count: self.channels)
    powers = Array(repeating: 0, count: format.columnNumbers)
  }

  func take(_ block: CheckedBlock) {
    guard start < block.range.upperBound else { return }
    Spectrographs.lend(format) { spectrograph in
      while start + filled < block.range.upperBound {
        // Nothing of the windows was left out: they begin in this block, or go on there.
        let from = start + filled - block.range.lowerBound
        let count = min(Self.together - filled, block.range.count - from)
        for channel in 0..<channels {
          planes[channel].withUnsafeMutableBufferPointer {
            spectrograph.takeIn(
              block.samples + from * block.channels + channel, count: count, step: block.channels,
              into: $0.baseAddress! + filled)
          }
        }
        filled += count
        if filled == Self.together { fold(spectrograph) }
      }
    }
  }

  /// Takes in the windows when they are whole.
  private func fold(_ spectrograph: Spectrograph) {
    for plane in planes {
      plane.withUnsafeBufferPointer { plane in
        powers.withUnsafeMutableBufferPointer {
          spectrograph.fold(0..<2, of: plane.baseAddress!, from: -Self.size / 2, into: $0.baseAddress!)
        }
      }
    }
    start += start < Self.dense ? Self.step : Self.longStep
    filled = 0
  }

  func findings(in recording: CheckedRecording) -> [Finding] {
    let bins = powers[..<format.bins]
    guard let least = recording.profile.bound(.bandwidthLeast), let loudest = bins.max(),
      loudest >= Self.loud,
      let last = bins.lastIndex(where: { $0 >= Self.least })
    else { return [] }
    let share = Double(last) / Double(format.bins - 1), half = Double(recording.sampleRate) / 2
    guard share < least else { return [] }
    let frequency = MeasureItem.text(share * half / 1000, decimals: 1)
    return [
      Finding(
        .bandwidth,
        Sentence(
          "nothing lies above \(frequency) kHz, of the \(MeasureItem.text(half / 1000, decimals: 1)) kHz that the rate holds"
        ), value: share * half)
    ]
  }
}
