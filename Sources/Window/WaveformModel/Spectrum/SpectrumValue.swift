// SpectrumValue.swift
// What a spectrogram shows under the pointer. Views only show it.

import WaveformCore

/// A frequency, and how loud it is at a place.
public struct SpectrumValue: Equatable, Sendable {
  /// In Hz.
  public let frequency: Double
  /// In dB, of the loudest bin that the row of pixels covers; −∞ for silence, nil where nothing is known.
  public let level: Double?

  public init(frequency: Double, level: Double?) {
    self.frequency = frequency
    self.level = level
  }

  public var frequencyText: String { Numerals.shown(FrequencyText.exact(frequency)) }
  /// The nearest note, with cents.
  public var noteText: String { Pitch.text(of: frequency) }

  /// With one decimal; empty where nothing is known.
  public var levelText: String {
    guard let level else { return "" }
    guard level.isFinite else { return "\u{2212}∞\u{202F}dB" }
    let tenths = Int((level * 10).rounded())
    let sign = tenths < 0 ? "\u{2212}" : tenths > 0 ? "+" : ""
    return Numerals.shown("\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)\u{202F}dB")
  }
}

extension PlotViewModel {
  /// What a spectrogram shows at a pixel: the very value that is drawn there.
  ///
  /// - Parameters:
  ///   - grid: the device pixels, in frames of the recording.
  ///   - y: rows from the top of the lane.
  public func spectrumValue(
    of lane: LaneContent, grid: PixelGrid, pixel: Int, y: Double, axis: FrequencyAxis
  ) -> SpectrumValue {
    let row = min(max(Int(y), 0), axis.height - 1)
    let frequency = axis.frequency(atY: Double(row) + 0.5)
    let known = spectrogram(of: lane, grid: grid, first: pixel, count: 1)
    let level = known.flatMap { columns in
      let bins = axis.binsOfRows(bins: columns.bins)[row]
      return columns.steps[bins].max().map(SpectrumStep.level)
    }
    return SpectrumValue(frequency: frequency, level: level)
  }
}
