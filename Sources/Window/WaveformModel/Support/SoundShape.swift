// SoundShape.swift
// Rate, channels and length of a sound in words, the same wherever they are told. A pure value.

import Localization
import WaveformCore

/// What can be said of any sound.
public struct SoundShape: Equatable, Sendable {
  /// Frames per second.
  public let sampleRate: Int
  public let channels: Int
  /// In frames; nil while it is not known.
  public let length: Int?

  public init(sampleRate: Int, channels: Int, length: Int?) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.length = length
  }

  /// Such as "44.1 kHz · Stereo · 1:05.000".
  public var text: String {
    let time = length.map {
      Numerals.shown(TimeFormat.clock.text(ofLength: $0, sampleRate: max(sampleRate, 1)))
    }
    return [rateText, channelText, time].compactMap(\.self).joined(separator: " · ")
  }

  private var rateText: String { Self.text(ofRate: sampleRate) }

  /// Such as "44.1 kHz".
  package static func text(ofRate sampleRate: Int) -> String {
    guard sampleRate >= 1000 else { return "\(sampleRate) Hz" }
    return sampleRate % 1000 == 0
      ? "\(sampleRate / 1000) kHz" : Numerals.shown("\(Double(sampleRate) / 1000) kHz")
  }

  private var channelText: String {
    switch channels {
    case 1: localized("Mono")
    case 2: localized("Stereo")
    default: localized("\(channels) channels", plural: "\(channels) channels", count: channels)
    }
  }
}
