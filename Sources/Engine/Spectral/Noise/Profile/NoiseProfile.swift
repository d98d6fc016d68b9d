// NoiseProfile.swift
// What a noise sounds like: mean and spread of its power at each frequency, for each channel, measured in a stretch
// that holds only the noise. A pure value.

import Glibc
import WaveformCore

/// The spectrum of a noise.
public struct NoiseProfile: Hashable, Sendable {
  /// One channel's noise: one number for each bin of `format`, from 0 to half the sample rate.
  public struct Channel: Hashable, Sendable {
    /// Mean of the power |X|² over the windows of the stretch, ≥ 0.
    public let mean: [Float]
    /// Standard deviation of the power, ≥ 0.
    public let deviation: [Float]
    /// The steady tones, from the lowest on; mean and deviation are those of the noise without them.
    public var lines: [NoiseLine] = []
  }

  /// Frames per second.
  public let sampleRate: Int
  /// At least one.
  public let channels: [Channel]

  /// The windows into which the stretch was cut.
  public let format: ShortTimeFormat

  init(sampleRate: Int, format: ShortTimeFormat? = nil, channels: [Channel]) {
    self.sampleRate = sampleRate
    self.format = format ?? ShortTimeFormat(sampleRate: sampleRate)
    self.channels = channels
  }

  /// White noise of the mean power 1, which deviates like Gaussian noise: against it, a factor of a noise's power is that
  /// power.
  static func flat(channels: Int, sampleRate: Int) -> NoiseProfile {
    let format = ShortTimeFormat(sampleRate: sampleRate)
    let ones = [Float](repeating: 1, count: format.binCount)
    return NoiseProfile(
      sampleRate: sampleRate, format: format,
      channels: Array(repeating: Channel(mean: ones, deviation: ones), count: channels))
  }

  /// Windows that a profile needs at least: fewer do not show how much a noise varies.
  static let leastWindows = 8

  /// Frames that a stretch of noise has at least: about 0.13 s.
  public static func leastFrames(sampleRate: Int) -> Int {
    let format = ShortTimeFormat(sampleRate: sampleRate)
    return format.size + (leastWindows - 1) * format.hop
  }

  /// The noise in `slice`.
  ///
  /// - Parameter sampleRate: frames per second, > 0.
  /// - Throws: `tooShort`, `silent`.
  public init(_ slice: SampleSlice, sampleRate: Int) throws(NoiseProfileError) {
    try self.init(slice, with: [], sampleRate: sampleRate)
  }

  /// - Parameter known: lines of each channel that hum in the whole recording, whether the slice is long enough to show
  ///   them or not; empty where there are none.
  init(_ slice: SampleSlice, with known: [[NoiseLine]], sampleRate: Int) throws(NoiseProfileError) {
    let least = Self.leastFrames(sampleRate: sampleRate)
    guard slice.range.count >= least else {
      throw .tooShort(frames: slice.range.count, least: least, sampleRate: sampleRate)
    }
    let format = ShortTimeFormat(sampleRate: sampleRate)
    let meter = PowerMeter(format), finder = LineFinder(sampleRate: sampleRate)
    channels = (0..<slice.channels).map { channel in
      var samples = slice.samples(of: channel)
      let lines = finder.lines(in: samples, besides: known.isEmpty ? [] : known[channel])
      if !lines.isEmpty { samples = LineCanceller.samples(samples, without: lines, sampleRate: sampleRate) }
      let (mean, deviation) = samples.withUnsafeBufferPointer {
        meter.measure($0, channel: 0, channels: 1, frames: $0.count)
      }
      return Channel(mean: mean, deviation: deviation, lines: lines)
    }
    self.format = format
    guard channels.contains(where: { $0.mean.contains { $0 > 0 } }) else { throw .silent }
    self.sampleRate = sampleRate
  }

  /// The profile for a recording of `count` channels: channel by channel when the counts are equal, else the mean of
  /// all.
  func channels(for count: Int) -> [Channel] {
    if channels.count == count { return channels }
    let share = 1 / Float(channels.count)
    func average(_ numbers: KeyPath<Channel, [Float]>) -> [Float] {
      (0..<format.binCount).map { bin in channels.reduce(0) { $0 + $1[keyPath: numbers][bin] } * share }
    }
    // The lines of the channel that hums most: those of the others are mostly the same.
    let hum = channels.max {
      $0.lines.reduce(0) { $0 + $1.amplitude } < $1.lines.reduce(0) { $0 + $1.amplitude }
    }
    let mean = Channel(mean: average(\.mean), deviation: average(\.deviation), lines: hum?.lines ?? [])
    return Array(repeating: mean, count: count)
  }

  /// The level of each bin in dB, averaged over all channels: 0 for the power of a sine at full scale, −200 for
  /// silence.
  public var levels: [Double] {
    // A sine at full scale in a window w has the power (Σw / 2)²; w² adds up to size / 2.
    let sum = format.window().reduce(0) { $0 + Double($1) }
    let channel = channels(for: 1)[0]
    var powers = channel.mean.map { Double($0) / (sum * sum / 4) }
    for line in channel.lines {
      // Where its main lobe reaches, in bins: the window is half a period of a sine.
      let place = line.frequency * Double(format.size) / Double(sampleRate)
      for bin in max(0, Int(place) - 1)...max(0, Int(place) + 2) where bin < powers.count {
        let offset = abs(place - Double(bin))
        guard offset < 1.5 else { continue }
        let part = abs(offset - 0.5) < 1e-6 ? .pi / 4 : cos(.pi * offset) / (1 - 4 * offset * offset)
        powers[bin] += line.amplitude * line.amplitude * part * part
      }
    }
    return powers.map { max(-200, 10 * log10(max($0, 1e-30))) }
  }

  /// The levels that this noise has in the spectra of another format: a wider window in time, or a narrower one in frequency,
  /// takes in less of a noise, while a tone stays what it is (Harris 1978: equivalent noise bandwidth).
  ///
  /// - Parameter sampleRate: that of the recording of those spectra.
  public func levels(in other: SpectrumFormat, sampleRate rate: Int) -> [Double] {
    func bandwidth(_ weights: [Double], _ rate: Int) -> Double {
      let sum = weights.reduce(0, +)
      return Double(rate) * weights.reduce(0) { $0 + $1 * $1 } / (sum * sum)
    }
    let change =
      10
      * log10(
        bandwidth(other.weights, rate) / bandwidth(format.window().map(Double.init), sampleRate))
    return levels.map { max(-200, $0 + change) }
  }
}
