// TypedBand.swift
// The frequencies of a mark as they are typed. A pure value.

import Localization
import WaveformCore

/// What two texts say of a band of frequencies.
enum TypedBand: Equatable, Sendable {
  /// Nil: all frequencies.
  case band(FrequencyBand?)
  /// A sentence.
  case problem(String)

  /// - Parameters:
  ///   - low: in hertz; empty: 0, or all frequencies when `high` is empty as well.
  ///   - high: empty: `highest`.
  ///   - highest: half the rate of the recording.
  init(low: String, high: String, highest: Double) {
    let texts = [low, high].map { text in
      let text = text.filter { !$0.isWhitespace }
      return Numerals.typed(text) ?? text
    }
    guard texts.contains(where: { !$0.isEmpty }) else {
      self = .band(nil)
      return
    }
    var values: [Double] = []
    for (text, missing) in zip(texts, [0, highest]) {
      guard let value = text.isEmpty ? missing : Double(text), value.isFinite, value >= 0 else {
        self = .problem(localized("“\(text)” is no frequency in hertz."))
        return
      }
      values.append(value)
    }
    guard let band = FrequencyBand(low: values[0], high: values[1]) else {
      self = .problem(localized("The lowest frequency is above the highest one."))
      return
    }
    self = .band(band)
  }
}
