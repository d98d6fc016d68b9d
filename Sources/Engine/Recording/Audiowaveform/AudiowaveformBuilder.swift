// AudiowaveformBuilder.swift
// Reduces blocks of any size to audiowaveform's bins. Channels are mixed to their mean before minimum and
// maximum are taken. The mean, rounded towards zero, never decreases when the sum grows, so the extremes of the sum are
// enough, and each bin needs only one division.

import AudioFormats
import WaveformCore

/// Collects interleaved 16-bit frames into `AudiowaveformPeaks`.
public struct AudiowaveformBuilder {
  private let sampleRate: Int
  package let framesPerPixel: Int
  private let channels: Int
  private let isSplit: Bool
  private var values: [Int16] = []
  /// Extremes of the unfinished bin: of the sum over all channels, or of each channel.
  private var open: [SampleExtremes]
  private var openFrames = 0

  /// - Parameters:
  ///   - channels: channels of the frames.
  ///   - framesPerPixel: frames in a bin; at least 2, as in audiowaveform.
  ///   - splitChannels: whether each channel is kept, rather than their mean.
  public init(channels: Int, sampleRate: Int, framesPerPixel: Int, splitChannels: Bool) {
    precondition(channels > 0 && framesPerPixel >= 2)
    self.channels = channels
    self.sampleRate = sampleRate
    self.framesPerPixel = framesPerPixel
    isSplit = splitChannels || channels == 1
    open = Array(repeating: SampleExtremes(), count: isSplit ? channels : 1)
  }

  /// Adds the next frames.
  ///
  /// - Parameter block: interleaved samples; a multiple of the channel count, of any length.
  public mutating func append(_ block: UnsafeBufferPointer<Int16>) {
    guard var position = block.baseAddress else { return }
    var left = block.count / channels
    while left > 0 {
      if openFrames == 0, left >= framesPerPixel, !isSplit, channels == 2,
        framesPerPixel % SampleExtremes.framesPerStep == 0
      {
        let bins = left / framesPerPixel
        SampleExtremes.forSums(position, bins: bins, frames: framesPerPixel) { sums in
          values.append(Int16(sums.low / 2))
          values.append(Int16(sums.high / 2))
        }
        position += bins * framesPerPixel * channels
        left -= bins * framesPerPixel
        continue
      }
      let frames = min(left, framesPerPixel - openFrames)
      if isSplit {
        SampleExtremes.add(position, frames: frames, channels: channels, to: &open)
      } else {
        open[0].addSums(position, frames: frames, channels: channels)
      }
      position += frames * channels
      left -= frames
      openFrames += frames
      if openFrames == framesPerPixel { closeBin() }
    }
  }

  /// Adds bins that another builder has made of the next frames. Only when no bin is open.
  package mutating func append(bins: AudiowaveformBuilder) {
    precondition(openFrames == 0 && bins.openFrames == 0)
    values += bins.values
  }

  /// Closes the last, partial bin.
  public mutating func finish() -> AudiowaveformPeaks {
    if openFrames > 0 { closeBin() }
    return AudiowaveformPeaks(
      sampleRate: sampleRate, framesPerPixel: framesPerPixel, channels: open.count, values: values)
  }

  private mutating func closeBin() {
    // Swift divides towards zero, as C does.
    let divisor = isSplit ? 1 : Int32(channels)
    for index in open.indices {
      values.append(Int16(open[index].low / divisor))
      values.append(Int16(open[index].high / divisor))
      open[index] = SampleExtremes()
    }
    openFrames = 0
  }
}
