// EnvelopeCurve.swift
// How loud a recording is over time in even steps: what finds roughly where two recordings fit. A pure value.

import AudioFormats
import Glibc
import HostIO
import WaveformCore

/// The root mean square of a recording in steps of equal length.
struct EnvelopeCurve {
  /// Frames of a step, seldom whole.
  let step: Double
  /// 0 or more, of all channels together.
  let levels: [Float]

  /// - Parameters:
  ///   - peaks: complete as far as `length`.
  ///   - step: frames.
  init(_ peaks: WaveformPeaks, length: Int, step: Double) {
    self.step = step
    let count = Int(Double(min(length, peaks.framesRead)) / step)
    let grid = PixelGrid(framesPerPixel: step)
    let channels = (0..<peaks.channels).map { peaks.columns(channel: $0, grid: grid, first: 0, count: count) }
    levels = WaveformColumns.mixed(channels).rms
  }

  /// The same levels in steps of another unit.
  init(_ other: EnvelopeCurve, step: Double) {
    self.step = step
    levels = other.levels
  }

  /// - Parameter line: the samples of one channel.
  init(_ line: [Float], step: Int) {
    self.step = Double(step)
    levels = stride(from: 0, to: max(0, line.count - step + 1), by: step).map { from in
      var sum: Float = 0
      for index in from..<from + step { sum += line[index] * line[index] }
      return (sum / Float(step)).squareRoot()
    }
  }

  /// Peaks of a source that has none, by reading all of it.
  ///
  /// - Returns: nil when `shouldStop` ended it.
  static func peaks(
    of source: any SampleSource, length: Int, shouldStop: () -> Bool
  ) throws(AudioFileError) -> WaveformPeaks? {
    let pyramid = PeakPyramid<Float>(channels: source.channels, expectedFrames: length)
    let builder = PeakBuilder(pyramid)
    let isWhole = try source.forEachBlock(of: 0..<length, goesOn: { !shouldStop() }) { slice in
      slice.withSamples { builder.append($0) }
    }
    guard isWhole else { return nil }
    builder.finish()
    return .float(pyramid)
  }

  /// The changes of the level: on a scale on which noise in pauses does not count, less its mean over a second or so.
  ///
  /// - Parameter reach: steps to either side over which the mean goes.
  func changes(reach: Int) -> [Float] {
    var mean = 0.0
    for level in levels where level.isFinite { mean += Double(level) * Double(level) }
    guard mean > 0 else { return Array(repeating: 0, count: levels.count) }
    mean /= Double(levels.count)
    // A fiftieth of the mean power is where the logarithm begins to be flat.
    let scaled = levels.map { level -> Float in
      let power = Float(Double(level) * Double(level) / mean)
      return power.isFinite ? logf(1 + 50 * power) : 0
    }
    var sums = [0.0]
    sums.reserveCapacity(scaled.count + 1)
    for value in scaled { sums.append(sums[sums.count - 1] + Double(value)) }
    return scaled.indices.map { index in
      let from = max(0, index - reach), to = min(scaled.count, index + reach + 1)
      return scaled[index] - Float((sums[to] - sums[from]) / Double(to - from))
    }
  }

  /// True when nothing is heard in it.
  var isSilent: Bool { !levels.contains { $0 > 0 } }

  /// The level at a frame; 0 outside.
  func level(at frame: Double) -> Float {
    let index = frame / step
    return index >= 0 && index < Double(levels.count) ? levels[Int(index)] : 0
  }
}
