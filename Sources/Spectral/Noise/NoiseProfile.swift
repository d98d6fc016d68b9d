// NoiseProfile.swift
// What a noise sounds like: mean and spread of its power at each frequency, for each channel, measured in a stretch
// that holds only the noise. A pure value.

import Glibc
import Localization
import WaveformCore

/// The spectrum of a noise.
public struct NoiseProfile: Hashable, Sendable {
  /// One channel's noise: one number for each bin of `format`, from 0 to half the sample rate.
  public struct Channel: Hashable, Sendable {
    /// Mean of the power |X|² over the windows of the stretch, ≥ 0.
    public let mean: [Float]
    /// Standard deviation of the power, ≥ 0.
    public let deviation: [Float]
  }

  /// Frames per second.
  public let sampleRate: Int
  /// At least one.
  public let channels: [Channel]

  /// The windows into which the stretch was cut.
  public var format: ShortTimeFormat { ShortTimeFormat(sampleRate: sampleRate) }

  init(sampleRate: Int, channels: [Channel]) {
    self.sampleRate = sampleRate
    self.channels = channels
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
    let least = Self.leastFrames(sampleRate: sampleRate)
    guard slice.range.count >= least else {
      throw .tooShort(frames: slice.range.count, least: least, sampleRate: sampleRate)
    }
    let format = ShortTimeFormat(sampleRate: sampleRate)
    let meter = PowerMeter(format)
    channels = slice.withSamples { samples in
      (0..<slice.channels).map { channel in
        meter.measure(samples, channel: channel, channels: slice.channels, frames: slice.range.count)
      }
    }
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
    let mean = Channel(mean: average(\.mean), deviation: average(\.deviation))
    return Array(repeating: mean, count: count)
  }

  /// The level of each bin in dB, averaged over all channels: 0 for the power of a sine at full scale, −200 for
  /// silence.
  public var levels: [Double] {
    // A sine at full scale in a window w has the power (Σw / 2)²; w² adds up to size / 2.
    let sum = format.window().reduce(0) { $0 + Double($1) }
    let mean = channels(for: 1)[0].mean
    return mean.map { max(-200, 10 * log10(max(Double($0), 1e-30)) - 20 * log10(sum / 2)) }
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

/// Why a stretch gives no noise profile, or a profile does not fit a recording.
public enum NoiseProfileError: Error, Hashable, Sendable {
  /// It has `frames` frames and would need `least`.
  case tooShort(frames: Int, least: Int, sampleRate: Int)
  /// The stretch holds only zeros.
  case silent
  /// The profile and the recording have different sample rates.
  case otherRate(profile: Int, recording: Int)

  /// A sentence for a person.
  public var message: String {
    switch self {
    case .tooShort(let frames, let least, let rate):
      // Translators: two numbers of milliseconds
      localized(
        """
        A noise profile needs at least \(Self.milliseconds(least, rate)) ms of noise; there are \
        \(Self.milliseconds(frames, rate)) ms.
        """)
    case .silent: localized("There is only digital silence here, and no noise to take a profile of.")
    case .otherRate(let profile, let recording):
      localized("The noise profile was taken at \(profile) Hz, and the recording has \(recording) Hz.")
    }
  }

  /// The same for use within a sentence.
  public var sentence: Sentence {
    switch self {
    case .tooShort(let frames, let least, let rate):
      // Translators: two numbers of milliseconds
      Sentence(
        """
        a noise profile needs at least \(Self.milliseconds(least, rate)) ms of noise; there are \
        \(Self.milliseconds(frames, rate)) ms
        """)
    case .silent: Sentence("there is only digital silence here, and no noise to take a profile of")
    case .otherRate(let profile, let recording):
      Sentence("the noise profile was taken at \(profile) Hz, and the recording has \(recording) Hz")
    }
  }

  public var detail: String { sentence.localized }

  private static func milliseconds(_ frames: Int, _ rate: Int) -> Int { frames * 1000 / max(rate, 1) }
}

/// Sums up the power of windows.
private struct PowerMeter {
  private let format: ShortTimeFormat
  private let transform: RealPairTransform
  private let window: [Float]

  init(_ format: ShortTimeFormat) {
    self.format = format
    transform = RealPairTransform(size: format.size)
    window = format.window()
  }

  func measure(
    _ samples: UnsafeBufferPointer<Float>, channel: Int, channels: Int, frames: Int
  ) -> NoiseProfile.Channel {
    var sums = [Double](repeating: 0, count: format.binCount)
    var squares = sums
    let starts = Array(stride(from: 0, through: frames - format.size, by: format.hop))
    for index in stride(from: 0, to: starts.count, by: 2) {
      // The last window of an odd number is transformed twice and counted once.
      let pair = (starts[index], starts[min(index + 1, starts.count - 1)])
      cut(samples, from: pair.0, channel: channel, channels: channels, into: transform.first)
      cut(samples, from: pair.1, channel: channel, channels: channels, into: transform.second)
      transform.transform()
      let share = pair.0 == pair.1 ? 0.0 : 1.0
      for bin in 0..<format.binCount {
        let powers = transform.powers(bin)
        sums[bin] += powers.first + share * powers.second
        squares[bin] += powers.first * powers.first + share * powers.second * powers.second
      }
    }
    let windows = Double(starts.count)
    let mean = sums.map { Float($0 / windows) }
    let deviation = zip(sums, squares).map { sum, square in
      Float(max(0, square / windows - (sum / windows) * (sum / windows)).squareRoot())
    }
    return NoiseProfile.Channel(mean: mean, deviation: deviation)
  }

  private func cut(
    _ samples: UnsafeBufferPointer<Float>, from first: Int, channel: Int, channels: Int,
    into target: UnsafeMutablePointer<Float>
  ) {
    let kernels = SpectralKernels.best
    kernels.takeIn(samples.baseAddress! + first * channels + channel, format.size, channels, target)
    kernels.multiply(target, window, format.size)
  }
}
