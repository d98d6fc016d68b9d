// StretchSpectrum.swift
// The spectrum of a stretch of sound: of each frequency the mean and the largest level. Samples come in order, block by
// block, so that a stretch may have any length. One thread at a time.

import Glibc
import WaveformCore

/// The levels of a stretch, bin by bin, from 0 Hz to half the sample rate. A sine at full scale is 0 dB.
public struct StretchSpectrum: Equatable, Sendable {
  public let format: SpectrumFormat
  /// Frames per second.
  public let sampleRate: Int
  /// Mean of the powers of all transforms and channels, and the largest of them, in dB; −∞ for silence.
  public let mean: [Double], peak: [Double]
  /// Transforms of each channel, at least 1.
  public let count: Int

  /// Hz from one bin to the next.
  public var step: Double { Double(sampleRate) / Double(format.size) }

  /// The larger of the largest levels: what is held while spectra follow each other.
  ///
  /// - Parameter fall: decibels by which the other ones have fallen since.
  /// - Returns: this spectrum, where the other one has another format.
  public func holding(_ other: StretchSpectrum, fallenBy fall: Double = 0) -> StretchSpectrum {
    guard format == other.format, sampleRate == other.sampleRate else { return self }
    return StretchSpectrum(
      format: format, sampleRate: sampleRate, mean: mean,
      peak: zip(peak, other.peak).map { max($0, $1 - fall) },
      count: count)
  }

  /// The bin whose mean is largest.
  public var loudestBin: Int { mean.indices.max { mean[$0] < mean[$1] } ?? 0 }

  /// The frequency in Hz at which the mean is largest, between bins: the top of the parabola through the levels of the
  /// loudest bin and of both beside it. (J. O. Smith, Spectral Audio Signal Processing, "Quadratic Interpolation of
  /// Spectral Peaks".) A lone sine in a Hann window is told to a thirtieth of a bin.
  public var loudestFrequency: Double {
    let bin = loudestBin
    guard bin > 0, bin + 1 < mean.count, mean[bin - 1].isFinite, mean[bin + 1].isFinite else {
      return Double(bin) * step
    }
    let (left, top, right) = (mean[bin - 1], mean[bin], mean[bin + 1])
    let bend = left - 2 * top + right
    return (Double(bin) + (bend < 0 ? 0.5 * (left - right) / bend : 0)) * step
  }

  /// The bin nearest to a frequency in Hz.
  public func bin(of frequency: Double) -> Int {
    Int(min(max((frequency / step).rounded(), 0), Double(format.bins - 1)))
  }

  /// The level of a band: the root mean square of what it holds, in dBFS, from the mean powers. A sine at full scale within
  /// has −3.01. A window cannot tell frequencies apart that are less than two `step`s from an edge.
  ///
  /// - Returns: −∞ for silence.
  public func level(in band: FrequencyBand) -> Double {
    let weights = format.weights, total = weights.reduce(0, +)
    // A sine counts in as many bins as noise of its power would fill.
    let bandwidth = Double(format.size) * weights.reduce(0) { $0 + $1 * $1 } / (total * total)
    let last = Double(format.bins - 1)
    let low = min(band.low / step, last), high = min(band.high / step, last)
    let first = max(Int((low - 0.5).rounded(.down)), 0),
      end = min(Int((high + 0.5).rounded(.up)), format.bins - 1)
    let power = (first...max(first, end)).reduce(0.0) { sum, bin in
      // Its share of the bin, which reaches half a step to both sides.
      let share = min(high, Double(bin) + 0.5) - max(low, Double(bin) - 0.5)
      return sum + max(share, 0) * pow(10, mean[bin] / 10)
    }
    return 10 * log10(power / bandwidth / 2)
  }

  /// Comma-separated values with a heading: frequency in Hz, mean and peak in dB. Silence is −200 dB.
  public var csv: String {
    func number(_ value: Double) -> String {
      let hundredths = Int((max(value, -200) * 100).rounded())
      let (whole, part) = (abs(hundredths) / 100, abs(hundredths) % 100)
      return "\(hundredths < 0 ? "-" : "")\(whole).\(part < 10 ? "0" : "")\(part)"
    }
    let rows = mean.indices.map { "\(number(Double($0) * step)),\(number(mean[$0])),\(number(peak[$0]))" }
    return (["frequency_hz,mean_db,peak_db"] + rows).joined(separator: "\n") + "\n"
  }
}

