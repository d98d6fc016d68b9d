// AudiowaveformPeaks+Cache.swift
// audiowaveform's peaks from kept ones, where that gives the same numbers: a pixel of whole bins of one channel of an
// integer file. A mixture of channels needs the samples; float files are rounded in another way.

import WaveformCore

extension AudiowaveformPeaks {
  /// - Returns: nil where the samples are needed.
  package init?(_ entry: PeakCacheEntry, framesPerPixel: Int, splitChannels: Bool) {
    let peaks = entry.peaks
    guard case .int16 = peaks, splitChannels || peaks.channels == 1, framesPerPixel % peaks.framesPerBin == 0
    else {
      return nil
    }
    let grid = PixelGrid(framesPerPixel: Double(framesPerPixel))
    let count = (entry.report.frames - 1) / framesPerPixel + 1
    let channels = (0..<peaks.channels).map {
      peaks.columns(channel: $0, grid: grid, first: 0, count: count)
    }
    var values: [Int16] = []
    values.reserveCapacity(count * channels.count * 2)
    for pixel in 0..<count {
      for columns in channels {
        // Exact: a Float holds every multiple of the unit that an Int16 can be.
        values.append(Int16(columns.low[pixel] / Int16.unit))
        values.append(Int16(columns.high[pixel] / Int16.unit))
      }
    }
    self.init(
      sampleRate: entry.description.sampleRate, framesPerPixel: framesPerPixel, channels: channels.count,
      values: values)
  }
}
