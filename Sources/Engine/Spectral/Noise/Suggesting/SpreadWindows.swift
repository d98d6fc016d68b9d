// SpreadWindows.swift
// The spectra of windows from all over a recording. One thread; memory is bounded.

import WaveformCore

/// The powers of a thousand windows, evenly spread.
struct SpreadWindows {
  /// Places that are looked at, with two windows each.
  static let places = 512

  let format: ShortTimeFormat
  /// The windows of each channel that are not silent: one number for each bin. One channel where there are
  /// more than two: each place shows another, as their mean would be spread less than noise is.
  private(set) var powers: [[[Float]]] = []
  private let meter: PowerMeter
  private var place = 0

  private var frames: Int { format.size + format.hop }

  /// - Parameter sampleRate: frames per second, > 0.
  private init(sampleRate: Int) {
    format = ShortTimeFormat(sampleRate: sampleRate)
    meter = PowerMeter(format)
  }

  /// Windows of a recording as it is.
  ///
  /// - Parameters:
  ///   - length: frames of the recording.
  ///   - read: the samples of a range.
  init<Failure: Error>(
    length: Int, sampleRate: Int, read: (FrameRange) throws(Failure) -> SampleSlice
  ) throws(Failure) {
    self.init(sampleRate: sampleRate)
    for first in starts(in: 0..<length, most: Self.places) {
      take(try read(first..<first + frames), at: first)
    }
  }

  /// Windows of a recording without the hum that was found in it.
  init<Failure: Error>(
    without hum: HumSearch, sampleRate: Int, read: (FrameRange) throws(Failure) -> SampleSlice
  ) throws(Failure) {
    self.init(sampleRate: sampleRate)
    for section in hum.sections {
      let slice = try read(section)
      guard slice.range == section else { continue }
      let clean = slice.without(hum.lines, sampleRate: sampleRate)
      for first in starts(in: section, most: Self.places / hum.sections.count) { take(clean, at: first) }
    }
  }

  /// Where two windows each begin, evenly spread from the first to the last frame.
  private func starts(in range: FrameRange, most: Int) -> [Int] {
    guard range.count >= frames else { return [] }
    let count = min(most, (range.count - frames) / (2 * format.hop) + 1)
    return (0..<count).map { place in
      range.lowerBound
        + (count == 1 ? 0 : Int(Double(range.count - frames) * Double(place) / Double(count - 1)))
    }
  }

  /// Only the windows that are louder than a power, the mean one of samples.
  func louder(than power: Double) -> SpreadWindows {
    // As in the power of a profile.
    let least = power * Double(format.size * format.size) / 4
    var rest = self
    rest.powers = powers.map { $0.filter { $0.reduce(0) { $0 + Double($1) } > least } }
    return rest
  }

  private mutating func take(_ slice: SampleSlice, at first: Int) {
    defer { place += 1 }
    guard slice.range.lowerBound <= first, slice.range.upperBound >= first + frames else { return }
    let offset = (first - slice.range.lowerBound) * slice.channels
    let found = slice.withSamples { samples in
      meter.powers(
        UnsafeBufferPointer(rebasing: samples[offset..<offset + frames * slice.channels]),
        channels: slice.channels)
    }
    if powers.isEmpty { powers = Array(repeating: [], count: slice.channels > 2 ? 1 : slice.channels) }
    for channel in powers.indices {
      let windows = found[powers.count == found.count ? channel : place % found.count]
      powers[channel] += windows.filter { $0.contains { $0 > 0 } }
    }
  }
}