/// Takes the samples of a stretch, and makes its spectrum.
///
/// Windows lie within the stretch, a hop apart. A stretch shorter than a window has one, with its own middle in the middle:
/// the caller gives the sound around it, see `frames(for:of:)`.
public final class StretchAnalyzer {
  public let format: SpectrumFormat
  private let channels: [Int]
  private let transform: RealPairTransform
  private let weights: [Float]
  /// What no whole window has been made of yet, one plane for each channel.
  private var planes: [[Float]]
  private var sums: [Double]
  private var peaks: [Float]
  private var count = 0

  /// - Parameter channels: those that count, of those that slices have; not empty.
  public init(_ format: SpectrumFormat, channels: [Int]) {
    precondition(!channels.isEmpty)
    self.format = format
    self.channels = channels
    transform = RealPairTransform(size: format.size)
    let weights = format.weights, sum = weights.reduce(0, +)
    // So that a sine at full scale has the power 1: half of its amplitude is in a bin.
    self.weights = weights.map { Float(2 * $0 / sum) }
    planes = Array(repeating: [], count: channels.count)
    sums = Array(repeating: 0, count: format.bins)
    peaks = Array(repeating: 0, count: format.bins)
  }

  /// The frames that have to be given for a stretch: itself, or, where it is shorter than a window, one window about its
  /// middle. They may lie outside the recording; give silence there.
  public static func frames(for range: FrameRange, of format: SpectrumFormat) -> FrameRange {
    guard range.count < format.size else { return range }
    let start = range.lowerBound + (range.count - format.size) / 2
    return start..<start + format.size
  }

  /// Adds the samples behind those that were given.
  ///
  /// - Parameter slice: has all channels that count. What is not finite counts as 0, and what is louder than 120 dB above
  ///   full scale as that, as everywhere where powers are computed: the square of a large number would not be finite.
  public func append(_ slice: SampleSlice) {
    slice.withSamples { samples in
      for (plane, channel) in channels.enumerated() {
        planes[plane].reserveCapacity(planes[plane].count + slice.range.count)
        for frame in 0..<slice.range.count {
          let sample = samples[frame * slice.channels + channel]
          planes[plane].append(sample.isFinite ? min(max(sample, -1e6), 1e6) : 0)
        }
      }
    }
    analyze()
  }

  /// Adds `frames` frames of silence: where a window reaches beyond the recording.
  public func append(silence frames: Int) {
    for plane in planes.indices { planes[plane].append(contentsOf: repeatElement(0, count: max(frames, 0))) }
    analyze()
  }

  /// Forgets all samples.
  public func reset() {
    for plane in planes.indices { planes[plane].removeAll(keepingCapacity: true) }
    for bin in sums.indices { (sums[bin], peaks[bin]) = (0, 0) }
    count = 0
  }

  /// What the samples so far say; nil while they make no window.
  ///
  /// - Parameter sampleRate: frames per second.
  public func spectrum(sampleRate: Int) -> StretchSpectrum? {
    guard count > 0 else { return nil }
    let share = 1 / Double(count * channels.count)
    return StretchSpectrum(
      format: format, sampleRate: sampleRate, mean: sums.map { 10 * log10($0 * share) },
      peak: peaks.map { 10 * log10(Double($0)) }, count: count)
  }

  private func analyze() {
    let windows = planes[0].count < format.size ? 0 : (planes[0].count - format.size) / format.hop + 1
    guard windows > 0 else { return }
    for plane in planes.indices {
      planes[plane].withUnsafeBufferPointer { samples in
        for first in stride(from: 0, to: windows, by: 2) {
          add(samples, first, first + 1 < windows ? first + 1 : nil)
        }
      }
      planes[plane].removeFirst(windows * format.hop)
    }
    count += windows
  }

  /// Adds two windows of a channel, or one.
  private func add(_ samples: UnsafeBufferPointer<Float>, _ first: Int, _ second: Int?) {
    let size = format.size
    weights.withUnsafeBufferPointer { weights in
      for index in 0..<size {
        transform.first[index] = samples[first * format.hop + index] * weights[index]
        transform.second[index] = second.map { samples[$0 * format.hop + index] * weights[index] } ?? 0
      }
    }
    transform.transform()
    for bin in 0..<format.bins {
      let powers = transform.powers(bin)
      sums[bin] += powers.first + powers.second
      peaks[bin] = max(peaks[bin], Float(max(powers.first, powers.second)))
    }
  }
}
